import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from '../build/build.mjs'
import { ensureChromium } from '../start/chromium.mjs'
import { measureProcessorTime } from '../process/processor-time.mjs'
import { program } from '../process/programs.mjs'
import { projectRoot } from '../project-root.mjs'
import { say } from '../say.mjs'
import { createScratch } from '../process/scratch.mjs'
import { logFolder, playwrightPassed, runTogether, vitestPassed } from './steps.mjs'
import { durationLines, playwrightDurations, shortDurationLines, vitestDurations } from './test-durations.mjs'
import { nightly } from './test-long.mjs'
import { addCounts, playwrightCounts, readReport, vitestCounts } from './test-summary.mjs'

/**
 * Everything that decides whether the tree is good: a build, then side by side types, lint, dead code, format, the
 * simulation, unit and integration tests, what the build contains, and end to end. Goes on after a failure, so that one
 * run tells all; answers the exit code. What a test leaves in the temporary folder is a failure too. A line tells of
 * each step, failures are shown whole. In the end comes where the time went: the slowest tests and files here, all of
 * them in .logs/durations.txt.
 */
export async function test(node, inherited, onExit) {
  const chromium = await ensureChromium(node)
  say(`Chromium: ${chromium}`)
  const scratch = createScratch(inherited, onExit)
  const reports = path.join(scratch.root, 'reports')
  mkdirSync(reports)
  const runners = testRunners(reports)
  const env = {
    ...scratch.env,
    SWITCHBOARD_CHROMIUM: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: runners.playwright.report,
  }
  const counts = []
  const steps = []
  const tests = []
  const processor = measureProcessorTime()
  /** Options of a step that note how long it took. */
  const timed = (title) => {
    const began = performance.now()
    let pid
    return {
      onStart: (child) => (pid = child.pid),
      onEnd: () => steps.push({ title, ms: performance.now() - began, processorMs: processor.total(pid) }),
    }
  }
  /**
   * Runs programs side by side; those that report tests have them counted, the others count as one each that failed.
   */
  const run = async (programs) => {
    const codes = await runTogether(
      programs.map(({ title, args: [name, ...args], testsIn }) => ({
        ...timed(title),
        title,
        command: node,
        args: [name.endsWith('.ts') ? path.join(projectRoot, name) : program(name), ...args],
        testsIn,
      })),
      { env, out: process.stdout },
    )
    programs.forEach(({ report, reader }, index) => {
      const { tests: found, ...counted } = report ? readReport(report, reader) : { passed: 0, failed: 0, tests: [] }
      // A step that failed without a failed test counts as one.
      const isCounted = codes[index] === 0 || counted.failed > 0
      counts.push(isCounted ? counted : { ...counted, failed: 1 })
      tests.push(...found)
    })
  }
  try {
    const built = await build(node, env, [], { out: process.stdout, ...timed('Build') }).catch((error) => error)
    if (built instanceof Error) {
      counts.push({ passed: 0, failed: 1 })
      say(built.message)
    }
    // Unit tests and checks leave a part of the processor idle, and end to end takes the rest.
    await run([
      ...wholeTreeChecks,
      simulation(),
      runners.vitest,
      ...(built instanceof Error ? [] : [runners.playwright]),
    ])
  } catch (error) {
    counts.push({ passed: 0, failed: 1 })
    say(error.message)
  } finally {
    processor.stop()
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
  // Threads of its own would do a third more work, and the tests keep the cores busy.
  { title: 'Types', args: ['tsc', '-b', '--singleThreaded'] },
  { title: 'Lint', args: ['oxlint', '--deny-warnings'] },
  { title: 'Dead code', args: ['knip', '--no-progress'] },
  { title: 'Format', args: ['oxfmt', '--check'] },
]

/**
 * Plans of failures that were mended, and fresh seeds: other ones for each commit, and the same ones whenever a commit
 * is tested again.
 */
const simulation = () => ({
  title: 'Simulation',
  args: ['simulation/main.ts', '--daily', '--seed', String(seedOfCommit())],
})

function seedOfCommit() {
  try {
    const hash = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: projectRoot, encoding: 'utf8' })
    return Number.parseInt(hash.slice(0, 7), 16)
  } catch {
    // A copy of the sources without their history.
    return 1
  }
}

const testRunners = (reports) => {
  const vitest = path.join(reports, 'vitest.json')
  const playwright = path.join(reports, 'playwright.json')
  return {
    vitest: {
      title: 'Unit and integration tests',
      args: ['vitest', 'run', '--project', '!outside', '--reporter=default', '--reporter=json'].concat(
        `--outputFile.json=${vitest}`,
      ),
      testsIn: vitestPassed,
      report: vitest,
      reader: { counts: vitestCounts, durations: vitestDurations },
    },
    playwright: {
      title: 'End to end',
      args: ['playwright', 'test', '--reporter=list,json', '--grep-invert', nightly],
      testsIn: playwrightPassed,
      report: playwright,
      reader: { counts: playwrightCounts, durations: playwrightDurations },
    },
  }
}
