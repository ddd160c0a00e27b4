import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { build } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { program } from './programs.mjs'
import { say } from './say.mjs'
import { createScratch } from './scratch.mjs'
import { playwrightPassed, runStep, vitestPassed } from './steps.mjs'
import { addCounts, countReport, playwrightCounts, vitestCounts } from './test-summary.mjs'

/**
 * Everything that decides whether the tree is good: types, lint, dead code, format, unit and integration tests, build, what the
 * build contains, end to end. Goes on after a failure, so that one run tells all; answers the exit code.
 * What a test leaves in the temporary folder is a failure too. A line tells of each step, failures are shown whole.
 */
export async function test(node, inherited, onExit) {
  const chromium = await ensureChromium(node)
  say(`Chromium: ${chromium}`)
  const scratch = createScratch(inherited, onExit)
  const { env } = scratch
  const reports = path.join(scratch.root, 'reports')
  mkdirSync(reports)
  const counts = []
  try {
    const withChromium = { ...env, SWITCHBOARD_CHROMIUM: chromium }
    const check = async (title, testsIn, name, ...args) =>
      (await runStep(title, node, [program(name), ...args], { env: withChromium, testsIn, out: process.stdout })) === 0
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
      const counted = countReport(report, vitestCounts)
      counts.push(passed || counted.failed > 0 ? counted : { ...counted, failed: 1 })
    }
    const plain = async (title, ...args) =>
      counts.push({ passed: 0, failed: (await check(title, undefined, ...args)) ? 0 : 1 })

    await plain('Types', 'tsc', '-b')
    await plain('Lint', 'oxlint', '--deny-warnings')
    await plain('Dead code', 'knip', '--no-progress')
    await plain('Format', 'oxfmt', '--check')
    // Whatever vitest.config.ts names, but for what reads a build that is not there yet.
    await vitest('Unit and integration tests', 'unit', '!build')
    await build(node, env)
    await vitest('What the build contains', 'build', 'build')
    const report = path.join(reports, 'playwright.json')
    withChromium.PLAYWRIGHT_JSON_OUTPUT_FILE = report
    const passed = await check('End to end', playwrightPassed, 'playwright', 'test', '--reporter=list,json')
    const counted = countReport(report, playwrightCounts)
    counts.push(passed || counted.failed > 0 ? counted : { ...counted, failed: 1 })
  } catch (error) {
    counts.push({ passed: 0, failed: 1 })
    say(error.message)
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
  counts.push({ passed: 0, failed: scratch.end().length > 0 ? 1 : 0 })
  const { passed, failed } = addCounts(counts)
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
  return failed === 0 ? 0 : 1
}
