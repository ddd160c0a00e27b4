import { expect, test } from 'vitest'
import { placesOf, readSearch } from './search-query.ts'

test.each([
  [['order'], [0, 2]],
  [['ord'], [0, 2]],
  [['order', '48'], [0]],
  [['order', '4821', 'or'], [0]],
  // Only the last word may be the beginning of one.
  [['ord', '4821'], []],
  [['order', '48', 'order'], []],
  [['4821', 'order', 'again'], []],
])('of a phrase %j, words before its last one are whole: found at %j', (phrase, places) => {
  expect(placesOf(['order', '4821', 'order'], phrase)).toEqual(places)
})

test.each([
  ['12345', '12345'],
  ['+7 (999) 0', '79990'],
  ['1234', null],
  ['12345 boxes', null],
])('%j is looked for as the number %j', (typed, digits) => {
  expect(readSearch(typed)?.digits).toBe(digits)
})

test('more words than anybody means are not looked for', () => {
  expect(readSearch('one two three four five six seven eight nine ten eleven twelve thirteen')?.phrases).toHaveLength(
    12,
  )
})
