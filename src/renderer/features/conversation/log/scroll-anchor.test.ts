import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { MessageKey } from '../../../../contract/index.ts'
import { offsetOf, anchorAt } from './scroll-anchor.ts'

const stack = (sizes: readonly number[], firstKey = 1) => {
  let start = 56
  return sizes.map((size, index) => {
    const row = { key: (firstKey + index) as MessageKey, start, size }
    start += size
    return row
  })
}

const sizes = fc.array(fc.integer({ min: 20, max: 900 }), { minLength: 1, maxLength: 60 })

it('finds the same offset again', () => {
  fc.assert(
    fc.property(sizes, fc.double({ min: 0, max: 1, noNaN: true }), (heights, share) => {
      const rows = stack(heights)
      const total = rows.reduce((sum, row) => sum + row.size, 56)
      const at = Math.floor(share * (total - 1))
      const anchor = anchorAt(rows, at)
      expect(anchor && offsetOf(rows, anchor)).toBe(at)
    }),
  )
})

it('is the message at the top of the view, the first one above all and the last one below all', () => {
  const rows = stack([100, 50, 200])
  const messageAt = (offset: number) => anchorAt(rows, offset)?.message
  expect([0, 56, 155, 156, 205, 206, 405, 406, 9_000].map(messageAt)).toEqual([1, 1, 1, 2, 2, 3, 3, 3, 3])
})

it('stays at the same message when older rows come above', () => {
  fc.assert(
    fc.property(sizes, sizes, fc.nat(500), (before, heights, at) => {
      const rows = stack(heights, 1000)
      const anchor = anchorAt(rows, at)
      if (!anchor) return
      const longer = stack([...before, ...heights], 1000 - before.length)
      const added = before.reduce((sum, size) => sum + size, 0)
      const wanted = offsetOf(rows, anchor)
      expect(offsetOf(longer, anchor)).toBe((wanted ?? 0) + added)
    }),
  )
})

it('knows when its message is gone', () => {
  expect(offsetOf(stack([10]), { message: 99 as MessageKey, offset: 0 })).toBeNull()
  expect(anchorAt([], 10)).toBeNull()
})
