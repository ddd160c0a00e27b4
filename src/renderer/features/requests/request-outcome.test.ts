import { expect, test } from 'vitest'
import { latencyShare, pauseAfter, toneOf } from './request-outcome.ts'

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

test('the pause between two attempts leaves out what the first one waited for its own turn', () => {
  const first = { startedAt: 1000, limiterMs: 400, totalMs: 650 }
  expect(pauseAfter(first, { startedAt: 3250 })).toBe(2000)
  // Clocks are set back now and then.
  expect(pauseAfter(first, { startedAt: 900 })).toBe(0)
})
