import fc from 'fast-check'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTempDir } from '../testing/temp-dir.ts'
import { createLogger } from './create-logger.ts'
import { logLevels, type LogLevel } from '../base/ports.ts'
import { createScrubber } from './scrubber.ts'

function start(options: { readonly maxBytes?: number; readonly files?: number; readonly level?: LogLevel } = {}) {
  const dir = createTempDir()
  const scrubber = createScrubber()
  const { logger, close } = createLogger({ dataDir: dir.path, scrubber, ...options })
  onTestFinished(() => {
    close()
    dir[Symbol.dispose]()
  })
  const files = () => readdirSync(join(dir.path, 'logs'))
  const text = () =>
    files()
      .map((file) => readFileSync(join(dir.path, 'logs', file), 'utf8'))
      .join('')
  return { dir: dir.path, scrubber, logger, files, text }
}

test('no form of a token reaches the file, wherever it hides', () => {
  const { scrubber, logger, text } = start()
  const token = 'a1b2c3/d4+e5"f6g7'
  scrubber.add(token)
  const url = `https://api.example/v3/waInstance1101/sendMessage/${encodeURIComponent(token)}`
  logger.error({ error: new Error(`fetch failed ${url}`), nested: { deep: [token, { url }] } }, `message ${token}`)
  logger
    .child({ bound: token })
    .warn({ body: JSON.stringify({ path: url, token }), data: Buffer.from(token).toString('base64') }, 'x')
  for (const form of [
    token,
    encodeURIComponent(token),
    JSON.stringify(token).slice(1, -1),
    Buffer.from(token).toString('base64'),
  ]) {
    expect(text()).not.toContain(form)
  }
  expect(text()).toContain('sendMessage/[token]')
})

test('a secret that is no whole text is removed too', () => {
  const scrubber = createScrubber()
  const secret = 'Basic \ud83d of a colleague'
  scrubber.add(secret)
  expect(scrubber.scrub(`with ${secret}`)).toBe('with [token]')
})

test('of two tokens of which one begins with the other, nothing is left of the longer one', () => {
  const scrubber = createScrubber()
  for (const token of ['token-123456', 'token-123456-and-more']) scrubber.add(token)
  expect(scrubber.scrub('with token-123456-and-more')).toBe('with [token]')
})

test('a token nobody told of is caught by its place in the path', () => {
  const { logger, text } = start()
  logger.warn({ text: 'Cannot GET /waInstance1101000001/getStateInstance/0123456789abcdef' }, 'm')
  logger.warn({ text: JSON.stringify({ path: '\\/waInstance7\\/getSettings\\/0123456789abcdef' }) }, 'm')
  expect(text()).not.toContain('0123456789abcdef')
})

test('any token of letters and digits is gone from any text around it', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\w.~-]{12,60}$/), fc.string(), fc.string(), (token, before, after) => {
      const scrubber = createScrubber()
      scrubber.add(token)
      expect(scrubber.scrub(`${before}${token}${after}`)).not.toContain(token)
    }),
  )
})

test.for(logLevels)('at the level %s it tells that and what weighs more', (level) => {
  const { logger, text } = start({ level })
  for (const each of logLevels) logger[each]({}, `told as ${each}`)
  for (const each of logLevels) {
    expect(text().includes(`told as ${each}`)).toBe(logLevels.indexOf(each) >= logLevels.indexOf(level))
  }
})

test('the log never grows over its files and sizes', () => {
  const { logger, files, dir } = start({ maxBytes: 2000, files: 3 })
  for (let n = 0; n < 200; n++) logger.info({ n }, 'a line that takes some room')
  expect(files().sort()).toEqual(['switchboard.1.log', 'switchboard.2.log', 'switchboard.log'])
  for (const file of files()) expect(statSync(join(dir, 'logs', file)).size).toBeLessThanOrEqual(2000)
  const only = start({ maxBytes: 200, files: 1 })
  for (let n = 0; n < 20; n++) only.logger.info({ n }, 'a line that takes some room')
  expect(only.files()).toEqual(['switchboard.log'])
  expect(only.text().length).toBeLessThanOrEqual(200)
})

test('a directory that can not be written stops nobody', () => {
  const { logger, dir } = start()
  writeFileSync(join(dir, 'logs'), 'in the way')
  expect(() => logger.info({}, 'lost')).not.toThrow()
})

test('a line that comes after the end brings nothing back that was removed meanwhile', () => {
  const dir = createTempDir()
  const { logger, close } = createLogger({ dataDir: dir.path, scrubber: createScrubber() })
  logger.info({}, 'in time')
  close()
  dir[Symbol.dispose]()
  logger.warn({}, 'too late')
  expect(existsSync(dir.path)).toBe(false)
})
