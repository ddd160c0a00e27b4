import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { runToEnd } from '../process/children.mjs'
import { program } from '../process/programs.mjs'
import { projectRoot } from '../project-root.mjs'
import { say } from '../say.mjs'
import { inScratch } from '../process/scratch.mjs'
import { mostSeeds, seededBugs } from './seeded-bugs.mjs'
import { mutants as fixes } from './table.mjs'

/**
 * A test that a mutant makes hang counts as failed after so many ms; a passing one is far faster on a busy machine too.
 */
const hangMs = 120_000

/** Each kindness of the emulator as its default: kindnesses.test.ts must notice. */
const kindnesses = () => {
  const list = readFileSync(path.join(projectRoot, 'src/emulator/world/kindnesses.ts'), 'utf8')
  return [...list.matchAll(/^ {2}'(\w+)',$/gm)].map(([, kindness]) => ({
    name: `the emulator is kind by itself: ${kindness}`,
    file: 'src/emulator/world/behaviour.ts',
    text: 'kinder: [],',
    replacement: `kinder: ['${kindness}'],`,
    test: 'src/emulator/kindnesses.test.ts',
    title: `unless ${kindness} is named`,
  }))
}

/** The text with the mutant in it; null where the place is not there exactly once. */
export const mutate = (source, { text, replacement }) => {
  const parts = source.split(text)
  return parts.length === 2 ? parts.join(replacement) : null
}

/** Everything that git knows or would take, in a folder of its own: the tree stays as it is while others work in it. */
function copyProject(to) {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: projectRoot,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  for (const file of new Set(listed.split('\0').filter(Boolean))) {
    mkdirSync(path.dirname(path.join(to, file)), { recursive: true })
    cpSync(path.join(projectRoot, file), path.join(to, file), { force: true, verbatimSymlinks: true })
  }
  symlinkSync(path.join(projectRoot, 'node_modules'), path.join(to, 'node_modules'), 'dir')
}

/** Tests of the window run in a real browser, which vitest does not start. */
const isInBrowser = ({ test }) => test.startsWith('e2e/')

const asPattern = (text) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/** Whether the tests of these mutants in the window pass in the copy, which is built anew. */
async function passInBrowser(node, env, folder, asked) {
  const files = [...new Set(asked.map(({ test }) => test))]
  const titles = asked.map(({ title }) => asPattern(title)).join('|')
  const run = [path.join(folder, 'tools/run.mjs'), 'e2e', '--project=window', ...files, '-g', titles]
  return (await runToEnd(node, run, { env, cwd: folder, stdout: 'ignore', stderr: 'ignore' })) === 0
}

/**
 * Runs the tests of these mutants in the copy. Answers the state of one by its title: 'passed', 'failed', or 'missing'.
 */
async function ask(node, env, folder, wanted) {
  const inBrowser = wanted.filter(isInBrowser)
  const doPass = inBrowser.length === 0 || (await passInBrowser(node, env, folder, inBrowser))
  const asked = wanted.filter((mutant) => !isInBrowser(mutant))
  const stateOf = asked.length === 0 ? () => 'missing' : await askVitest(node, env, folder, asked)
  return (mutant) => (!isInBrowser(mutant) ? stateOf(mutant) : doPass ? 'passed' : 'failed')
}

async function askVitest(node, env, folder, asked) {
  const report = path.join(folder, 'mutants.json')
  rmSync(report, { force: true })
  const files = [...new Set(asked.map(({ test }) => test))]
  const titles = [...new Set(asked.map(({ title }) => asPattern(title)))].join('|')
  const about = ['--reporter=json', `--outputFile=${report}`, '--testTimeout', String(hangMs)]
  const projects = [...new Set(files.map((file) => /^src\/(team|renderer)\//.exec(file)?.[1] ?? 'node'))]
  const chosen = projects.flatMap((project) => ['--project', project])
  const run = [program('vitest'), 'run', ...chosen, ...files, '-t', titles, ...about]
  await runToEnd(node, run, { env, cwd: folder, stdout: 'ignore', stderr: 'ignore' })
  const results = JSON.parse(readFileSync(report, 'utf8')).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({ name, fullName, status })),
  )
  return ({ test, title }) => {
    const states = results.filter(({ name, fullName }) => name.endsWith(test) && fullName.includes(title))
    if (states.some(({ status }) => status === 'failed')) return 'failed'
    return states.some(({ status }) => status === 'passed') ? 'passed' : 'missing'
  }
}

/**
 * Simulates one seed after the other in the copy until one fails, or a stored plan. Answers how many it took, and the
 * seconds of processor; undefined: none failed.
 * @param plan undefined: seeds
 */
function seedsToFailure(node, env, folder, plan) {
  const bySeed = ['--seed', '1', '--seeds', String(mostSeeds), '--stop']
  const args = ['simulation/main.ts', ...(plan === undefined ? bySeed : ['--plan', plan])]
  const { status, stdout } = spawnSync(node, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: folder,
    env,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  })
  const [, seeds, seconds] = /^(\d+) seeds, .* in ([\d.]+) s of processor/m.exec(stdout) ?? []
  return status === 1 ? { seeds, seconds } : undefined
}

/** Puts each bug into the copy, and expects the simulation to notice. Answers whether it noticed all. */
function runSeededBugs(node, env, folder, bugs) {
  if (bugs.length === 0) return true
  const plans = new Set(bugs.map(({ plan }) => plan))
  const isSound = [...plans].every((plan) => seedsToFailure(node, env, folder, plan) === undefined)
  if (!isSound) say('The simulation fails without any bug.')
  const missed = bugs.filter(({ name, plan, ...bug }) => {
    const place = path.join(folder, bug.file)
    const source = readFileSync(place, 'utf8')
    const changed = mutate(source, bug)
    writeFileSync(place, changed ?? source)
    const failure = changed === null ? undefined : seedsToFailure(node, env, folder, plan)
    writeFileSync(place, source)
    const unnoticed =
      changed === null ? 'does not apply' : `NOT NOTICED in ${plan === undefined ? `${mostSeeds} seeds` : 'its plan'}`
    say(
      `${failure === undefined ? unnoticed : `noticed by ${plan === undefined ? `seed ${failure.seeds}` : 'its plan'}, ${failure.seconds} s`}: ${name}`,
    )
    return failure === undefined
  })
  return isSound && missed.length === 0
}

/**
 * Takes back each fix and each unkindness, one by one, and expects its test to fail. Answers the exit code: 1 when a
 * test does not notice, when it fails without the mutant too, or when a mutant no longer applies.
 * @param args words of names; none: all; `simulation`: the seeded bugs alone
 */
export async function mutants(node, inherited, args, onExit) {
  const words = args.join(' ').toLowerCase()
  const chosen = [...kindnesses(), ...fixes].filter(({ name }) => name.toLowerCase().includes(words))
  const bugs = seededBugs.filter(({ name }) => words === 'simulation' || name.toLowerCase().includes(words))
  return inScratch(inherited, onExit, async (env) => {
    const folder = path.join(env.TMPDIR ?? env.TEMP, 'mutants')
    copyProject(folder)
    let bad = chosen.length + bugs.length === 0 ? 1 : 0
    if (!runSeededBugs(node, env, folder, bugs)) bad = 1
    const stateBefore = chosen.length === 0 ? () => 'missing' : await ask(node, env, folder, chosen)
    for (const mutant of chosen) {
      const place = path.join(folder, mutant.file)
      const source = readFileSync(place, 'utf8')
      const changed = mutate(source, mutant)
      const before = stateBefore(mutant)
      let result = changed === null ? 'does not apply' : `${before} without it`
      if (changed !== null && before === 'passed') {
        writeFileSync(place, changed)
        result = (await ask(node, env, folder, [mutant]))(mutant) === 'failed' ? 'noticed' : 'NOT NOTICED'
        writeFileSync(place, source)
      }
      if (result !== 'noticed') bad = 1
      say(`${result.padEnd(18)} ${mutant.name} (${mutant.test}: ${mutant.title})`)
    }
    rmSync(folder, { recursive: true, force: true })
    return bad
  })
}
