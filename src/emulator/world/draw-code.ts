import { crc32, deflateSync } from 'node:zlib'
import { createRandom } from '../random.ts'

/** Modules along a side, and pixels to a module. */
const modules = 33
const scale = 6
const quiet = 4

const isFinder = (x: number, y: number): boolean | undefined => {
  for (const [left, top] of [
    [0, 0],
    [modules - 7, 0],
    [0, modules - 7],
  ] as const) {
    const [dx, dy] = [x - left, y - top]
    if (dx < -1 || dy < -1 || dx > 7 || dy > 7) continue
    const ring = Math.max(Math.abs(dx - 3), Math.abs(dy - 3))
    return ring === 3 || ring <= 1
  }
  return undefined
}

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

/** A PNG that looks like a QR code without content, in base64. The same seed gives the same image. */
export const drawCode = (seed: number): string => {
  const random = createRandom(seed)
  const dark = Array.from({ length: modules }, (_row, y) =>
    Array.from({ length: modules }, (_cell, x) => isFinder(x, y) ?? random.chance(0.5)),
  )
  const side = (modules + 2 * quiet) * scale
  const line = Math.ceil(side / 8)
  const pixels = Buffer.alloc(side * (line + 1))
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const black = dark[Math.floor(y / scale) - quiet]?.[Math.floor(x / scale) - quiet] ?? false
      const at = y * (line + 1) + 1 + (x >> 3)
      if (!black) pixels[at] = (pixels[at] ?? 0) | (0x80 >> (x & 7))
    }
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head[8] = 1
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]).toString('base64')
}
