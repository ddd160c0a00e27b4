import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { program } from './programs.mjs'
import { say } from './say.mjs'
import { createScratch } from './scratch.mjs'
import { logFolder, playwrightPassed, runStep, runTogether, vitestPassed } from './steps.mjs'
import { durationLines, playwrightDurations, shortDurationLines, vitestDurations } from './test-durations.mjs'
import { addCounts, playwrightCounts, readReport, vitestCounts } from './test-summary.mjs'

/**
 * Everything that decides whether the tree is good: types, lint, dead code, format, unit and integration tests, build,
 * what the build contains, end to end. Goes on after a failure, so that one run tells all; answers the exit code. What
 * a test leaves in the temporary folder is a failure too. A line tells of each step, failures are shown whole. In the
 * end comes where the time went: the slowest tests and files here, all of them in .logs/durations.txt.
 */
export async function test(node, inherited, onExit) {
  const chromium = await ensureChromium(node)
  say(`Chromium: ${chromium}`)
  const scratch = createScratch(inherited, onExit)
  const { env } = scratch
  const reports = path.join(scratch.root, 'reports')
  mkdirSync(reports)
  const counts = []
  const steps = []
  const tests = []
  /** Runs a part of the whole and notes how long it took. */
  const timed = async (title, work) => {
    const began = performance.now()
    const before = processorMs()
    try {
      return await work()
    } finally {
      steps.push({ title, ms: performance.now() - began, processorMs: processorMs() - before })
    }
  }
  /** Counts a report and takes the durations out of it; a step that failed without a failed test counts as one. */
  const take = (report, passed, runner) => {
    const { tests: found, ...counted } = readReport(report, runner)
    counts.push(passed || counted.failed > 0 ? counted : { ...counted, failed: 1 })
    tests.push(...found)
  }
  try {
    const withChromium = { ...env, SWITCHBOARD_CHROMIUM: chromium }
    const check = async (title, testsIn, name, ...args) => {
      const run = () =>
        runStep(title, node, [program(name), ...args], { env: withChromium, testsIn, out: process.stdout })
      return (await timed(title, run)) === 0
    }
    const vitest = async (title, name, project) => {
      const report = path.join(reports, `${name}.json`)
      const passed = await check(
        title,
        vitestPassed,
        'vitest',
        'run',
        '--project',
        project,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
      )
      take(report, passed, { counts: vitestCounts, durations: vitestDurations })
    }

    const failed = await timed(wholeTreeChecks.map(({ title }) => title).join(', '), () =>
      runTogether(
        wholeTreeChecks.map(({ title, args: [name, ...rest] }) => ({
          title,
          command: node,
          args: [program(name), ...rest],
        })),
        { env, out: process.stdout },
      ),
    )
    counts.push({ passed: 0, failed })
    // Whatever vitest.config.ts names, but for what reads a build that is not there yet.
    await vitest('Unit and integration tests', 'unit', '!build')
    await timed('Build', () => build(node, env))
    await vitest('What the build contains', 'build', 'build')
    const report = path.join(reports, 'playwright.json')
    withChromium.PLAYWRIGHT_JSON_OUTPUT_FILE = report
    const passed = await check('End to end', playwrightPassed, 'playwright', 'test', '--reporter=list,json')
    take(report, passed, { counts: playwrightCounts, durations: playwrightDurations })
  } catch (error) {
    counts.push({ passed: 0, failed: 1 })
    say(error.message)
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
  counts.push({ passed: 0, failed: scratch.end().length > 0 ? 1 : 0 })
  const { passed, failed } = addCounts(counts)
  mkdirSync(logFolder, { recursive: true })
  writeFileSync(path.join(logFolder, 'durations.txt'), `${durationLines(steps, tests).join('\n')}\n`)
  process.stdout.write(`\n${shortDurationLines(steps, tests).join('\n')}\n`)
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
  return failed === 0 ? 0 : 1
}

/** What looks at the whole tree and at no other one's result. */
const wholeTreeChecks = [
  { title: 'Types', args: ['tsc', '-b'] },
  { title: 'Lint', args: ['oxlint', '--deny-warnings'] },
  { title: 'Dead code', args: ['knip', '--no-progress'] },
  { title: 'Format', args: ['oxfmt', '--check'] },
]

/**
 * Processor time that the programs this one started have taken, ms, once they have ended, with those that they started
 * and waited for. Linux alone tells; 0 elsewhere.
 */
function processorMs() {
  if (process.platform !== 'linux') return 0
  // Fields after the name, which may hold anything: state is the first, cutime and cstime the fourteenth and fifteenth.
  const fields = readFileSync('/proc/self/stat', 'utf8').replace(/^.*\)/s, '').trim().split(' ')
  return (Number(fields[13]) + Number(fields[14])) * 10
}
