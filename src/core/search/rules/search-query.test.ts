import { expect, test } from 'vitest'
import { placesOf } from './search-query.ts'

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
