import { expect, it } from 'vitest'
import { initialsOf } from './initials.ts'

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
  expect(initialsOf(name)).toBe(initials)
})
