import { expect, it } from 'vitest'
import { latencyTo } from './latency.ts'
import type { TimedObservation } from './latency.ts'

const seen = (
  source: TimedObservation['source'],
  status: TimedObservation['status'],
  seenAt: number,
  serviceAt: number | null = null,
): TimedObservation => ({ source, status, seenAt, serviceAt })

it('reads a notification by its own time, corrected by the clock difference', () => {
  const told = [seen('notification', 'delivered', 9_000, 63_000)]
  expect(latencyTo('delivered', 1_000, told, 60_000)).toEqual({ ms: 2_000, atMost: false })
})

it('reads "at most" where the source has no time of its own', () => {
  expect(latencyTo('delivered', 1_000, [seen('getChatHistory', 'delivered', 9_000)], 0)).toEqual({
    ms: 8_000,
    atMost: true,
  })
  expect(latencyTo('read', 1_000, [seen('lastOutgoingMessages', 'read', 9_000, 6_000)], 0)).toEqual({
    ms: 5_000,
    atMost: true,
  })
})

it('takes a later status as the latest moment of an earlier one', () => {
  expect(latencyTo('delivered', 1_000, [seen('notification', 'read', 9_000, 5_000)], 0)).toEqual({
    ms: 4_000,
    atMost: true,
  })
})

it('takes the earliest, and the exact one of equals', () => {
  const both = [seen('getMessage', 'delivered', 3_000), seen('notification', 'delivered', 4_000, 3_000)]
  expect(latencyTo('delivered', 1_000, both, 0)).toEqual({ ms: 2_000, atMost: false })
})

it('knows nothing of what nobody said', () => {
  expect(latencyTo('read', 1_000, [seen('notification', 'delivered', 2_000, 2_000)], 0)).toBeNull()
})
