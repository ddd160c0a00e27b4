import { expect, test } from 'vitest'
import { takeOutNames, takeOutOfJson, takeOutOfText } from './take-out.ts'

test.for<readonly [string, string]>([
  ['call 79990001122 now', 'call erased now'],
  ['79990001122', 'erased'],
  ['+79990001122, 79990001122@c.us', '+erased, erased@c.us'],
  // Parts of other numbers.
  ['1799900011223', '1799900011223'],
  ['799900011229 and 279990001122', '799900011229 and 279990001122'],
  ['7999000112279990001122', 'erasederased'],
])('of %s a number goes that is no part of a longer one', ([text, left]) => {
  expect(takeOutOfText(text, ['79990001122'])).toBe(left)
})

test('a short id is taken out where it is the whole value, and a price stays', () => {
  expect(takeOutOfText('1500 for all', ['1500'])).toBe('1500 for all')
  expect(takeOutOfText('ask 123456 or 1234567', ['123456', '1234567'])).toBe('ask 123456 or erased')
  expect(takeOutOfJson('{"by":1500,"text":"1500 for all"}', ['1500'])).toBe('{"by":"erased","text":"1500 for all"}')
})

test('a name goes where it is no part of a longer word, the whole name before its parts', () => {
  expect(takeOutNames('"Anna","Annabel","Anna Li": Жанна, анна', ['Anna', 'Anna Li', 'анна'])).toBe(
    '"erased","Annabel","erased": Жанна, erased',
  )
})

test('a text of a number alone takes linear time', () => {
  const [number, size] = ['79990001122', 200_000]
  expect(takeOutOfText(`${number} `.repeat(size), [number])).toBe('erased '.repeat(size))
})

test('what stays of JSON has its numbers as they were written, and a long number may be the person', () => {
  const record = '{"idMessage":123456789012345678,"price":1.50,"by":987654321098765432,"text":"ask 79990001122"}'
  expect(takeOutOfJson(record, ['987654321098765432', '79990001122'])).toBe(
    '{"idMessage":123456789012345678,"price":1.50,"by":"erased","text":"ask erased"}',
  )
})
