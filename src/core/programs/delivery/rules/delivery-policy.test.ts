import { expect, test } from 'vitest'
import {
  classifyStatus,
  healthAfter,
  isGivenUp,
  retryDelay,
  storedHealth,
  waitUntil,
  type Health,
} from './delivery-policy.ts'

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

test('delays differ by up to a fifth, so that endpoints are not tried all at once', () => {
  expect([0, 0.5, 1].map((random) => retryDelay(2, null, random))).toEqual([24_000, 30_000, 36_000])
})

test('an endpoint that fails three times in a row is probed ever more rarely, until it answers', () => {
  const trouble = { kind: 'status', status: 500 } as never
  const failure = { kind: 'endpoint', trouble, retryAfterMs: null } as const
  const after = (health: Health, isProbe: boolean) => healthAfter(health, failure, isProbe, 0, 0.5)
  const twice = after(after({ kind: 'active', failures: 0 }, false), false)
  expect(twice).toEqual({ kind: 'active', failures: 2 })
  let health = after(twice, false)
  // Events that went out before the endpoint counted as failing change nothing.
  expect(after(health, false)).toBe(health)
  const dueAt = []
  for (let probe = 0; probe < 5; probe += 1) {
    dueAt.push(health.kind === 'failing' ? health.dueAt : null)
    health = after(health, true)
  }
  expect(dueAt).toEqual([5000, 30_000, 2 * minuteMs, 5 * minuteMs, 5 * minuteMs])
  expect(storedHealth(health, minuteMs)).toEqual({ state: 'failing', failures: 8, probeInMs: 4 * minuteMs })
  expect(healthAfter(health, { ...failure, kind: 'event' }, true, 0, 0.5)).toEqual({ kind: 'active', failures: 0 })
  expect(healthAfter(health, { kind: 'gone', trouble }, true, 0, 0.5)).toEqual({ kind: 'held' })
})

test('a stored wait ends at its time, and a clock that was set back makes none longer than an hour', () => {
  const now = 1_795_000_000_000
  expect(waitUntil(null, now)).toBe(0)
  expect(waitUntil(now - 1, now)).toBe(0)
  expect(waitUntil(now + minuteMs, now)).toBe(minuteMs)
  expect(waitUntil(now + 300 * minuteMs, now)).toBe(60 * minuteMs)
})
