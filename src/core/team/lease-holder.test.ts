import { expect, test } from 'vitest'
import type { InstanceKey } from '../../contract/ids.ts'
import { createSilentLogger } from '../testing/silent-logger.ts'
import { holdLeases } from './lease-holder.ts'
import type { DeskId, Lease, SharedInstanceId } from '../sharing/shared-team.ts'

const theirs = 1_000_000_000
const [own, other] = ['own', 'other'] as [DeskId, DeskId]
const lease = (instance: number, silentMs: number, holder = other): Lease => ({
  instance: instance as SharedInstanceId,
  holder,
  wantedBy: null,
  epoch: 1,
  heldSince: theirs,
  beatAt: theirs - silentMs,
  idleAt: null,
  lastN: 0,
  lastLink: null,
  run: null,
  deletedN: 0,
  isFree: false,
})

/** How long a desk waits after a look that finds these leases, ms. */
async function waitAfter(leases: readonly Lease[]): Promise<number> {
  const ending = new AbortController()
  const waits: number[] = []
  const holder = holdLeases({
    team: {
      beHere: () => Promise.resolve({ now: theirs, generation: null }),
      leases: () => Promise.resolve(leases),
      renewLeases: () => Promise.resolve([]),
      takeLease: () => Promise.resolve(null),
      leaveLease: () => Promise.resolve(true),
    },
    desk: own,
    run: 'run',
    name: () => 'Anna',
    clock: {
      now: () => 0,
      monotonic: () => 0,
      setTimer: () => () => undefined,
      sleep(ms) {
        waits.push(ms)
        ending.abort()
        return Promise.resolve()
      },
    },
    logger: createSilentLogger(),
    wanted: () => new Map([1, 2, 3].map((id) => [id as SharedInstanceId, id as InstanceKey])),
    onLeases: () => undefined,
    onAnswer: () => undefined,
    onChange: () => undefined,
  })
  await holder.run(ending.signal)
  return waits[0] ?? NaN
}

test('a desk looks every 2.5 s, and earlier when the lease of a silent holder ends before', async () => {
  expect(await waitAfter([])).toBe(2_500)
  expect(await waitAfter([lease(1, 4_000), lease(2, 7_400)])).toBe(2_500)
  expect(await waitAfter([lease(1, 4_000), lease(2, 9_000), lease(3, 8_000)])).toBe(1_200)
  // Between two answers of the database it may have ended; nobody asks without a pause.
  expect(await waitAfter([lease(1, 10_100)])).toBe(200)
  // Its own, and one for which it can not receive.
  expect(await waitAfter([lease(9, 9_000)])).toBe(2_500)
})

test('a lease that is free in a database that was set back is taken when its reader has noticed, not before', async () => {
  const ending = new AbortController()
  let monotonic = 0
  const taken: number[] = []
  const holder = holdLeases({
    team: {
      beHere: () => Promise.resolve({ now: theirs, generation: null }),
      leases: () => Promise.resolve([{ ...lease(1, 60_000), isFree: true }]),
      renewLeases: () => Promise.resolve([]),
      takeLease() {
        taken.push(monotonic)
        ending.abort()
        return Promise.resolve(2)
      },
      leaveLease: () => Promise.resolve(true),
    },
    desk: own,
    run: 'run',
    name: () => 'Anna',
    clock: {
      now: () => 0,
      monotonic: () => monotonic,
      setTimer: () => () => undefined,
      sleep(ms) {
        monotonic += ms
        return Promise.resolve()
      },
    },
    logger: createSilentLogger(),
    wanted: () => new Map([[1 as SharedInstanceId, 1 as InstanceKey]]),
    onLeases: () => undefined,
    onAnswer: () => undefined,
    onChange: () => undefined,
  })
  holder.setBack()
  await holder.run(ending.signal)
  expect(taken).toEqual([10_000])
})
