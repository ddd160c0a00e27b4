import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { program } from '../process/programs.mjs'
import { projectRoot } from '../project-root.mjs'
import { say } from '../say.mjs'
import { sourceSize } from './source-size.mjs'
import { runStep, runTogether, vitestPassed } from './steps.mjs'

/** Test files that one check runs at most: half a minute on two cores where they are of the slow kind. */
const most = 10
/** They judge words and rules of all sources, and no import leads from a source to them. */
const ofTheTree = ['tools/lint/', 'tools/mutants/']

/**
 * What is worth a minute before each commit: types, lint, format, and the unit tests that a change can break. Goes on
 * after a failure, so that one run tells all; answers the exit code. `npm test` decides whether the tree is good.
 * `--baseline` stores the size of the source as the one that growth is measured from.
 */
export async function check(node, env, args) {
  const step = (title, name, ...args) => ({ title, command: node, args: [program(name), ...args] })
  const whole = [
    step('Types', 'tsc', '-b'),
    step('Lint', 'oxlint', '--deny-warnings'),
    step('Format', 'oxfmt', '--check'),
  ]
  const codes = await runTogether(whole, { env, out: process.stdout })
  let failed = codes.filter((code) => code !== 0).length
  const base = whereTheBranchBegan()
  const inReach = listTests(node, env, '--changed', base)
  const { run, left } = testsToRun(changedFiles(base), listTests(node, env), inReach, most)
  const projects = ['--project', '!build', '--project', '!outside']
  const tests = step('Unit tests of what changed', 'vitest', 'run', ...projects, ...ofTheTree, ...run)
  const options = { env, testsIn: vitestPassed, out: process.stdout }
  if ((await runStep(tests.title, tests.command, tests.args, options)) !== 0) failed += 1
  if (left > 0) say(`${left} more test files have to do with what changed: npm test runs them.`)
  say(sourceSize(args.includes('--baseline')))
  return failed === 0 ? 0 : 1
}

/**
 * Of all test files (paths relative to the project) those in the folder of a changed file, then those whose imports
 * reach one, at most so many; and how many of them are left out. The folder counts by itself, because what runs in a
 * worker is loaded by its address and no import leads to it.
 */
export function testsToRun(changed, all, inReach, limit) {
  const folders = new Set(changed.map((file) => path.posix.dirname(file)))
  const beside = all.filter((file) => folders.has(path.posix.dirname(file)))
  const found = [...new Set([...beside, ...inReach])]
  return { run: found.slice(0, limit), left: Math.max(0, found.length - limit) }
}

/** The commit that this branch shares with the one it follows, else with main: what came after it is the change. */
function whereTheBranchBegan() {
  for (const other of ['@{upstream}', 'origin/HEAD', 'main']) {
    const base = git('merge-base', 'HEAD', other)[0]
    if (base !== undefined) return base
  }
  return 'HEAD'
}

const changedFiles = (base) => [
  ...git('diff', '--name-only', '--relative', base),
  ...git('ls-files', '--others', '--exclude-standard'),
]

/** The lines that git answers; none when it refuses. */
function git(...args) {
  try {
    return lines(execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  } catch {
    return []
  }
}

/** Unit test files as vitest finds them, relative to the project. */
function listTests(node, env, ...flags) {
  const args = [
    program('vitest'),
    'list',
    '--filesOnly',
    '--json',
    '--project',
    '!build',
    '--project',
    '!outside',
    ...flags,
  ]
  const found = JSON.parse(execFileSync(node, args, { cwd: projectRoot, env, encoding: 'utf8' }))
  return found.map(({ file }) => path.relative(projectRoot, file).split(path.sep).join('/'))
}

const lines = (text) => text.split('\n').filter(Boolean)
