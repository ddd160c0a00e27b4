import { expect, test } from 'vitest'
import { isOutdated } from './view-ages.ts'

test.for([
  { what: 'never read', at: null, expected: true },
  { what: 'read now', at: 1000, expected: false },
  { what: 'almost old', at: 901, expected: false },
  { what: 'old', at: 900, expected: true },
  { what: 'read while a clock was ahead', at: 1001, expected: true },
])('what was $what is outdated: $expected', ({ at, expected }) => {
  expect(isOutdated(at, 1000, 100)).toBe(expected)
})
