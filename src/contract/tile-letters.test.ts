import { expect, it } from 'vitest'
import { distinctLetters, tileLetters } from './tile-letters.ts'

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

it.each([
  [
    ['Warehouse', 'Wareneingang', 'Waltham'],
    ['WA', 'WR', 'WL'],
  ],
  [
    ['Order desk', 'Order desk north', 'Order desk south', 'Order desk'],
    ['OD', 'ON', 'OS', 'OR'],
  ],
  [
    ['Support 10', 'Support 11', 'Support 9'],
    ['10', '11', 'S9'],
  ],
  [
    ['Shop 01', 'Shop 02', 'Shop 10', 'Shop Riga', 'Kiosk 10', 'Kiosk 11', '2. Lager', '3. Lager'],
    ['01', '02', '10', 'SR', 'K1', '11', 'L2', 'L3'],
  ],
  [
    ['X', 'X', 'X'],
    ['X', 'X2', 'X3'],
  ],
  [
    ['', '👍🏽', '👍🏽'],
    ['', '👍🏽', '👍🏽2'],
  ],
  [
    ['Стол заказов', 'Стол закупок'],
    ['СЗ', 'СТ'],
  ],
])('of %j the squares say %j', (names, letters) => {
  expect(distinctLetters(names)).toEqual(letters)
})

it('gives a thousand instances letters at once', () => {
  const letters = distinctLetters(Array.from({ length: 1000 }, (_, index) => `Instance ${index}`))
  expect(new Set(letters.slice(0, 100)).size).toBe(100)
  expect(letters).toHaveLength(1000)
})

it('tells thirty shops apart by their numbers', () => {
  const shops = Array.from({ length: 30 }, (_, index) => `Shop ${String(index + 1).padStart(2, '0')}`)
  expect(distinctLetters(shops)).toEqual(shops.map((name) => name.slice(-2)))
})
