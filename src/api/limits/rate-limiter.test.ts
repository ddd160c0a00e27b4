import { getEventListeners } from 'node:events'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRateLimiter, type RateLimiter, type AcquireOptions } from './rate-limiter.ts'
import type { OperationName } from '../operations.ts'
import { createManualClock } from '../testing/manual-clock.ts'
import { createTokenBucket, RECOVERY_MS, type Priority } from './token-bucket.ts'

/** A turn whose request arrives as soon as it is sent. */
async function acquireSlot(limiter: RateLimiter, operation: OperationName, options: AcquireOptions) {
  const grant = await limiter.acquire(operation, options)
  if (grant.kind === 'granted') grant.ended()
  return { kind: grant.kind, waitedMs: grant.waitedMs }
}

describe('turns', () => {
  test('one per second: the second request waits a second', async () => {
    const clock = createManualClock()
    const limiter = createRateLimiter({ clock })
    expect(await acquireSlot(limiter, 'getChatHistory', { priority: 'view' })).toEqual({ kind: 'granted', waitedMs: 0 })
    const second = acquireSlot(limiter, 'getChatHistory', { priority: 'view' })
    expect(limiter.levels()).toEqual([
      { operation: 'getChatHistory', configured: 1, perSecond: 1, available: 0, waiting: 1, closedForMs: 0 },
    ])
    await clock.advance(1000)
    expect(await second).toEqual({ kind: 'granted', waitedMs: 1000 })
  })

  test('operations do not wait for each other', async () => {
    const clock = createManualClock()
    const limiter = createRateLimiter({ clock })
    await acquireSlot(limiter, 'getChatHistory', { priority: 'view' })
    expect((await acquireSlot(limiter, 'getMessage', { priority: 'background' })).waitedMs).toBe(0)
  })

  test('a send goes before what the person looks at, that before the background; inside each, who came first', async () => {
    const clock = createManualClock()
    const limiter = createRateLimiter({ clock, limits: { classes: { send: 1 } } })
    await acquireSlot(limiter, 'sendMessage', { priority: 'send' })
    const order: string[] = []
    const wait = (name: string, priority: Priority): void => {
      void acquireSlot(limiter, 'sendMessage', { priority }).then(() => order.push(name))
    }
    wait('background 1', 'background')
    wait('view 1', 'view')
    wait('send 1', 'send')
    wait('view 2', 'view')
    wait('send 2', 'send')
    await clock.advance(5000)
    expect(order).toEqual(['send 1', 'send 2', 'view 1', 'view 2', 'background 1'])
  })

  test('a wait can be given up, by the caller and by time; nobody else is held back', async () => {
    const clock = createManualClock()
    const limiter = createRateLimiter({ clock })
    await acquireSlot(limiter, 'getMessage', { priority: 'view' })
    const controller = new AbortController()
    const aborted = acquireSlot(limiter, 'getMessage', { priority: 'send', signal: controller.signal })
    const late = acquireSlot(limiter, 'getMessage', { priority: 'send', maxWaitMs: 400 })
    const patient = acquireSlot(limiter, 'getMessage', { priority: 'background' })
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1)
    controller.abort()
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0)
    expect((await aborted).kind).toBe('aborted')
    await clock.advance(400)
    expect(await late).toEqual({ kind: 'tooLong', waitedMs: 400 })
    await clock.advance(600)
    expect(await patient).toEqual({ kind: 'granted', waitedMs: 1000 })
    expect((await acquireSlot(limiter, 'getMessage', { priority: 'view', signal: AbortSignal.abort() })).kind).toBe(
      'aborted',
    )
    expect(clock.pending()).toBe(0)
  })

  test('limits can be edited while others wait, and switched off', async () => {
    const clock = createManualClock()
    const limiter = createRateLimiter({ clock, limits: { operations: { getMessage: 0.01 } } })
    await acquireSlot(limiter, 'getMessage', { priority: 'view' })
    const waiting = acquireSlot(limiter, 'getMessage', { priority: 'view' })
    limiter.setLimits({ operations: { getMessage: 10 } })
    await clock.advance(100)
    expect((await waiting).kind).toBe('granted')
    limiter.setLimits({ classes: { read: Number.POSITIVE_INFINITY } })
    for (let n = 0; n < 1000; n += 1)
      expect((await acquireSlot(limiter, 'getMessage', { priority: 'view' })).waitedMs).toBe(0)
  })
})

describe('turns among several clients', () => {
  /** Three of them on one request a second: each has a turn of 1500 ms that is open for 150 ms. */
  const limitsOf = (place: number, now: () => number) => ({
    operations: { getMessage: 1 / 3 },
    slots: { getMessage: { cycleMs: 4500, startMs: 1500 * place, openMs: 150, now } },
  })

  test('the background of all of them keeps to the limit together, whenever each began', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(5000), { minLength: 3, maxLength: 3 }), async (begins) => {
        const clock = createManualClock()
        const asked: number[] = []
        for (const [place, begin] of begins.entries()) {
          const limiter = createRateLimiter({ clock })
          limiter.setLimits(limitsOf(place, clock.now))
          clock.setTimer(begin, () => {
            for (let n = 0; n < 3; n += 1) {
              void acquireSlot(limiter, 'getMessage', { priority: 'background' }).then(() =>
                asked.push(clock.monotonic()),
              )
            }
          })
        }
        await clock.advance(30_000)
        expect(asked).toHaveLength(9)
        const between = asked.slice(1).map((at, index) => at - (asked[index] ?? 0))
        expect(Math.min(...between)).toBeGreaterThanOrEqual(1000)
      }),
      { numRuns: 50 },
    )
  })

  test('what a person looks at waits for its pace and for no turn', async () => {
    const clock = createManualClock()
    const limiter = createRateLimiter({ clock })
    limiter.setLimits(limitsOf(1, () => 0))
    const waiting = acquireSlot(limiter, 'getMessage', { priority: 'background' })
    expect((await acquireSlot(limiter, 'getMessage', { priority: 'view' })).waitedMs).toBe(0)
    limiter.setLimits({})
    await clock.advance(1000)
    expect((await waiting).waitedMs).toBe(1000)
  })
})

describe('requests of an earlier process', () => {
  test('count until their second is over', async () => {
    const clock = createManualClock()
    const earlier = createRateLimiter({ clock })
    await acquireSlot(earlier, 'getSettings', { priority: 'view' })
    const four = Array.from({ length: 4 }, () => acquireSlot(earlier, 'getAvatar', { priority: 'view' }))
    await clock.advance(400)
    await Promise.all(four)
    expect(earlier.uses()).toEqual({ getSettings: { requests: 1, agoMs: 400 }, getAvatar: { requests: 4, agoMs: 100 } })
    const limiter = createRateLimiter({ clock })
    limiter.restore(earlier.uses())
    const settings = acquireSlot(limiter, 'getSettings', { priority: 'view' })
    const avatars = Array.from({ length: 7 }, () => acquireSlot(limiter, 'getAvatar', { priority: 'view' }))
    await clock.advance(2_000)
    expect((await settings).waitedMs).toBe(600)
    // Six more may come in the second of the four.
    expect((await avatars[5])?.waitedMs).toBe(600)
    expect((await avatars[6])?.waitedMs).toBe(900)
    await clock.advance(60_000)
    expect(earlier.uses()).toEqual({})
  })

  test('count for the next process too, and for an operation that is first asked for a while later', async () => {
    const clock = createManualClock()
    const limiter = createRateLimiter({ clock })
    limiter.restore({ getSettings: { requests: 1, agoMs: 0 } })
    await clock.advance(300)
    expect(limiter.uses()).toEqual({ getSettings: { requests: 1, agoMs: 300 } })
    expect(limiter.levels()).toEqual([])
    const settings = acquireSlot(limiter, 'getSettings', { priority: 'view' })
    await clock.advance(1_000)
    expect((await settings).waitedMs).toBe(700)
  })

  test('count too where the operation was asked for before they were known', async () => {
    const clock = createManualClock()
    const limiter = createRateLimiter({ clock })
    await acquireSlot(limiter, 'getAvatar', { priority: 'view' })
    limiter.restore({ getAvatar: { requests: 9, agoMs: 0 } })
    const next = acquireSlot(limiter, 'getAvatar', { priority: 'view' })
    await clock.advance(1_000)
    expect((await next).waitedMs).toBe(1_000)
  })

  test('are taken for as many as there may be where nothing is known of them', async () => {
    const clock = createManualClock()
    const limiter = createRateLimiter({ clock })
    limiter.restore('unknown')
    const asked = (['getSettings', 'receiveNotification'] as const).map((name) =>
      acquireSlot(limiter, name, { priority: 'background' }),
    )
    await clock.advance(1_000)
    expect((await Promise.all(asked)).map(({ waitedMs }) => waitedMs)).toEqual([1_000, 1_000])
  })
})

describe('learning from 429', () => {
  test('a shorter pause that is asked for later ends no longer one', async () => {
    const clock = createManualClock()
    const limiter = createRateLimiter({ clock })
    limiter.tooFast('getAvatar', 60_000, {})
    limiter.tooFast('getAvatar', 1000, {})
    const asked = acquireSlot(limiter, 'getAvatar', { priority: 'view' })
    await clock.advance(60_000)
    expect(await asked).toEqual({ kind: 'granted', waitedMs: 60_000 })
  })

  test('closes for as long as it is told, halves the rate, and grows back slowly', async () => {
    const clock = createManualClock()
    const limiter = createRateLimiter({ clock })
    await acquireSlot(limiter, 'getAvatar', { priority: 'view' })
    limiter.tooFast('getAvatar', 3000, {})
    const next = acquireSlot(limiter, 'getAvatar', { priority: 'view' })
    expect(limiter.levels()[0]).toMatchObject({ configured: 10, perSecond: 5, closedForMs: 3000, waiting: 1 })
    await clock.advance(2999)
    expect(limiter.levels()[0]?.waiting).toBe(1)
    await clock.advance(1)
    expect((await next).waitedMs).toBe(3000)
    await clock.advance(RECOVERY_MS / 2)
    expect(limiter.levels()[0]?.perSecond).toBeCloseTo(7.5, 1)
    await clock.advance(RECOVERY_MS / 2)
    expect(limiter.levels()[0]?.perSecond).toBe(10)
  })

  test('without a word it pauses a second; again and again it gets slower, but never stops', async () => {
    const clock = createManualClock()
    const limiter = createRateLimiter({ clock })
    await acquireSlot(limiter, 'getChatHistory', { priority: 'view' })
    for (let n = 0; n < 50; n += 1) limiter.tooFast('getChatHistory', undefined, {})
    const next = acquireSlot(limiter, 'getChatHistory', { priority: 'view' })
    expect(limiter.levels()[0]).toMatchObject({ closedForMs: 1000 })
    await clock.advance(61_000)
    expect((await next).kind).toBe('granted')
  })

  test('a rate that a gateway names stops nothing either', async () => {
    const clock = createManualClock()
    const limiter = createRateLimiter({ clock })
    await acquireSlot(limiter, 'getChatHistory', { priority: 'view' })
    limiter.tooFast('getChatHistory', undefined, { perSecond: 0.000_001 })
    const next = acquireSlot(limiter, 'getChatHistory', { priority: 'view' })
    await clock.advance(61_000)
    expect(limiter.levels()).toMatchObject([{ waiting: 0 }])
    expect((await next).kind).toBe('granted')
  })

  test('a person who wants to try now is not kept waiting, and the rate stays lower', async () => {
    const clock = createManualClock()
    const limiter = createRateLimiter({ clock })
    await acquireSlot(limiter, 'receiveNotification', { priority: 'background' })
    limiter.tooFast('receiveNotification', 300_000, {})
    const next = acquireSlot(limiter, 'receiveNotification', { priority: 'background' })
    await clock.advance(1000)
    limiter.reopen()
    expect(await next).toEqual({ kind: 'granted', waitedMs: 1000 })
    expect(limiter.levels()[0]).toMatchObject({ closedForMs: 0, waiting: 0 })
    expect(limiter.levels()[0]?.perSecond).toBeLessThan(51)
  })

  test('one who tries a slow operation now does not wait for its next token', () => {
    const limiter = createRateLimiter({ clock: createManualClock() })
    limiter.tooFast('getChatHistory', 60_000, {})
    expect(limiter.levels()[0]).toMatchObject({ available: 0 })
    limiter.reopen()
    expect(limiter.levels()[0]).toMatchObject({ available: 1, closedForMs: 0 })
  })

  test('a rate that an answer names makes nothing faster than it is', () => {
    const limiter = createRateLimiter({ clock: createManualClock() })
    const rate = () => limiter.levels()[0]?.perSecond ?? 0
    limiter.tooFast('getAvatar', 0, {})
    const halved = rate()
    limiter.tooFast('getAvatar', 0, { perSecond: 1000 })
    expect(rate()).toBeLessThanOrEqual(halved)
  })

  test('a background request that has to wait leaves in the slot that is open by then', async () => {
    const clock = createManualClock()
    const slot = { cycleMs: 10_000, startMs: 2_000, openMs: 1_000, now: () => clock.monotonic() - startedAt }
    const startedAt = clock.monotonic()
    const bucket = createTokenBucket({ clock, perSecond: 0.5, slot })
    const first = await bucket.take({ priority: 'view' })
    if (first.kind === 'granted') first.ended()
    const next = bucket.take({ priority: 'background' })
    await clock.advance(10_000)
    expect(await Promise.race([next, clock.advance(10_000)])).toMatchObject({ kind: 'granted', waitedMs: 2_000 })
  })

  test('what the headers say is used', async () => {
    const clock = createManualClock()
    const limiter = createRateLimiter({ clock })
    await acquireSlot(limiter, 'getAvatar', { priority: 'view' })
    limiter.tooFast('getAvatar', 0, { perSecond: 2 })
    expect(limiter.levels()[0]?.perSecond).toBe(2)
    await acquireSlot(limiter, 'receiveNotification', { priority: 'background' })
    limiter.answered('receiveNotification', { remaining: 0 })
    expect(
      (
        await Promise.race([
          acquireSlot(limiter, 'receiveNotification', { priority: 'background', maxWaitMs: 1 }),
          clock.advance(1),
        ])
      )?.kind,
    ).toBe('tooLong')
  })

  test('an instance without limits still heeds a 429', async () => {
    const clock = createManualClock()
    const limiter = createRateLimiter({ clock, limits: { classes: { read: Number.POSITIVE_INFINITY } } })
    await acquireSlot(limiter, 'getChats', { priority: 'view' })
    limiter.tooFast('getChats', 2000, {})
    const next = acquireSlot(limiter, 'getChats', { priority: 'view' })
    await clock.advance(2000)
    expect((await next).waitedMs).toBe(2000)
  })
})

test('whatever is asked in whatever rhythm and however long it travels, no second sees more than the limit', async () => {
  const calls = fc.record({ gap: fc.integer({ min: 0, max: 700 }), way: fc.integer({ min: 0, max: 900 }) })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(1, 2, 10, 50),
      fc.array(calls, { minLength: 1, maxLength: 60 }),
      async (perSecond, asked) => {
        const clock = createManualClock()
        const bucket = createTokenBucket({ clock, perSecond })
        const arrivals: number[] = []
        for (const { gap, way } of asked) {
          void bucket.take({ priority: 'view' }).then((grant) => {
            clock.setTimer(way, () => {
              arrivals.push(clock.monotonic())
              if (grant.kind === 'granted') grant.ended()
            })
          })
          await clock.advance(gap)
        }
        await clock.advance(200_000)
        expect(arrivals).toHaveLength(asked.length)
        expect(busiestSecond(arrivals)).toBeLessThanOrEqual(perSecond)
      },
    ),
    { numRuns: 50 },
  )
})

test('a loop that asks again at each answer comes near the limit and never above it', async () => {
  const clock = createManualClock()
  const bucket = createTokenBucket({ clock, perSecond: 100 })
  const arrivals: number[] = []
  const ask = async (): Promise<void> => {
    const grant = await bucket.take({ priority: 'background' })
    clock.setTimer(2, () => {
      arrivals.push(clock.monotonic())
      if (grant.kind === 'granted') grant.ended()
      void ask()
    })
  }
  // It saved up what it may before it begins.
  await clock.advance(5000)
  void ask()
  for (let ms = 0; ms < 20_000; ms += 1) await clock.advance(1)
  expect(busiestSecond(arrivals)).toBeLessThanOrEqual(100)
  expect(arrivals.length).toBeGreaterThan(20 * 97)
})

test('an answer that does not come keeps the next request back for a second and no longer', async () => {
  const clock = createManualClock()
  const bucket = createTokenBucket({ clock, perSecond: 1 })
  await bucket.take({ priority: 'background' })
  const next = bucket.take({ priority: 'view' })
  await clock.advance(2000)
  expect(await next).toMatchObject({ kind: 'granted', waitedMs: 2000 })
})

/** The most that one second saw, wherever it begins. */
function busiestSecond(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  let first = 0
  let most = 0
  for (const [index, at] of sorted.entries()) {
    while ((sorted[first] ?? at) <= at - 1000) first += 1
    most = Math.max(most, index - first + 1)
  }
  return most
}
