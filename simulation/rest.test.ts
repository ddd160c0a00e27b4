import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/**
 * What a desk may do in an hour in which nothing happens: by what wakes it, at most how often, and why. A wake-up that
 * is not listed fails the test.
 */
const inventory: readonly (readonly [what: RegExp, most: number, why: string])[] = [
  [/^asks receiveNotification/, 145, 'the long poll: the service answers after 25 seconds'],
  [/^asks getSettings/, 3, 'a webhook that another program set would take the notifications'],
  [/^timer/, 300, 'between two polls; when the desk was last alive; empty waits are counted'],
  [/^writer/, 60, 'when the desk was last alive, every 75 seconds: an absence shows at the next start'],
  [/^requests/, 65, 'empty waits are counted, once a minute'],
  [/^reader/, 20, 'what is checked once an hour: old requests, old events, messages that are due'],
]

const life = `
  import { memoryFolder } from './memory-folder.ts'
  import { makePlan } from './plan/make-plan.ts'
  import { makePlanOf } from './plan/steps.ts'
  import { simulate } from './simulate.ts'
  using folder = memoryFolder()
  const hour = 3_600_000
  const quiet = { customers: 0, hasHistories: true, hasProgram: false, hasUndo: false, isBusy: false }
  const setting = { ...makePlan(1, 1).setting, ...quiet }
  const plan = makePlanOf({ seed: 1, ms: 6 * hour, setting, steps: [] })
  const counts = {}
  const count = (what) => (counts[what] = (counts[what] ?? 0) + 1)
  const { failure } = await simulate(plan, {
    folder: folder.path,
    onTrace(line) {
      const [at, owner, ...label] = line.split(' ')
      if (Number(at) < 2 * hour || Number(at) >= 6 * hour) return
      const thread = /^core1\\.([a-z]+)/.exec(owner)?.[1]
      if (thread !== undefined && label[0] === 'arrives') count(thread + ' ' + label.slice(1).join(' '))
      if (owner === 'core1' && label[0] === 'timeout') count('timer')
      if (owner === '.' && label.at(-2) === 'arrives') count('asks ' + label[1])
    },
  })
  process.stdout.write(JSON.stringify({ counts, failure }))`

test('a desk at rest wakes for nothing that is not on the list', async () => {
  // A process of its own: a simulation replaces what a process has of time, randomness and files.
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', life]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname })
  const { counts, failure } = JSON.parse(stdout) as { counts: Record<string, number>; failure: unknown }
  expect(failure).toBeNull()
  const woken = Object.entries(counts).map(([what, times]) => ({ what, perHour: times / 4 }))
  expect(woken.filter(({ what }) => inventory.every(([known]) => !known.test(what)))).toEqual([])
  const sums = inventory.map(([known, most]) => {
    const perHour = woken.filter(({ what }) => known.test(what)).reduce((sum, one) => sum + one.perHour, 0)
    return { known, most, perHour }
  })
  expect(sums.filter(({ perHour, most }) => perHour > most || perHour === 0)).toEqual([])
})
