import { expect, test } from 'vitest'
import { isLineInSight } from './day-in-sight.ts'

const plain = { day: null, divider: false }
const dayBegins = { day: 1, divider: false }
const newBegins = { day: null, divider: true }

test.each([
  ['among messages of one day', plain, plain, 0, false],
  ['a day begins at the top', dayBegins, plain, 10, true],
  ['the line of a day is out of sight', dayBegins, plain, 60, false],
  ['a day begins with the next message', plain, dayBegins, 0, true],
  ['new messages begin at the top', newBegins, plain, 0, true],
  ['new messages begin with the next one', plain, newBegins, 0, true],
  ['the line above new messages is out of sight', newBegins, undefined, 60, false],
] as const)('%s', (_, first, next, hidden, inSight) => {
  expect(isLineInSight(first, next, hidden)).toBe(inSight)
})
