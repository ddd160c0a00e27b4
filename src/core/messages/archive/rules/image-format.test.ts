import { expect, test } from 'vitest'
import { imageFormat } from './image-format.ts'

/** Bytes of numbers and of letters. */
const bytes = (...parts: readonly (number | string)[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...Buffer.from(part, 'latin1')])))
const zeros = (count: number): readonly number[] => Array.from({ length: count }, () => 0)

const png = [0x89, 'PNG', 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 'IHDR', 0, 0, 4, 1, 0, 0, 2, 3] as const
const gif = ['GIF89a', 0x20, 0x01, 0x10, 0x00] as const
/** A comment, a byte of filling, then the frame: 300 by 200. */
const jpeg = [0xff, 0xd8, 0xff, 0xfe, 0, 4, 1, 2, 0xff, 0xff, 0xc0, 0, 17, 8, 0, 200, 1, 44, 3, 0, 0] as const
const webp = (chunk: string, ...rest: readonly number[]) => ['RIFF', ...zeros(4), 'WEBP', chunk, ...rest] as const

test.each([
  ['a PNG', png, { mimeType: 'image/png', width: 1025, height: 515 }],
  ['a GIF', gif, { mimeType: 'image/gif', width: 288, height: 16 }],
  ['a JPEG', jpeg, { mimeType: 'image/jpeg', width: 300, height: 200 }],
  [
    'a progressive JPEG behind its tables',
    [0xff, 0xd8, 0xff, 0xc4, 0, 3, 9, 0xff, 0xc2, 0, 17, 8, 0, 10, 0, 20, 3, 0, 0],
    { mimeType: 'image/jpeg', width: 20, height: 10 },
  ],
  [
    'a WebP with losses',
    webp('VP8 ', ...zeros(10), 0x2c, 0x41, 0xc8, 0x40),
    { mimeType: 'image/webp', width: 300, height: 200 },
  ],
  [
    'a WebP without losses',
    webp('VP8L', ...zeros(5), 0x2b, 0xc1, 0x31, 0x00, ...zeros(5)),
    { mimeType: 'image/webp', width: 300, height: 200 },
  ],
  [
    'an extended WebP',
    webp('VP8X', ...zeros(8), 0x2b, 0x01, 0x00, 0xc7, 0x00, 0x01),
    { mimeType: 'image/webp', width: 300, height: 65_736 },
  ],
])('knows %s and its size by its bytes', (_what, parts, expected) => {
  expect(imageFormat(bytes(...parts))).toEqual(expected)
})

test.each([
  ['a PNG', png.slice(0, 6), 'image/png'],
  ['a GIF', gif.slice(0, 2), 'image/gif'],
  ['a JPEG', jpeg.slice(0, 12), 'image/jpeg'],
  ['a JPEG whose segment is followed by anything else', [0xff, 0xd8, 0xff, 0xfe, 0, 2, ...zeros(20)], 'image/jpeg'],
  [
    'a JPEG of empty segments',
    [0xff, 0xd8, ...Array.from({ length: 200 }, () => [0xff, 0xfe, 0, 0]).flat()],
    'image/jpeg',
  ],
  ['a WebP of an unknown form', webp('ALPH', ...zeros(14)), 'image/webp'],
  ['a WebP', webp('VP8 '), 'image/webp'],
])('knows %s that is cut or broken, and no size of it', (_what, parts, mimeType) => {
  expect(imageFormat(bytes(...parts))).toEqual({ mimeType, width: null, height: null })
})

test.each([[[]], [['%PDF-1.7']], [['RIFF', ...zeros(4), 'WAVE']], [[0xff, 0xd8]], [['<svg>']]])(
  'takes %j for no picture',
  (parts) => {
    expect(imageFormat(bytes(...parts))).toBeNull()
  },
)
