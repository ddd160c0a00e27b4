import { getEventListeners } from 'node:events'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRateLimiter } from './rate-limiter.ts'
import { createManualClock } from './testing/manual-clock.ts'
import { createTokenBucket, RECOVERY_MS } from './token-bucket.ts'
import type { Priority } from './token-bucket.ts'

describe('turns', () => {
  test('one per second: the second request waits a second', async () => {
    const clock = createManualClock()
    const limiter = createRateLimiter({ clock })
    expect(await limiter.turn('getChatHistory', { priority: 'view' })).toEqual({ kind: 'granted', waitedMs: 0 })
    const second = limiter.turn('getChatHistory', { priority: 'view' })
    expect(limiter.levels()).toEqual([
      { operation: 'getChatHistory', configured: 1, perSecond: 1, available: 0, waiting: 1, closedForMs: 0 },
    ])
    await clock.advance(1000)
    expect(await second).toEqual({ kind: 'granted', waitedMs: 1000 })
  })

  test('operations do not wait for each other', async () => {
    const clock = createManualClock()
    const limiter = createRateLimiter({ clock })
    await limiter.turn('getChatHistory', { priority: 'view' })
    expect((await limiter.turn('getMessage', { priority: 'background' })).waitedMs).toBe(0)
  })

  test('a send goes before what the person looks at, that before the background; inside each, who came first', async () => {
    const clock = createManualClock()
    const limiter = createRateLimiter({ clock, limits: { classes: { send: 1 } } })
    await limiter.turn('sendMessage', { priority: 'send' })
    const order: string[] = []
    const wait = (name: string, priority: Priority): void => {
      void limiter.turn('sendMessage', { priority }).then(() => order.push(name))
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
    await limiter.turn('getMessage', { priority: 'view' })
    const controller = new AbortController()
    const aborted = limiter.turn('getMessage', { priority: 'send', signal: controller.signal })
    const late = limiter.turn('getMessage', { priority: 'send', maxWaitMs: 400 })
    const patient = limiter.turn('getMessage', { priority: 'background' })
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1)
    controller.abort()
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0)
    expect((await aborted).kind).toBe('aborted')
    await clock.advance(400)
    expect(await late).toEqual({ kind: 'tooLong', waitedMs: 400 })
    await clock.advance(600)
    expect(await patient).toEqual({ kind: 'granted', waitedMs: 1000 })
    expect((await limiter.turn('getMessage', { priority: 'view', signal: AbortSignal.abort() })).kind).toBe('aborted')
    expect(clock.pending()).toBe(0)
  })

  test('limits can be edited while others wait, and switched off', async () => {
    const clock = createManualClock()
    const limiter = createRateLimiter({ clock, limits: { operations: { getMessage: 0.01 } } })
    await limiter.turn('getMessage', { priority: 'view' })
    const waiting = limiter.turn('getMessage', { priority: 'view' })
    limiter.setLimits({ operations: { getMessage: 10 } })
    await clock.advance(100)
    expect((await waiting).kind).toBe('granted')
    limiter.setLimits({ classes: { read: Number.POSITIVE_INFINITY } })
    for (let n = 0; n < 1000; n += 1) expect((await limiter.turn('getMessage', { priority: 'view' })).waitedMs).toBe(0)
  })
})

describe('learning from 429', () => {
  test('closes for as long as it is told, halves the rate, and grows back slowly', async () => {
    const clock = createManualClock()
    const limiter = createRateLimiter({ clock })
    await limiter.turn('getAvatar', { priority: 'view' })
    limiter.tooFast('getAvatar', 3000, {})
    const next = limiter.turn('getAvatar', { priority: 'view' })
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
    await limiter.turn('getChatHistory', { priority: 'view' })
    for (let n = 0; n < 50; n += 1) limiter.tooFast('getChatHistory', undefined, {})
    const next = limiter.turn('getChatHistory', { priority: 'view' })
    expect(limiter.levels()[0]).toMatchObject({ closedForMs: 1000 })
    await clock.advance(61_000)
    expect((await next).kind).toBe('granted')
  })

  test('what the headers say is used', async () => {
    const clock = createManualClock()
    const limiter = createRateLimiter({ clock })
    await limiter.turn('getAvatar', { priority: 'view' })
    limiter.tooFast('getAvatar', 0, { perSecond: 2 })
    expect(limiter.levels()[0]?.perSecond).toBe(2)
    await limiter.turn('receiveNotification', { priority: 'background' })
    limiter.answered('receiveNotification', { remaining: 0 })
    expect(
      (
        await Promise.race([
          limiter.turn('receiveNotification', { priority: 'background', maxWaitMs: 1 }),
          clock.advance(1),
        ])
      )?.kind,
    ).toBe('tooLong')
  })

  test('an instance without limits still heeds a 429', async () => {
    const clock = createManualClock()
    const limiter = createRateLimiter({ clock, limits: { classes: { read: Number.POSITIVE_INFINITY } } })
    await limiter.turn('getChats', { priority: 'view' })
    limiter.tooFast('getChats', 2000, {})
    const next = limiter.turn('getChats', { priority: 'view' })
    await clock.advance(2000)
    expect((await next).waitedMs).toBe(2000)
  })
})

test('whatever is asked in whatever rhythm, no second sees more than the limit and its small reserve', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(1, 2, 10, 50),
      fc.array(fc.integer({ min: 0, max: 700 }), { minLength: 1, maxLength: 60 }),
      async (perSecond, gaps) => {
        const clock = createManualClock()
        const bucket = createTokenBucket({ clock, perSecond })
        const granted: number[] = []
        for (const gap of gaps) {
          void bucket.take({ priority: 'view' }).then(() => granted.push(clock.monotonic()))
          await clock.advance(gap)
        }
        await clock.advance(100_000)
        expect(granted).toHaveLength(gaps.length)
        for (const [index, at] of granted.entries()) {
          const inSecond = granted.slice(index).filter((other) => other < at + 1000).length
          expect(inSecond).toBeLessThanOrEqual(perSecond + Math.max(1, perSecond / 10))
        }
      },
    ),
    { numRuns: 50 },
  )
})
