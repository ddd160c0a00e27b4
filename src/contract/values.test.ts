import { describe, expect, it, test } from 'vitest'
import { isMuted } from './notice-text.ts'
import { fillTemplate, hueOf, hueOfPhone, initialsOf, templateBlanks, visibleName } from './values.ts'

test.for([
  ['Anna', 'A'],
  ['Anna Weber', 'AW'],
  ['Łukasz', 'Ł'],
  ['Стол заказов', 'СЗ'],
  ['👍🏽 team', 'T'],
  ['(Anna) [Weber]', 'AW'],
  ['Customer 4821', '48'],
  ['+7 999 000-11-22', '22'],
  ['👩‍👩‍👧', ''],
  ['', ''],
] as const)('the avatar of %j has %j', ([name, initials]) => {
  expect(initialsOf(name)).toBe(initials)
})

test('an id keeps its hue, and ids have all six', () => {
  const hues = Array.from({ length: 100 }, (_, index) => hueOf(`7999000${index}@c.us`))
  expect(new Set(hues)).toEqual(new Set([1, 2, 3, 4, 5, 6]))
  expect(Array.from({ length: 100 }, (_, index) => hueOf(`7999000${index}@c.us`))).toEqual(hues)
})

test('a contact card has the hue that the chat with its number has in the list', () => {
  for (const last of ['00', '11', '22', '33', '44', '55']) {
    expect(hueOfPhone(`+7 999 000-11-${last}`)).toBe(hueOf(`799900011${last}@c.us`))
    expect(hueOf(`799900011${last}`)).toBe(hueOf(`799900011${last}@c.us`))
  }
})

test.for([
  [null, false],
  ['forever', true],
  [101, true],
  [100, false],
  [99, false],
] as const)('muted until %s is, at 100: %s', ([mutedUntil, expected]) => {
  expect(isMuted(mutedUntil, 100)).toBe(expected)
})

test.each([
  ['Hi {{1}}, at {{2}}', ['1', '2'], ['Anna', '17:00'], 'Hi Anna, at 17:00'],
  ['At {{ 2 }} for {{1}}, {{1}}', ['1', '2'], ['Anna', '17:00'], 'At 17:00 for Anna, Anna'],
  ['{{3}} alone', ['1', '2', '3'], ['a', 'b', 'c'], 'c alone'],
  ['Hi {{name}}, {{1}}', ['name', '1'], ['Anna', '{{name}}'], 'Hi Anna, {{name}}'],
  ['Hi {{1}}', ['1'], [''], 'Hi {{1}}'],
  ['{{}} { {1} } {{{{', [], [], '{{}} { {1} } {{{{'],
])('the blanks of the template %s are found and filled', (text, blanks, params, filled) => {
  expect(templateBlanks(text)).toEqual(blanks)
  expect(fillTemplate(text, params)).toBe(filled)
})

describe('a visible name', () => {
  it.each([
    ['Anna', 'Anna'],
    ['  Anna ', 'Anna'],
    ['\u200b\u2060', ''],
    ['\u3164\u3164', ''],
    ['\u2800', ''],
    ['\u202e'.repeat(300), ''],
    ['\ufe0f\u200d', ''],
    ['❤️', '❤️'],
    ['...', '...'],
    ['王', '王'],
  ])('of %j is %j', (name, shown) => expect(visibleName(name)).toBe(shown))
})
