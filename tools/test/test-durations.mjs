import path from 'node:path'
import { projectRoot } from '../project-root.mjs'
import { duration } from './steps.mjs'

/** So many of the slowest tests and files are shown; the file of durations has all. */
const shown = 10

const relative = (file) => path.relative(projectRoot, file).split(path.sep).join('/')

/** The tests of a vitest JSON report: file (relative to the project), title, ms. Skipped ones took no time. */
export const vitestDurations = (report) =>
  report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ duration: ms }) => ms !== undefined && ms !== null)
      .map(({ fullName, duration: ms }) => ({ file: relative(name), title: fullName, ms })),
  )

/** The tests of a Playwright JSON report, with the project that ran each. */
export function playwrightDurations(report) {
  const found = []
  const walk = (suite, titles) => {
    for (const spec of suite.specs ?? [])
      for (const { projectName, results } of spec.tests) {
        const ms = results.reduce((sum, result) => sum + result.duration, 0)
        const title = [...titles, spec.title].join(' ')
        if (ms > 0) found.push({ file: `e2e/${spec.file}`, title: `[${projectName}] ${title}`, ms })
      }
    for (const inner of suite.suites ?? []) walk(inner, [...titles, inner.title])
  }
  for (const file of report.suites) walk(file, [])
  return found
}

/** Sum and number of tests of each file, the longest first. */
function sumByFile(tests) {
  const sums = new Map()
  for (const { file, ms } of tests) {
    const sum = sums.get(file) ?? { file, ms: 0, tests: 0 }
    sum.ms += ms
    sum.tests += 1
    sums.set(file, sum)
  }
  return [...sums.values()].toSorted((one, other) => other.ms - one.ms)
}

/**
 * Where the time of a run went, as lines to read: steps by the clock, then files and tests, the slowest first.
 * @param steps title, ms and, where the system tells, processorMs, in their order
 * @param most how many files and tests; all of them without it
 */
export function durationLines(steps, tests, most = Infinity) {
  const line = (ms, text) => `${seconds(ms).padStart(12)}  ${text}`
  const withProcessor = (title, ms) => (ms > 0 ? `${title} (${seconds(ms)} of processor time)` : title)
  const slowest = tests.toSorted((one, other) => other.ms - one.ms)
  return [
    'Steps, by the clock',
    ...steps.map(({ title, ms, processorMs = 0 }) => line(ms, withProcessor(title, processorMs))),
    '',
    'Test files, by the sum of their tests (several run at once)',
    ...sumByFile(tests)
      .slice(0, most)
      .map(({ file, ms, tests: count }) => line(ms, `${file} (${count})`)),
    '',
    'Slowest tests',
    ...slowest.slice(0, most).map(({ file, title, ms }) => line(ms, `${file} > ${title}`)),
  ]
}

/** The lines for the terminal. */
export const shortDurationLines = (steps, tests) => durationLines(steps, tests, shown)

const seconds = (ms) => (ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : duration(ms))
