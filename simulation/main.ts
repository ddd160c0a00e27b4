import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { makePlan } from './plan/make-plan.ts'
import { describeStep, parsePlan } from './plan/steps.ts'
import type { Plan } from './plan/steps.ts'
import { simulate } from './simulate.ts'
import { shrinkPlan, writePlan } from './shrink.ts'
import { memoryFolder } from './memory-folder.ts'
import { createTotals } from './totals.ts'

const usage = `npm run simulate -- [options]
  --seed N      the first seed (default: a random one)
  --seeds N     how many seeds, one after the other (default: 1)
  --minutes M   seeds until M minutes are over
  --hours H     how long the trouble of each seed lasts (default: 0.06)
  --plan FILE   lives a stored plan
  --daily       lives all stored plans, and seeds for twenty seconds of processor
  --shrink      makes the plan of a failure smaller and stores it in simulation/corpus
  --trace       prints every event
  --store DIR   leaves the data directory of the last seed there
  --stop        ends at the first failure`

/** How long the seeds of each run of the tests take, seconds of processor. */
const dailySeconds = 20

const say = (line: string) => void process.stdout.write(`${line}\n`)

function readOptions() {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      seeds: { type: 'string' },
      minutes: { type: 'string' },
      hours: { type: 'string', default: '0.06' },
      plan: { type: 'string' },
      daily: { type: 'boolean', default: false },
      shrink: { type: 'boolean', default: false },
      trace: { type: 'boolean', default: false },
      store: { type: 'string' },
      stop: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const number = (name: 'seed' | 'seeds' | 'minutes' | 'hours', isWhole: boolean): number | null => {
    const text = values[name]
    if (text === undefined) return null
    const value = Number(text)
    if (text.trim() === '' || !Number.isFinite(value) || value < 0 || (isWhole && !Number.isSafeInteger(value)))
      throw new Error(`--${name} is ${isWhole ? 'a whole number' : 'a number'} from 0 on, not "${text}".`)
    return value
  }
  return {
    ...values,
    seed: number('seed', true) ?? Math.floor(Math.random() * 1_000_000),
    seeds: number('seeds', true),
    minutes: number('minutes', false),
    hours: number('hours', false) ?? 0.06,
  }
}

interface Life {
  readonly plan: Plan
  /** What lives it again. */
  readonly replay: string
}

function* plannedLives(options: ReturnType<typeof readOptions>): Generator<Life> {
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
    yield { plan: makePlan(seed, options.hours), replay: `--seed ${seed} --hours ${options.hours}` }
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
  const options = readOptions()
  if (options.help) {
    say(usage)
    return 0
  }
  using folder = memoryFolder()
  const totals = createTotals()
  for (const { plan, replay } of plannedLives(options)) {
    const outcome = await simulate(plan, {
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
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
}
