import { readFileSync } from 'node:fs'
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
  --shrink      makes the plan of a failure smaller and stores it in simulation/corpus
  --trace       prints every event
  --store DIR   leaves the data directory of the last seed there
  --stop        ends at the first failure`

const say = (line: string) => void process.stdout.write(`${line}\n`)

function readOptions() {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      seeds: { type: 'string' },
      minutes: { type: 'string' },
      hours: { type: 'string', default: '0.06' },
      plan: { type: 'string' },
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

async function main(): Promise<number> {
  const options = readOptions()
  if (options.help) {
    say(usage)
    return 0
  }
  const stored = options.plan === undefined ? null : parsePlan(readFileSync(options.plan, 'utf8'))
  const until = options.minutes === null ? Infinity : performance.now() + options.minutes * 60_000
  const count = stored !== null ? 1 : (options.seeds ?? (options.minutes === null ? 1 : Infinity))
  using folder = memoryFolder()
  const totals = createTotals()
  for (let index = 0; index < count && performance.now() < until; index++) {
    const plan = stored ?? makePlan(options.seed + index, options.hours)
    const outcome = await simulate(plan, {
      folder: folder.path,
      ...(options.trace ? { onTrace: say } : {}),
      ...(options.store === undefined ? {} : { leaveStoreIn: options.store }),
    })
    totals.add(outcome)
    say(totals.line(outcome))
    if (outcome.failure === null) continue
    report(plan, outcome.trace, options.plan ?? null, options.hours)
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
function report(plan: Plan, trace: readonly string[], file: string | null, hours: number): void {
  say(`  The world: ${JSON.stringify(plan.setting)}`)
  const shown = plan.steps.length > 40 ? plan.steps.slice(-40) : plan.steps
  if (shown.length < plan.steps.length)
    say(`  The last ${shown.length} of ${plan.steps.length} steps (--shrink finds those that matter):`)
  for (const step of shown) say(`  ${describeStep(step)}`)
  say('  The last events:')
  for (const line of trace.slice(-25)) say(`    ${line.slice(0, 200)}`)
  say(`  Replay: npm run simulate -- ${file === null ? `--seed ${plan.seed} --hours ${hours}` : `--plan ${file}`}`)
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
}
