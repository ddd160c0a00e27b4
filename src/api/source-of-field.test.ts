import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sourceOfField } from './source-of-field.ts'

test.each([
  [
    'digits that no number keeps',
    '{"receiptId":1,"body":{"id":123456789012345678,"a":1.50}}',
    '{"id":123456789012345678,"a":1.50}',
  ],
  ['the order of keys, and spaces', '{ "body" : {"10":1, "2" :2} , "receiptId":1}', '{"10":1, "2" :2}'],
  ['a number', '{"body":12e1,"receiptId":1}', '12e1'],
  ['a number at the end', '{"body": -0.0}', '-0.0'],
  ['a text with what looks like an end', '{"body":"a\\"},{","receiptId":1}', '"a\\"},{"'],
  ['a list', '{"receiptId":1,"body":[{"body":1},"]"]}', '[{"body":1},"]"]'],
  ['the last of two', '{"body":1,"body":{"b":2}}', '{"b":2}'],
  ['a key with escapes', '{"b\\u006fdy":null}', 'null'],
  ['control characters inside a text', '{"body":{"t":"a\nb"},"receiptId":1}', '{"t":"a\nb"}'],
])('gives %s', (_, json, source) => {
  expect(sourceOfField(json, 'body')).toBe(source)
})

test('gives nothing where there is no such field, or only deeper', () => {
  for (const json of ['{}', '{"a":{"body":1}}', '{"a":"\\"body\\":1"}', '{"body', '', 'null'])
    expect(sourceOfField(json, 'body')).toBeUndefined()
})

test('gives for any object what the field was written as', () => {
  fc.assert(
    fc.property(fc.json(), fc.dictionary(fc.string(), fc.jsonValue()), (body, rest) => {
      const others = Object.entries(rest).filter(([key]) => key !== 'body')
      const fields = [
        ...others.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`),
        `"body": ${body}`,
      ]
      const half = Math.floor(fields.length / 2)
      expect(sourceOfField(`{${[...fields.slice(half), ...fields.slice(0, half)].join(' , ')}}`, 'body')).toBe(
        body.trim(),
      )
    }),
  )
})
