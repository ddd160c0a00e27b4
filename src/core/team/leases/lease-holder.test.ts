import { expect, test } from 'vitest'
import type { InstanceKey } from '../../../contract/ids.ts'
import { createSilentLogger } from '../../testing/silent-logger.ts'
import { holdLeases } from './lease-holder.ts'
import type { Lease } from '../../sharing/shared-team.ts'
import type { DeskId, SharedInstanceId } from '../../sharing/shared-ids.ts'

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

/**
 * When a desk takes a lease that another one renewed at 0 for the last time, ms. It polls first at `firstPollAt`, each
 * call takes `callMs`, and the database has the same clock.
 */
async function takenAt(options: {
  readonly firstPollAt: number
  readonly callMs: number
  readonly isSetBack?: boolean
}): Promise<number> {
  const ending = new AbortController()
  let now = options.firstPollAt
  let taken = NaN
  const answer = <Value>(value: () => Value) => {
    now += options.callMs
    return Promise.resolve(value())
  }
  const holder = holdLeases({
    team: {
      beHere: () => answer(() => ({ now: theirs + now, generation: null })),
      leases: () => answer(() => [{ ...lease(1, 0), isFree: now > 10_000 || options.isSetBack === true }]),
      renewLeases: () => answer(() => []),
      takeLease: () =>
        answer(() => {
          taken = now
          ending.abort()
          return 2
        }),
      leaveLease: () => answer(() => true),
    },
    desk: own,
    run: 'run',
    name: () => 'Anna',
    clock: {
      now: () => now,
      monotonic: () => now,
      setTimer: () => () => undefined,
      sleep(ms) {
        now += ms
        return Promise.resolve()
      },
    },
    logger: createSilentLogger(),
    wanted: () => new Map([[1 as SharedInstanceId, 1 as InstanceKey]]),
    onLeases: () => undefined,
    onAnswer: () => undefined,
    onChange: () => undefined,
  })
  if (options.isSetBack === true) holder.setBack()
  await holder.run(ending.signal)
  return taken
}

test('the lease of a killed reader is taken 10 to 10.5 s after its last renewal, and so 7.5 to 10.5 s after the kill', async () => {
  for (const callMs of [1, 20, 50]) {
    for (let firstPollAt = 0; firstPollAt < 2_500; firstPollAt += 50) {
      const at = await takenAt({ firstPollAt, callMs })
      expect(at).toBeGreaterThan(10_000)
      expect(at).toBeLessThanOrEqual(10_500)
    }
  }
})

test('a lease that is free in a database that was set back is taken when its reader has noticed, not before', async () => {
  expect(await takenAt({ firstPollAt: 0, callMs: 0, isSetBack: true })).toBe(10_000)
})

/** A lease that was taken at 0 by both clocks, of a desk that gets to the next renewal when it is told to. */
async function createLease() {
  let resting = Promise.withResolvers<void>()
  let goOn = () => {}
  let changes = 0
  const now = { wall: 0, monotonic: 0 }
  const timers = new Set<{ readonly at: number; readonly ring: () => void }>()
  const shared = 1 as SharedInstanceId
  let known: Lease = { ...lease(1, 0), isFree: true }
  let renewalMs = 0
  const reported: boolean[] = []
  let whileRenewed = () => {}
  const holder = holdLeases({
    team: {
      beHere: () => Promise.resolve({ now: theirs, generation: null }),
      leases: () => Promise.resolve([known]),
      renewLeases(mine) {
        now.wall += renewalMs
        now.monotonic += renewalMs
        reported.push(...mine.map(({ idle }) => idle))
        whileRenewed()
        return Promise.resolve(mine.map(({ instance }) => ({ instance, wantedBy: null })))
      },
      takeLease() {
        known = { ...lease(1, 0, own), epoch: 2, run: 'run' }
        return Promise.resolve(2)
      },
      leaveLease: () => Promise.resolve(true),
    },
    desk: own,
    run: 'run',
    name: () => 'Anna',
    clock: {
      now: () => now.wall,
      monotonic: () => now.monotonic,
      setTimer(ms, ring) {
        // A millisecond early, as Node's are now and then.
        timers.add({ at: now.monotonic + Math.max(1, ms - 1), ring })
        return () => undefined
      },
      sleep() {
        resting.resolve()
        return new Promise((resolve) => {
          goOn = resolve
        })
      },
    },
    logger: createSilentLogger(),
    wanted: () => new Map([[shared, 1 as InstanceKey]]),
    onLeases: () => undefined,
    onAnswer: () => undefined,
    onChange: () => void (changes += 1),
  })
  void holder.run(new AbortController().signal)
  await resting.promise
  const closing = holder.held(shared)?.closing.signal
  return {
    isHeld: () => holder.held(shared) !== null,
    held: () => holder.held(shared),
    wentBack: (n: number) => holder.wentBack(shared, n),
    /** Another desk had it meanwhile, and gave it back to this one. */
    comesAgain(epoch: number) {
      known = { ...known, epoch }
    },
    /** How often those who wait for it were woken. */
    changes: () => changes,
    /** What each renewal reported of the queue: whether it was seen empty. */
    reported,
    seesEmptyQueue() {
      const own = holder.held(shared)
      if (own !== null) own.idle = true
    },
    /** The answer comes this long after the question, and `meanwhile` happens between them. */
    async renew(ms = 0, meanwhile = () => {}) {
      renewalMs = ms
      whileRenewed = meanwhile
      resting = Promise.withResolvers()
      goOn()
      await resting.promise
    },
    /** The wait at the queue was ended. */
    isClosed: () => closing?.aborted,
    pass(ms: { readonly wall: number; readonly monotonic: number }) {
      now.wall += ms.wall
      now.monotonic += ms.monotonic
      for (const timer of timers) {
        if (timer.at > now.monotonic) continue
        timers.delete(timer)
        timer.ring()
      }
    },
  }
}

test('a lease is over 10 s after its last renewal by the own clock, and the wait at the queue ends with it', async () => {
  const { isHeld, isClosed, pass } = await createLease()
  pass({ wall: 9_999, monotonic: 9_999 })
  expect([isHeld(), isClosed()]).toEqual([true, false])
  pass({ wall: 1, monotonic: 1 })
  expect([isHeld(), isClosed()]).toEqual([false, true])
})

test('a renewal whose answer was long on its way lasts no longer', async () => {
  const { isHeld, isClosed, pass, renew } = await createLease()
  await renew(7_000)
  pass({ wall: 2_999, monotonic: 2_999 })
  expect([isHeld(), isClosed()]).toEqual([true, false])
  pass({ wall: 1, monotonic: 1 })
  expect([isHeld(), isClosed()]).toEqual([false, true])
})

test('a queue that is seen empty while leases are renewed is reported by the next renewal', async () => {
  const { renew, seesEmptyQueue, reported } = await createLease()
  await renew(0, seesEmptyQueue)
  await renew()
  await renew()
  expect(reported).toEqual([false, true, false])
})

test('nothing is received under the old lease of a computer that slept, or whose clock was set, until it is renewed', async () => {
  for (const ms of [
    // It slept, and its monotonic clock with it.
    { wall: 10_000, monotonic: 1 },
    // Its wall clock was set back, or stands still.
    { wall: -10_000, monotonic: 1 },
    { wall: 0, monotonic: 10_000 },
  ]) {
    const { isHeld, isClosed, pass, changes, renew } = await createLease()
    expect(isHeld()).toBe(true)
    pass(ms)
    expect(isHeld()).toBe(false)
    const before = changes()
    await renew()
    expect([isHeld(), isClosed()]).toEqual([true, true])
    expect(changes()).toBeGreaterThan(before)
  }
})

test('a lease that another desk had between two polls is held as the new one', async () => {
  const { held, renew, comesAgain } = await createLease()
  expect(held()?.epoch).toBe(2)
  comesAgain(4)
  await renew()
  expect(held()?.epoch).toBe(4)
})

test('a database that lost entries lets nothing count as deleted that was not', async () => {
  const { held, wentBack } = await createLease()
  const lease = held()
  if (lease === null) throw new Error('It is not held.')
  lease.deletedN = 5
  wentBack(7)
  expect(lease.deletedN).toBe(5)
  wentBack(3)
  expect(lease.deletedN).toBe(3)
})
