import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBounds, restoreBounds } from './window-bounds.ts'

const laptop = { x: 0, y: 0, width: 1440, height: 860 }
const beside = { x: 1440, y: 0, width: 2560, height: 1400 }
const at = (x: number, y: number, width = 1000, height = 700) => ({ bounds: { x, y, width, height }, maximized: false })

test('the first window stands in the middle and fits', () => {
  expect(restoreBounds(undefined, [laptop]).bounds).toEqual({ x: 80, y: 20, width: 1280, height: 820 })
  expect(restoreBounds(undefined, [{ ...laptop, width: 1000, height: 600 }]).bounds).toEqual({
    x: 0,
    y: 0,
    width: 1000,
    height: 600,
  })
})

test('a window comes back where it was, on the second screen too', () => {
  expect(restoreBounds(at(100, 50), [laptop]).bounds).toEqual(at(100, 50).bounds)
  expect(restoreBounds({ ...at(1500, 40), maximized: true }, [laptop, beside])).toEqual({
    ...at(1500, 40),
    maximized: true,
  })
})

test('with its screen gone it stands in the middle of the one that is left', () => {
  expect(restoreBounds(at(1500, 40), [laptop]).bounds).toMatchObject({ x: 80, y: 20 })
})

test('a title bar out of reach is brought back', () => {
  expect(restoreBounds(at(100, -300), [laptop]).bounds.y).toBe(20)
  expect(restoreBounds(at(-950, 50), [laptop]).bounds.x).toBe(80)
})

test('whatever was saved, the title bar can be reached and the window is no larger than its screen', () => {
  const rectangle = fc.record({
    x: fc.integer({ min: -5000, max: 5000 }),
    y: fc.integer({ min: -5000, max: 5000 }),
    width: fc.integer({ min: 1, max: 9000 }),
    height: fc.integer({ min: 1, max: 9000 }),
  })
  fc.assert(
    fc.property(rectangle, (bounds) => {
      const place = restoreBounds({ bounds, maximized: false }, [laptop, beside]).bounds
      const screen = place.x + place.width / 2 >= beside.x ? beside : laptop
      expect(place.y).toBeGreaterThanOrEqual(screen.y)
      expect(place.width).toBeLessThanOrEqual(beside.width)
      expect(place.height).toBeLessThanOrEqual(beside.height)
    }),
  )
})

test.for([
  '',
  'null',
  '{}',
  '[]',
  '{"bounds":{},"maximized":true}',
  '{"bounds":{"x":1,"y":2,"width":0,"height":3},"maximized":false}',
])('a file that says %s is no place', (text) => {
  expect(readBounds(text)).toBeUndefined()
})

test('what was written is read', () => {
  expect(readBounds(JSON.stringify(at(1, 2)))).toEqual(at(1, 2))
})
