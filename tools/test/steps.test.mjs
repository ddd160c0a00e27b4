import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { duration, playwrightPassed, runStep, runTogether, vitestPassed } from './steps.mjs'

let logs
beforeEach(() => {
  logs = mkdtempSync(path.join(os.tmpdir(), 'switchboard-steps-'))
})
afterEach(() => rmSync(logs, { recursive: true, force: true }))

/** Runs a program that writes these lines, every second one to its error output, and ends with this code. */
async function step(lines, code = 0, options = {}) {
  let output = ''
  const out = { write: (text) => void (output += text) }
  const program = `const lines = ${JSON.stringify(lines)}
    lines.forEach((line, n) => (n % 2 ? process.stderr : process.stdout).write(line + '\\n'))
    process.exitCode = ${code}`
  const answered = await runStep('Two words', process.execPath, ['-e', program], { out, logs, ...options })
  return { answered, output, log: readFileSync(path.join(logs, 'two-words.log'), 'utf8') }
}

test('a step that succeeds is one line, and what it said is in its log', async () => {
  const { answered, output, log } = await step(['one', 'two'])
  expect(answered).toBe(0)
  expect(output).toMatch(/^Two words \.\.\. \d+ s\n$/)
  expect(log.trim().split('\n').toSorted()).toEqual(['one', 'two'])
})

test('a step that fails shows all that it said, and names its log', async () => {
  const { answered, output } = await step(['one', 'two'], 3)
  expect(answered).toBe(3)
  for (const part of ['one\n', 'two\n', 'Two words failed', 'two-words.log']) expect(output).toContain(part)
})

test('of tests what passed is counted and everything else shown as it comes', async () => {
  const passed = (line) => (line.startsWith('ok') ? 1 : undefined)
  const { output, log } = await step(['ok 1', 'FAIL of one', 'ok 2', 'its reason', '', '', '1 failed'], 1, {
    testsIn: passed,
  })
  const shown = output.split('\n').filter((line) => line !== '')
  expect(shown).toContain('FAIL of one')
  expect(shown).toContain('its reason')
  expect(shown).toContain('1 failed')
  expect(output).toMatch(/Two words \.\.\. 2 passed, \d+ s\n/)
  expect(output).not.toContain('ok 1')
  expect(log).toContain('ok 1')
})

test('a program that cannot be started is told', async () => {
  const out = { write: () => {} }
  const missing = path.join(logs, 'none')
  await expect(runStep('Two words', missing, [], { out, logs })).rejects.toThrow('could not be started')
})

test('steps that run side by side are shown one by one, each whole, and counted when they fail', async () => {
  let output = ''
  const out = { write: (text) => void (output += text) }
  // The first one ends only after the second one has begun.
  const begun = JSON.stringify(path.join(logs, 'begun'))
  const first = `const fs = require('node:fs')
    const look = () => (fs.existsSync(${begun}) ? console.log('reason of one') : setTimeout(look, 10))
    process.exitCode = 3
    look()`
  const second = `require('node:fs').writeFileSync(${begun}, '')`
  const steps = [
    { title: 'One', command: process.execPath, args: ['-e', first] },
    { title: 'Two', command: process.execPath, args: ['-e', second] },
  ]
  expect(await runTogether(steps, { out, logs })).toEqual([3, 0])
  expect(output).toMatch(/^One, Two \.\.\.\n/)
  expect(output).toMatch(/Two \.\.\. \d+ s\n/)
  expect(output).toMatch(/One \.\.\. \d+ s\n\nreason of one\n\nOne failed: /)
})

describe('what passed is known by the lines of', () => {
  test.each([
    [' ✓  node  src/api/client.test.ts (17 tests) 517ms', 17],
    [' ✓  node  src/a.test.ts (1 test | 1 skipped) 5ms', 1],
    ['   ✓ the journal (5)', 0],
    ['     ✓ is emptied by age 306ms', 0],
    [' RUN  v5.1.1 /project', 0],
    [' ❯  node  src/a.test.ts (24 tests | 1 failed) 60191ms', undefined],
    ['     × a suspension says until when 20273ms', undefined],
    [' FAIL   node  src/a.test.ts > a suspension', undefined],
    ['      Tests  1987 passed (1988)', undefined],
  ])('vitest: %s', (line, tests) => expect(vitestPassed(line)).toBe(tests))

  test.each([
    ['  ✓   53 [browser] › e2e/app/outgoing.spec.ts:182:1 › a place is kept (13.8s)', 1],
    ['  ok 53 [browser] › e2e/app/outgoing.spec.ts:182:1 › a place is kept (13.8s)', 1],
    ['  -   54 [desktop] › e2e/app/media.spec.ts:1:1 › a picture', 0],
    ['  ✘   55 [browser] › e2e/app/media.spec.ts:1:1 › a film (1.2m)', undefined],
    ['  235 passed (14.4m)', undefined],
    ['Running 236 tests using 2 workers', undefined],
  ])('Playwright: %s', (line, tests) => expect(playwrightPassed(line)).toBe(tests))
})

test('durations are said in seconds, from a minute on in minutes too', () => {
  expect([400, 8_200, 59_400, 125_000].map(duration)).toEqual(['0 s', '8 s', '59 s', '2 min 5 s'])
})
