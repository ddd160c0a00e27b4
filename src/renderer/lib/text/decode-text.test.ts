import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

test('reads UTF-8 and UTF-16 with their marks, and says so where it is something else', () => {
  expect(decodeText(new TextEncoder().encode('\ufeffname,текст'))).toBe('name,текст')
  expect(decodeText(new Uint8Array([0xff, 0xfe, 0x41, 0, 0x16, 0x04]))).toBe('AЖ')
  expect(decodeText(new Uint8Array([0xfe, 0xff, 0, 0x41]))).toBe('A')
  // The Russian word for text, in the encoding of old Windows programs.
  for (const half of [
    [0xff, 0x41],
    [0xfe, 0x41],
    [0x41, 0xfe],
    [0x41, 0xff],
  ])
    expect(decodeText(new Uint8Array(half))).toBeNull()
  expect(decodeText(new Uint8Array([0xf2, 0xe5, 0xea, 0xf1, 0xf2]))).toBeNull()
})
