import fc from 'fast-check'
import { expect, test } from 'vitest'
import { latencyShare, pauseAfter, timingOf, toneOf } from './request-outcome.ts'

test.for([
  [200, null, 'ok'],
  [200, 'forbidden', 'ok'],
  [429, 'rateLimited', 'warn'],
  [466, 'quotaExceeded', 'warn'],
  [400, 'validation', 'bad'],
  [502, 'gateway', 'bad'],
  [null, 'timeout', 'none'],
] as const)('status %s, class %s looks %s', ([status, errorKind, tone]) => {
  expect(toneOf({ status, errorKind })).toBe(tone)
})

test('the bar grows with the time and ends at 30 seconds', () => {
  const shares = [0, 5, 50, 500, 5000, 30_000, 90_000].map(latencyShare)
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  expect(shares[0]).toBe(0)
  expect(shares.at(-1)).toBe(1)
})

test('the pause between two attempts is none where the clock was set back', () => {
  const first = { endedAt: 1250 }
  expect(pauseAfter(first, { startedAt: 3250 })).toBe(2000)
  expect(pauseAfter(first, { startedAt: 900 })).toBe(0)
})

test('what the parts of a request took adds up to the whole', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 90_000, noNaN: true }),
      fc.option(fc.double({ min: 0, max: 5000, noNaN: true })),
      fc.double({ min: 0, max: 90_000, noNaN: true }),
      (limiterMs, connectMs, answerMs) => {
        const totalMs = limiterMs + (connectMs ?? 0) + answerMs
        const { limiter, connect, answer, total } = timingOf({ limiterMs, connectMs, totalMs })
        expect(limiter + connect + answer).toBe(total)
        expect(Math.min(limiter, connect, answer)).toBeGreaterThanOrEqual(0)
        expect(total).toBe(Math.round(totalMs))
      },
    ),
  )
  // Each rounded by itself, 2, 1 and 2 ms would be more than the 3 ms of the whole.
  expect(timingOf({ limiterMs: 1.5, connectMs: 0.5, totalMs: 3.4 })).toEqual({
    limiter: 2,
    connect: 0,
    answer: 1,
    total: 3,
  })
})
