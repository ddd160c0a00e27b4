import path from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../project-root.mjs'
import { durationLines, playwrightDurations, vitestDurations } from './test-durations.mjs'

test('where the time went: steps, files by their sum, and the slowest tests, of both runners', () => {
  const unit = vitestDurations({
    testResults: [
      {
        name: path.join(projectRoot, 'src/api/client.test.ts'),
        assertionResults: [
          { fullName: 'requests travel', duration: 1500 },
          { fullName: 'replies come', duration: 900 },
          { fullName: 'skipped', duration: undefined },
        ],
      },
    ],
  })
  const browser = (ms) => [{ projectName: 'browser', results: [{ duration: ms }] }]
  const endToEnd = playwrightDurations({
    suites: [
      {
        title: 'app/chats.spec.ts',
        specs: [{ file: 'app/chats.spec.ts', title: 'opens', tests: browser(2000) }],
        suites: [
          { title: 'narrow', specs: [{ file: 'app/chats.spec.ts', title: 'goes back', tests: browser(63_000) }] },
        ],
      },
    ],
  })
  const steps = [
    { title: 'Build', ms: 4000 },
    { title: 'End to end', ms: 70_000, processorMs: 125_000 },
  ]
  const lines = durationLines(steps, [...unit, ...endToEnd], 2).map((line) => line.trim())
  expect(lines).toEqual([
    'Steps, by the clock',
    '4.0 s  Build',
    '1 min 10 s  End to end (2 min 5 s of processor time)',
    '',
    'Test files, by the sum of their tests (several run at once)',
    '1 min 5 s  e2e/app/chats.spec.ts (2)',
    '2.4 s  src/api/client.test.ts (2)',
    '',
    'Slowest tests',
    '1 min 3 s  e2e/app/chats.spec.ts > [browser] narrow goes back',
    '2.0 s  e2e/app/chats.spec.ts > [browser] opens',
  ])
  expect(
    durationLines(steps, [...unit, ...endToEnd])
      .at(-1)
      ?.trim(),
  ).toBe('0.9 s  src/api/client.test.ts > replies come')
})
