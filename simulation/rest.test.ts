import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { sized } from '../src/core/testing/marathon.ts'

interface Cause {
  readonly what: RegExp
  /** At most so often an hour, whatever the number of instances, and so often for each of them. */
  readonly desk: number
  readonly each: number
  readonly why: string
}

/** What wakes a desk in an hour in which nothing happens. A wake-up that is not listed fails the test. */
const inventory: readonly Cause[] = [
  { what: /^asks receiveNotification/, desk: 0, each: 145, why: 'the long poll: the service answers after 25 seconds' },
  { what: /^asks getSettings/, desk: 1, each: 2, why: 'a webhook of another program would take the notifications' },
  { what: /^timer/, desk: 32, each: 2, why: 'what else is on this list, where it is due at a time' },
  { what: /^writer/, desk: 25, each: 2, why: 'that queues were empty, of all at once; the settings that were read' },
  { what: /^requests/, desk: 20, each: 0, why: 'empty waits are counted, of all instances at once' },
  {
    what: /^reader/,
    desk: 20,
    each: 2.5,
    why: 'old requests and events, messages that are due, settings that were read, in one piece or two',
  },
]

/** The hours from `from` to `to` of a desk with so many instances. */
const life = (instances: number, from: number, to: number) => `
  import { memoryFolder } from './memory-folder.ts'
  import { makePlan } from './plan/make-plan.ts'
  import { makePlanOf } from './plan/steps.ts'
  import { simulate } from './simulate.ts'
  using folder = memoryFolder()
  const hour = 3_600_000
  const quiet = { customers: 0, hasHistories: true, hasProgram: false, hasUndo: false, isBusy: false }
  const setting = { ...makePlan(1, 1).setting, ...quiet }
  const plan = makePlanOf({ seed: 1, ms: ${to} * hour, setting, steps: [] })
  const counts = {}
  const count = (what) => (counts[what] = (counts[what] ?? 0) + 1)
  const { failure } = await simulate(plan, {
    folder: folder.path,
    idleInstances: ${instances - 1},
    onTrace(line) {
      const [at, owner, ...label] = line.split(' ')
      if (Number(at) < ${from} * hour || Number(at) >= ${to} * hour) return
      const thread = /^core1\\.([a-z]+)/.exec(owner)?.[1]
      if (thread !== undefined && label[0] === 'arrives') count(thread + ' ' + label.slice(1).join(' '))
      if (owner === 'core1' && label[0] === 'timeout') count('timer')
      if (owner === '.' && label.at(-2) === 'arrives') count('asks ' + label[1])
    },
  })
  process.stdout.write(JSON.stringify({ counts, failure }))`

test.for([
  { instances: 1, from: 2, to: 6 },
  { instances: sized(40, 200), from: 1.5, to: 2 },
])('a desk of $instances at rest wakes for nothing that is not on the list', async ({ instances, from, to }) => {
  // A process of its own: a simulation replaces what a process has of time, randomness and files.
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', life(instances, from, to)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname })
  const { counts, failure } = JSON.parse(stdout) as { counts: Record<string, number>; failure: unknown }
  expect(failure).toBeNull()
  const woken = Object.entries(counts).map(([what, times]) => ({ what, perHour: times / (to - from) }))
  expect(woken.filter(({ what }) => inventory.every((cause) => !cause.what.test(what)))).toEqual([])
  const sums = inventory.map(({ what, desk, each }) => {
    const perHour = woken.filter((one) => what.test(one.what)).reduce((sum, one) => sum + one.perHour, 0)
    return { what, most: desk + each * instances, perHour }
  })
  expect(sums.filter(({ perHour, most }) => perHour > most || perHour === 0)).toEqual([])
})
