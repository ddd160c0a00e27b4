import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseByteRange } from './byte-range.ts'

test.for([
  [null, 10, 'whole'],
  ['bytes=0-', 10, { start: 0, end: 9 }],
  ['bytes=2-4', 10, { start: 2, end: 4 }],
  ['bytes=2-99', 10, { start: 2, end: 9 }],
  ['bytes=-3', 10, { start: 7, end: 9 }],
  ['bytes=-99', 10, { start: 0, end: 9 }],
  ['bytes=-0', 10, 'unsatisfiable'],
  ['bytes=10-', 10, 'unsatisfiable'],
  ['bytes=0-', 0, 'unsatisfiable'],
  ['bytes=4-2', 10, 'whole'],
  ['bytes=0-1,3-4', 10, 'whole'],
  ['items=0-1', 10, 'whole'],
  ['bytes=-', 10, 'whole'],
] as const)('%s of %d bytes', ([header, size, expected]) => {
  expect(parseByteRange(header, size)).toEqual(expected)
})

test('a range always lies inside the file', () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.option(fc.nat(2000)), fc.option(fc.nat(2000)), (size, from, to) => {
      const range = parseByteRange(`bytes=${from ?? ''}-${to ?? ''}`, size)
      if (typeof range === 'string') return
      expect(range.start).toBeGreaterThanOrEqual(0)
      expect(range.end).toBeLessThan(size)
      expect(range.start).toBeLessThanOrEqual(range.end)
    }),
  )
})
