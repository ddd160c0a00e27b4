import { expect, test } from 'vitest'
import { escapeJson } from './escape-text.ts'

test('JSON stays the same JSON, whatever stands between its tokens and in its strings', () => {
  const json = `{\t"a":\r\n\t"\u009b\u202e\u2028",\t"b": "\\t"}`
  expect(JSON.parse(escapeJson(json))).toEqual(JSON.parse(json))
  expect(escapeJson(json)).toBe(`{ "a": \n "\\u009b\\u202e\\u2028", "b": "\\t"}`)
})
