import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clampZoom, noZoom, panBy, zoomAt } from './zoom.ts'

const room = { width: 1000, height: 600 }

it('keeps the point under the pointer', () => {
  const zoom = zoomAt(noZoom, 2, { x: 100, y: 50 })
  expect(zoom).toEqual({ scale: 2, x: -100, y: -50 })
  // What lay 100 px right of the centre lies there still.
  expect(zoom.x + 100 * zoom.scale).toBe(100)
})

it('ends where it began, and never leaves the stage', () => {
  const step = fc.record({
    factor: fc.double({ min: 0.2, max: 5, noNaN: true }),
    dx: fc.integer({ min: -900, max: 900 }),
    dy: fc.integer({ min: -900, max: 900 }),
  })
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      let zoom = noZoom
      for (const { factor, dx, dy } of steps)
        zoom = clampZoom(panBy(zoomAt(zoom, factor, { x: dx / 2, y: dy / 2 }), dx, dy), room)
      expect(zoom.scale).toBeGreaterThanOrEqual(1)
      expect(zoom.scale).toBeLessThanOrEqual(8)
      expect(Math.abs(zoom.x)).toBeLessThanOrEqual((room.width * (zoom.scale - 1)) / 2 + 0.001)
      const back = clampZoom(zoomAt(zoom, 0.001, { x: 0, y: 0 }), room)
      expect(back).toEqual(noZoom)
    }),
  )
})
