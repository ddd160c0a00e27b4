import { describe, expect, it, test } from 'vitest'
import { isMuted } from './notice-text.ts'
import {
  countedCalls,
  editWindowMs,
  fillTemplate,
  formatAmount,
  hueOf,
  hueOfPhone,
  initialsOf,
  isCaption,
  leastDays,
  templateBlanks,
  visibleName,
} from './values.ts'

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

test.each([
  ['5', 'EUR', '0.05 EUR'],
  ['-5', 'eur', '-0.05 EUR'],
  ['41200', 'EUR', '412.00 EUR'],
  ['41200', 'JPY', '41200 JPY'],
  ['7', 'KWD', '0.007 KWD'],
  ['1.5', 'EUR', ''],
])('%s minor units of %s are "%s"', (amount, currency, shown) => {
  expect(formatAmount(amount, currency)).toBe(shown)
})

test('of several limits of age the lowest counts', () => {
  expect([leastDays(null, 30, 7), leastDays(null), leastDays(null, 30)]).toEqual([7, null, 30])
})

test('calls of a month are those that the service counted, or those of all desks where they are more', () => {
  const quota = { method: 'getMessage', total: 1000, text: '', at: null, usedUpUntil: null } as const
  const own = { people: 1, programs: 2, background: 3 }
  expect(countedCalls({ ...quota, used: 5, own, colleagues: 4 })).toBe(10)
  expect(countedCalls({ ...quota, used: 50, own, colleagues: 4 })).toBe(50)
  expect(countedCalls({ ...quota, used: null, own: null, colleagues: 4 })).toBe(4)
})

test('a sent text can be edited for a quarter of an hour, on telegram for two days', () => {
  expect((['v3', 'whatsapp', 'telegram'] as const).map((family) => editWindowMs(family) / 3_600_000)).toEqual([
    ...[0.25, 0.25, 48],
  ])
})

test.each([
  ['one picture', [{ kind: 'image', caption: '' }], 'x'.repeat(10), true],
  ['one picture, and the text is too long', [{ kind: 'image', caption: '' }], 'x'.repeat(11), false],
  ['one picture with a caption', [{ kind: 'image', caption: 'A' }], 'B', false],
  ['one of a kind without captions', [{ kind: 'document', caption: '' }], 'B', false],
  ['two pictures', Array.from({ length: 2 }, () => ({ kind: 'image' as const, caption: '' })), 'B', false],
  ['nothing', [], 'B', false],
] as const)('a text beside %s is a caption or none', (_, files, text, is) => {
  const rules = { maxBytes: {} as never, captionLength: 10, captioned: ['image'] } as const
  expect(isCaption(rules, files, text)).toBe(is)
})
