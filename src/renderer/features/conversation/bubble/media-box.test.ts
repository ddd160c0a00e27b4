import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mediaBox } from './media-box.ts'

it.each([
  [1280, 720, { width: 340, height: 191 }],
  [720, 1280, { width: 214, height: 380 }],
  [null, null, { width: 340, height: 204 }],
  [Number.NaN, -1, { width: 340, height: 204 }],
  [32, 32, { width: 340, height: 340 }],
  [1, 1, { width: 340, height: 340 }],
  [99_999, 99_999, { width: 340, height: 340 }],
  [0, 100, { width: 340, height: 204 }],
  [100, 0, { width: 340, height: 204 }],
  [null, 100, { width: 340, height: 204 }],
  [100, null, { width: 340, height: 204 }],
  [100_000, 1, { width: 340, height: 204 }],
  [1, 100_000, { width: 340, height: 204 }],
])('gives %s x %s its place', (width, height, box) => expect(mediaBox(width, height)).toEqual(box))

it('keeps any size inside the bubble', () => {
  fc.assert(
    fc.property(fc.double(), fc.double(), (width, height) => {
      const box = mediaBox(width, height)
      expect(box.width).toBeGreaterThanOrEqual(120)
      expect(box.width).toBeLessThanOrEqual(340)
      expect(box.height).toBeGreaterThanOrEqual(72)
      expect(box.height).toBeLessThanOrEqual(380)
    }),
  )
})
