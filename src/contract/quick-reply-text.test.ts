import { expect, it, test } from 'vitest'
import { fillQuickReply, firstNameOf, unknownVariable } from './quick-reply-text.ts'

const values = { name: 'Anna Lindqvist', firstName: 'Anna', instance: 'Order desk', time: '14:20' }

test.for([
  ['Hello {firstName}, it is {time}.', 'Hello Anna, it is 14:20.', []],
  ['Hello {firstName=customer}', 'Hello Anna', []],
  ['We deliver {delivery day=tomorrow}, {window=9 to 12}.', 'We deliver tomorrow, 9 to 12.', ['tomorrow', '9 to 12']],
  ['A blank to fill: {number=}!', 'A blank to fill: !', ['']],
  ['{see below} {a=b\nc} { name }', '{see below} {a=b\nc} { name }', []],
] as const)('%s', ([text, filled, own]) => {
  const reply = fillQuickReply(text, values)
  expect(reply.text).toBe(filled)
  expect(reply.own.map(({ from, to }) => reply.text.slice(from, to))).toEqual(own)
})

test('a default stands in for what is not known, and a value is never expanded again', () => {
  const nobody = { ...values, firstName: '', name: '{time} {x=y}' }
  expect(fillQuickReply('Hello {firstName=customer}', nobody).text).toBe('Hello customer')
  expect(fillQuickReply('Hello {firstName}{name}', nobody)).toEqual({ text: 'Hello {time} {x=y}', own: [] })
})

test('a variable that nobody knows and that has no default is named', () => {
  expect(unknownVariable('{name} {price=10} {price}')).toBe('{price}')
  expect(unknownVariable('{name} {price=10}')).toBeNull()
})

test.for([
  ['Anna Lindqvist', 'Anna'],
  ['Dr. Anna Lindqvist', 'Anna'],
  ['Lindqvist', 'Lindqvist'],
  ['+7 999 000-11-22', ''],
  ['', ''],
  ['Mr.', 'Mr.'],
] as const)('the first name of %s is %s', ([name, first]) => {
  expect(firstNameOf(name)).toBe(first)
})

it.each([
  ['~Anna', 'Anna'],
  ['*Anna*', 'Anna'],
  ['"Anna" Smith', 'Anna'],
  ['(Anna)', 'Anna'],
  ['🌸Anna🌸 Smith', 'Anna'],
  ['Dr. Anna Smith', 'Anna'],
  ['anna.smith', 'anna.smith'],
  ["D'Arcy", "D'Arcy"],
  ['~ ~Anna', 'Anna'],
  ['\u2067דנה\u2069 כהן', 'דנה'],
])('addresses %s as %s, without decorations', (name, first) => expect(firstNameOf(name)).toBe(first))
