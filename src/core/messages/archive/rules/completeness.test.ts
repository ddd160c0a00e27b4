import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  completenessOf,
  covers,
  joinSpans,
  knownBelow,
  unrecordedAfter,
  readSpans,
  windowSpan,
  withoutSpans,
  writeSpans,
} from './completeness.ts'
import type { Span } from './completeness.ts'

const span = fc
  .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 20 }))
  .map(([from, length]): Span => ({ from: from * 1000, to: (from + length) * 1000 }))
const spans = fc.array(span, { maxLength: 6 }).map((list) => joinSpans(list))

describe('spans of time known to be whole', () => {
  test('join idempotently, commutatively and associatively', () => {
    fc.assert(
      fc.property(spans, spans, spans, (a, b, c) => {
        expect(joinSpans(a, a)).toEqual(a)
        expect(joinSpans(a, b)).toEqual(joinSpans(b, a))
        expect(joinSpans(joinSpans(a, b), c)).toEqual(joinSpans(a, joinSpans(b, c)))
      }),
    )
  })

  test('cover exactly the seconds that one of them covers', () => {
    fc.assert(
      fc.property(spans, spans, fc.integer({ min: 0, max: 90 }), (a, b, second) => {
        const at = second * 1000
        const either = covers(a, at, at) || covers(b, at, at)
        expect(covers(joinSpans(a, b), at, at)).toBe(either)
      }),
    )
  })

  test('are written and read back', () => {
    fc.assert(fc.property(spans, (list) => void expect(readSpans(writeSpans(list))).toEqual(list)))
  })
})

test('a window leaves out its oldest second, of which it may hold only a part', () => {
  const askedAt = 500_000
  expect(windowSpan({ oldestAt: 10_000, askedAt, reachedStart: false })).toEqual({ from: 11_000, to: 380_000 })
  expect(windowSpan({ oldestAt: 10_000, askedAt, reachedStart: true })).toEqual({ from: 0, to: 380_000 })
  expect(windowSpan({ oldestAt: null, askedAt, reachedStart: false })).toBeNull()
})

test('a window says nothing of the two minutes before it, to which the service may still add', () => {
  expect(windowSpan({ oldestAt: 400_000, askedAt: 500_000, reachedStart: false })).toBeNull()
})

test('times without others keep what lies before and behind them', () => {
  const span = [{ from: 0, to: 100 }]
  expect(withoutSpans(span, [{ from: 20, to: 30 }])).toEqual([
    { from: 0, to: 20 },
    { from: 30, to: 100 },
  ])
  expect(withoutSpans(span, [{ from: 20, to: 300 }])).toEqual([{ from: 0, to: 20 }])
  expect(withoutSpans(span, [{ from: 0, to: 100 }])).toEqual([])
  expect(withoutSpans(span, [{ from: 100, to: 200 }])).toEqual(span)
})

test('nothing counts as recorded from the last good reading of the settings to the next one', () => {
  const off = unrecordedAfter([], { isRecorded: false, at: 900, recordedAt: 500 })
  const stillOff = unrecordedAfter(off, { isRecorded: false, at: 1200, recordedAt: null })
  expect(stillOff).toEqual(off)
  expect(withoutSpans([{ from: 0, to: 2000 }], stillOff)).toEqual([{ from: 0, to: 500 }])
  expect(unrecordedAfter(stillOff, { isRecorded: true, at: 1500, recordedAt: null })).toEqual([{ from: 500, to: 1500 }])
  expect(unrecordedAfter([], { isRecorded: false, at: 900, recordedAt: null })[0]?.from).toBe(0)
  expect(unrecordedAfter([], { isRecorded: true, at: 900, recordedAt: 500 })).toEqual([])
})

test('what lies between known times is a gap, newest first', () => {
  const known = [
    { from: 0, to: 10_000 },
    { from: 20_000, to: 30_000 },
    { from: 50_000, to: 60_000 },
  ]
  expect(completenessOf(known)).toEqual({
    completeFrom: 50_000,
    gaps: [
      { from: 30_000, to: 50_000 },
      { from: 10_000, to: 20_000 },
    ],
  })
  expect(completenessOf([])).toEqual({ completeFrom: null, gaps: [] })
  expect(knownBelow(known, 50_000)).toBe(30_000)
  expect(knownBelow(known, 0)).toBeNull()
})
