import { parseArgs } from 'node:util'

export const usage = `npm run simulate -- [options]
  --seed N      the first seed (default: a random one)
  --seeds N     how many seeds, one after the other (default: 1)
  --minutes M   seeds until M minutes are over
  --hours H     how long the trouble of each seed lasts (default: 0.06)
  --team        seeds of a team, with two or three desks and a database
  --plan FILE   lives a stored plan
  --daily       lives all stored plans, and seeds for twenty seconds of processor
  --shrink      makes the plan of a failure smaller and stores it in simulation/corpus
  --trace       prints every event
  --store DIR   leaves the data directory of the last seed there
  --stop        ends at the first failure`

/** Throws an error whose message says which option is wrong. */
export function readOptions(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string' },
      seeds: { type: 'string' },
      minutes: { type: 'string' },
      hours: { type: 'string', default: '0.06' },
      team: { type: 'boolean', default: false },
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

export type Options = ReturnType<typeof readOptions>
