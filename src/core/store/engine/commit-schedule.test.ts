import { describe, expect, it } from 'vitest'
import { deferredArrived, deferredRan, frontArrived, nextGroup, noArrivals, type Arrivals } from './commit-schedule.ts'

const now = 1000
/** Front calls come 2 ms apart, and the last came 2 ms ago. */
const draining: Arrivals = { frontAt: now - 2, frontGap: 2, deferredSince: now - 10 }
const arrivals = {
  'nothing came yet': noArrivals,
  'a queue is drained': draining,
  'the drain has ended': { ...draining, frontAt: now - 6 },
  'calls come now and then': { ...draining, frontGap: 6 },
  'the deferred waited too long': { ...draining, deferredSince: now - 51 },
} as const satisfies Record<string, Arrivals>

const waiting = {
  nothing: { front: 0, deferred: 0, isClosing: false },
  front: { front: 1, deferred: 0, isClosing: false },
  deferred: { front: 0, deferred: 1, isClosing: false },
  both: { front: 1, deferred: 1, isClosing: false },
  'deferred at the end': { front: 0, deferred: 1, isClosing: true },
  'both at the end': { front: 1, deferred: 1, isClosing: true },
} as const

type Group = ReturnType<typeof nextGroup>

/** In the order of `waiting`. */
const table: Readonly<Record<keyof typeof arrivals, readonly Group[]>> = {
  // The clock of a worker begins at its start, so the first deferred call sets its own time.
  'nothing came yet': ['none', 'front', 'deferred', 'deferred', 'deferred', 'deferred'],
  'a queue is drained': ['none', 'front', 'later', 'front', 'deferred', 'front'],
  'the drain has ended': ['none', 'front', 'deferred', 'front', 'deferred', 'front'],
  'calls come now and then': ['none', 'front', 'deferred', 'front', 'deferred', 'front'],
  'the deferred waited too long': ['none', 'front', 'deferred', 'deferred', 'deferred', 'deferred'],
}

describe('the next commit', () => {
  const rows = Object.keys(arrivals).flatMap((when) =>
    Object.keys(waiting).map((what, n) => [when, what, table[when as keyof typeof arrivals][n]] as const),
  )
  it.each(rows)('%s and %s waits: %s', (when, what, group) => {
    expect(nextGroup(waiting[what as keyof typeof waiting], arrivals[when as keyof typeof arrivals], now)).toBe(group)
  })

  it('measures the gap between front calls without the time that a deferred one took', () => {
    const first = frontArrived(noArrivals, 100)
    expect(first).toEqual({ ...noArrivals, frontAt: 100 })
    const ran = deferredRan(deferredArrived(first, 101), 101, 141)
    expect(ran).toEqual({ frontAt: 140, frontGap: Infinity, deferredSince: 141 })
    expect(frontArrived(ran, 143)).toEqual({ frontAt: 143, frontGap: 3, deferredSince: 141 })
  })
})
