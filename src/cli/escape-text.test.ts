import { expect, test } from 'vitest'
import { escapeJson, escapeText } from './escape-text.ts'

test('JSON stays the same JSON, whatever stands between its tokens and in its strings', () => {
  const json = `{\t"a":\r\n\t"\u009b\u202e\u2028",\t"b": "\\t"}`
  expect(JSON.parse(escapeJson(json))).toEqual(JSON.parse(json))
  expect(escapeJson(json)).toBe(`{ "a": \n "\\u009b\\u202e\\u2028", "b": "\\t"}`)
})

test('every character that steers a terminal or turns the direction of a text is shown as its number', () => {
  const directions = ['\u061c', '\u200e', '\u200f', '\u202a', '\u202e', '\u2066', '\u2069']
  for (const character of ['\u0000', '\u001b', '\u007f', '\u009b', '\u2028', '\u2029', ...directions]) {
    const number = `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
    expect(escapeText(`a${character}b`)).toBe(`a${number}b`)
    expect(escapeJson(`"a${character}b"`)).toBe(`"a${number}b"`)
  }
})
