import { expect, test } from 'vitest'
import { linePath, sayEnough } from './line-path.ts'

const box = { from: 0, to: 600_000, most: 6, width: 300, height: 40 }

test('a gap in which nobody looked stays a gap', () => {
  const { line } = linePath(
    [
      { at: 0, value: 0 },
      { at: 10_000, value: 6 },
      { at: 300_000, value: 3 },
      { at: 310_000, value: 3 },
    ],
    box,
  )
  expect(line.match(/M/g)).toHaveLength(2)
  expect(line).toContain('M0.0 38.0 L5.0 6.0')
})

test('what was not known ends the line, what is older than the chart is not drawn, and nothing draws nothing', () => {
  expect(linePath([{ at: -5, value: 1 }], box)).toEqual({ line: '', area: '' })
  expect(
    linePath(
      [
        { at: 5000, value: 1 },
        { at: 6000, value: null },
        { at: 7000, value: 2 },
      ],
      box,
    ).line.match(/M/g),
  ).toHaveLength(2)
  expect(linePath([], box).line).toBe('')
})

test('a line is drawn from three readings on, and what was not known is no reading', () => {
  const readings = [
    { at: 1, value: 0 },
    { at: 2, value: null },
    { at: 3, value: 4 },
  ]
  expect([sayEnough([]), sayEnough(readings), sayEnough([...readings, { at: 4, value: 4 }])]).toEqual([
    false,
    false,
    true,
  ])
})
