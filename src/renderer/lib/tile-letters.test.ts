import { expect, it } from 'vitest'
import { tileLetters } from './tile-letters.ts'

it.each([
  ['Order desk', 'OD'],
  ['Warehouse', 'WA'],
  ['after-sales', 'AS'],
  ['Warehouse (sample)', 'WS'],
  ['  Łukasz  ', 'ŁU'],
  ['Стол заказов', 'СЗ'],
  ['4821', '48'],
  ['👍🏽 team', 'TE'],
  ['👩‍👩‍👧', '👩‍👩‍👧'],
  ['x', 'X'],
  ['', ''],
])('%j gives %j', (name, initials) => {
  expect(tileLetters(name)).toBe(initials)
})
