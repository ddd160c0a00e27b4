import { expect, it } from 'vitest'
import { latencyTo, type TimedObservation } from './latency.ts'

const seen = (
  source: TimedObservation['source'],
  status: TimedObservation['status'],
  seenAt: number,
  serviceAt: number | null = null,
): TimedObservation => ({ source, status, seenAt, serviceAt })

it('reads a notification by its own time, corrected by the clock difference', () => {
  const observations = [seen('notification', 'delivered', 9_000, 63_000)]
  expect(latencyTo('delivered', 1_000, observations, 60_000)).toEqual({ ms: 2_000, atMost: false })
})

it('reads "at most" where the source has no time of its own', () => {
  const sent = seen('sendReply', 'accepted', 1_000)
  expect(latencyTo('delivered', 1_000, [sent, seen('getChatHistory', 'delivered', 9_000)], 0)).toEqual({
    ms: 8_000,
    atMost: true,
  })
  // Whole seconds, cut off: it may have been the end of that second.
  expect(latencyTo('read', 1_000, [sent, seen('lastOutgoingMessages', 'read', 9_000, 6_000)], 0)).toEqual({
    ms: 6_000,
    atMost: true,
  })
})

it('knows nothing of a message that had the status when it was first seen', () => {
  expect(latencyTo('read', 1_000, [seen('getChatHistory', 'read', 90_000_000)], 0)).toBeNull()
  // The journal's time is that of the acceptance: nothing else happened to it there.
  expect(latencyTo('delivered', 1_700, [seen('lastOutgoingMessages', 'read', 90_000_000, 1_000)], 0)).toBeNull()
  expect(latencyTo('delivered', 1_000, [seen('lastOutgoingMessages', 'read', 90_000_000, 1_000)], 0)).toBeNull()
})

it('takes the moment it was seen where the journal can only mean the acceptance', () => {
  const observations = [seen('sendReply', 'accepted', 1_700), seen('lastOutgoingMessages', 'read', 4_000, 1_000)]
  expect(latencyTo('read', 1_700, observations, 0)).toEqual({ ms: 2_300, atMost: true })
})

it('never says that no time passed', () => {
  const accepted = seen('sendReply', 'accepted', 1_700)
  // Delivered in the second of the acceptance.
  expect(latencyTo('delivered', 1_700, [accepted, seen('notification', 'delivered', 2_100, 1_000)], 0)).toEqual({
    ms: 300,
    atMost: true,
  })
  // By a clock that is wrong by more than it took.
  expect(latencyTo('delivered', 9_000, [seen('notification', 'delivered', 9_500, 2_000)], 0)).toBeNull()
})

it('takes a later status as the latest moment of an earlier one', () => {
  expect(latencyTo('delivered', 1_000, [seen('notification', 'read', 9_000, 5_000)], 0)).toEqual({
    ms: 5_000,
    atMost: true,
  })
})

it('takes the earliest, and the exact one of equals', () => {
  const both = [
    seen('sendReply', 'accepted', 1_000),
    seen('getMessage', 'delivered', 3_000),
    seen('notification', 'delivered', 4_000, 3_000),
  ]
  expect(latencyTo('delivered', 1_000, both, 0)).toEqual({ ms: 2_000, atMost: false })
})

it('knows nothing of what nobody said', () => {
  expect(latencyTo('read', 1_000, [seen('notification', 'delivered', 2_000, 2_000)], 0)).toBeNull()
})
