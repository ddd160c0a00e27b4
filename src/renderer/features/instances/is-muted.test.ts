import { expect, test } from 'vitest'
import { isMuted, nextMuteEnd } from './is-muted.ts'

test.for([
  [null, false],
  ['forever', true],
  [101, true],
  [100, false],
  [99, false],
] as const)('muted until %s is, at 100: %s', ([mutedUntil, expected]) => {
  expect(isMuted({ mutedUntil }, 100)).toBe(expected)
})

test('the next end is the nearest that is still to come', () => {
  const at = (...ends: readonly (number | 'forever' | null)[]) =>
    nextMuteEnd(
      ends.map((mutedUntil) => ({ mutedUntil })),
      100,
    )
  expect(at(90, 300, 200, 'forever', null)).toBe(200)
  expect(at(90, 'forever', null)).toBeNull()
  expect(at()).toBeNull()
})
