import { expect, test } from 'vitest'
import { nextMuteEnd } from './next-mute-end.ts'

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
