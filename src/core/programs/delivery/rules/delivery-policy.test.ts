import { expect, test } from 'vitest'
import { classifyStatus, isGivenUp, retryDelay } from './delivery-policy.ts'

const minuteMs = 60_000

test.each([
  ['delivered', [200, 201, 204, 299]],
  ['gone', [410]],
  // The endpoint refuses this very event, and would every time.
  ['event', [400, 402, 406, 409, 413, 415, 422, 451]],
  // Nothing of this event: who asks, how often, or whether the endpoint is there.
  ['endpoint', [301, 401, 403, 404, 405, 408, 425, 429, 500, 502, 503]],
] as const)('what an answer means: %s', (kind, statuses) => {
  for (const status of statuses) expect([status, classifyStatus(status)]).toEqual([status, kind])
})

test('an event is tried ever more rarely, and as late as the endpoint asks, but within an hour', () => {
  expect([1, 2, 3, 4, 5, 6].map((tries) => retryDelay(tries, null, 0.5))).toEqual([
    ...[5000, 30_000, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs, 30 * minuteMs],
  ])
  expect([1, 5].map((tries) => retryDelay(tries, 20 * minuteMs, 0.5))).toEqual([20 * minuteMs, 30 * minuteMs])
  expect(retryDelay(1, 24 * 60 * minuteMs, 0.5)).toBe(60 * minuteMs)
})

test('an event is given up when the endpoint takes others: at its refusal, else after six tries', () => {
  const tried = (tries: number, failure: 'endpoint' | 'event', othersSucceeded = true) =>
    isGivenUp({ tries, failure, othersSucceeded })
  expect([tried(1, 'event'), tried(5, 'endpoint'), tried(6, 'endpoint')]).toEqual([true, false, true])
  expect([tried(50, 'event', false), tried(50, 'endpoint', false)]).toEqual([false, false])
})
