import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { makePlan, makeTeamPlan } from './plan/make-plan.ts'
import { describeStep, parsePlan, type Plan } from './plan/steps.ts'
import { readOptions, usage, type Options } from './read-options.ts'
import { live } from './live.ts'
import { shrinkPlan, writePlan } from './shrink.ts'
import { memoryFolder } from './memory-folder.ts'
import { sentenceOf } from './sentence-of.ts'
import { createTotals } from './totals.ts'

/** How long the seeds of each run of the tests take, seconds of processor. */
const dailySeconds = 20

const say = (line: string) => void process.stdout.write(`${line}\n`)

interface Life {
  readonly plan: Plan
  /** What lives it again. */
  readonly replay: string
}

function* plannedLives(options: Options): Generator<Life> {
  if (options.plan !== undefined) {
    yield { plan: parsePlan(readFileSync(options.plan, 'utf8')), replay: `--plan ${options.plan}` }
    return
  }
  if (options.daily) yield* storedLives()
  const until = options.minutes === null ? Infinity : performance.now() + options.minutes * 60_000
  const processor = process.cpuUsage()
  const isOver = () => {
    const { user, system } = process.cpuUsage(processor)
    return performance.now() >= until || (options.daily && user + system >= dailySeconds * 1e6)
  }
  const count = options.seeds ?? (options.daily || options.minutes !== null ? Infinity : 1)
  for (let seed = options.seed; seed < options.seed + count && !isOver(); seed++)
    yield options.team
      ? { plan: makeTeamPlan(seed, options.hours), replay: `--team --seed ${seed} --hours ${options.hours}` }
      : { plan: makePlan(seed, options.hours), replay: `--seed ${seed} --hours ${options.hours}` }
}

/** Plans of failures that were mended. */
function* storedLives(): Generator<Life> {
  const folder = path.join(import.meta.dirname, 'corpus')
  for (const name of readdirSync(folder).toSorted()) {
    const plan = parsePlan(readFileSync(path.join(folder, name), 'utf8'))
    yield { plan, replay: `--plan simulation/corpus/${name}` }
  }
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2))
  if (options.help) {
    say(usage)
    return 0
  }
  using folder = memoryFolder()
  const totals = createTotals()
  for (const { plan, replay } of plannedLives(options)) {
    const outcome = await live(plan, {
      folder: folder.path,
      ...(options.trace ? { onTrace: say } : {}),
      ...(options.store === undefined ? {} : { leaveStoreIn: options.store }),
    })
    totals.add(outcome)
    say(totals.line(outcome, replay))
    if (outcome.failure === null) continue
    report(plan, outcome.trace, replay)
    if (options.shrink) {
      const smaller = await shrinkPlan(plan, outcome.failure.what, folder.path, say)
      const file = writePlan(smaller)
      say(`${smaller.steps.length} of ${plan.steps.length} steps are left:`)
      for (const step of smaller.steps) say(describeStep(step))
      say(`Replay: npm run simulate -- --plan ${file}`)
    }
    if (options.stop) break
  }
  say(totals.summary())
  return totals.failures() === 0 ? 0 : 1
}

/** What a person needs to understand a failure, and to see it again. */
function report(plan: Plan, trace: readonly string[], replay: string): void {
  say(`  The world: ${JSON.stringify(plan.setting)}`)
  const shown = plan.steps.slice(-40)
  if (shown.length < plan.steps.length)
    say(`  The last ${shown.length} of ${plan.steps.length} steps (--shrink finds those that matter):`)
  for (const step of shown) say(`  ${describeStep(step)}`)
  say('  The last events:')
  for (const line of trace.slice(-25)) say(`    ${line.slice(0, 200)}`)
  say(`  Replay: npm run simulate -- ${replay}`)
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`)
  process.exitCode = 2
}
