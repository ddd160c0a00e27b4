import { expect, test } from 'vitest'
import { parseHostOptions } from './host-options.ts'

const parse = (args: string[], env = {}, rest = {}) => parseHostOptions(args, env, '/home/me', rest)

test('nothing given: the host chooses', () => {
  expect(parse([])).toEqual({
    kind: 'ok',
    options: { dataDir: undefined, port: 0, open: true, addInstances: undefined },
  })
})

test('everything given, relative paths from where it was started', () => {
  expect(parse(['--data-dir', 'd', '--port=4100', '--no-open', '--add-instances', '/a.json'])).toEqual({
    kind: 'ok',
    options: { dataDir: '/home/me/d', port: 4100, open: false, addInstances: '/a.json' },
  })
})

test('the argument wins over the environment', () => {
  const env = { SWITCHBOARD_DATA_DIR: '/env' }
  expect(parse([], env)).toMatchObject({ options: { dataDir: '/env' } })
  expect(parse(['--data-dir', '/arg'], env)).toMatchObject({ options: { dataDir: '/arg' } })
})

test.for([
  ['--port', 'x'],
  ['--port', '70000'],
  ['--port'],
  ['--data-dir', ''],
  ['--data-dir'],
  ['--colour'],
  ['extra'],
])('%s is refused with a sentence', (args) => {
  const result = parse(args)
  expect(result.kind).toBe('bad')
  expect(result).toHaveProperty('reason', expect.stringMatching(/\w+ \w+/))
})

test('the desktop lets through what belongs to Chromium or is a link', () => {
  const args = ['--enable-logging', '--data-dir', '/d', 'switchboard://chat/1/2']
  expect(parse(args, {}, { lenient: true })).toMatchObject({ kind: 'ok', options: { dataDir: '/d' } })
})
