import { readFileSync } from 'node:fs'

/** Counts of a vitest JSON report. Tests that were skipped count as neither. */
export const vitestCounts = (report) => ({
  passed: report.numPassedTests,
  failed:
    report.numFailedTests +
    report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length,
})

/** Counts of a Playwright JSON report. A flaky test is a failure: it is a bug to find, not to retry. */
export const playwrightCounts = (report) => ({
  passed: report.stats.expected,
  failed: report.stats.unexpected + report.stats.flaky + report.errors.length,
})

/**
 * Reads a report: what it counts and how long each test took. A missing or broken report counts as one failure, so that
 * nothing passes unseen.
 */
export function readReport(file, { counts, durations }) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'))
    return { ...counts(report), tests: durations(report) }
  } catch {
    return { passed: 0, failed: 1, tests: [] }
  }
}

export const addCounts = (all) =>
  all.reduce((sum, one) => ({ passed: sum.passed + one.passed, failed: sum.failed + one.failed }), {
    passed: 0,
    failed: 0,
  })
