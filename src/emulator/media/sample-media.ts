import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { MediaStore } from '../world/media-store.ts'
import { textPdf } from './text-pdf.ts'

/** Makes a WAV file, 8 kHz mono: fading notes, `seconds` long. */
const chimeWav = (seconds: number): Buffer => {
  const rate = 8000
  const samples = Math.round(rate * seconds)
  const out = Buffer.alloc(44 + samples * 2)
  out.write('RIFF', 0, 'latin1')
  out.writeUInt32LE(36 + samples * 2, 4)
  out.write('WAVEfmt ', 8, 'latin1')
  out.writeUInt32LE(16, 16)
  out.writeUInt16LE(1, 20)
  out.writeUInt16LE(1, 22)
  out.writeUInt32LE(rate, 24)
  out.writeUInt32LE(rate * 2, 28)
  out.writeUInt16LE(2, 32)
  out.writeUInt16LE(16, 34)
  out.write('data', 36, 'latin1')
  out.writeUInt32LE(samples * 2, 40)
  const notes = [523.25, 659.25, 783.99, 659.25]
  for (let index = 0; index < samples; index += 1) {
    const time = index / rate
    const frequency = notes[Math.floor(time * 2) % notes.length] ?? 440
    const fade = 1 - ((time * 2) % 1)
    out.writeInt16LE(Math.round(Math.sin(2 * Math.PI * frequency * time) * 9000 * fade), 44 + index * 2)
  }
  return out
}

const assets = path.join(import.meta.dirname, 'assets')

/** Pictures with a thumbnail, drawn by tools/pictures/emulator-media.mjs. */
const pictureNames = [
  'loading-bay',
  'shelf',
  'label',
  'damaged',
  'chair',
  'receipt',
  'road',
  'map',
  'schedule',
  'colours',
] as const

const squareNames = [
  'face-anna',
  'face-marta',
  'face-oleg',
  'face-irina',
  'face-david',
  'face-lena',
  'face-pavel',
  'face-sofia',
  'group-routes',
  'group-bay',
  'group-shift',
  'brand-desk',
  'brand-warehouse',
] as const

export type PictureName = (typeof pictureNames)[number]
export type SquareName = (typeof squareNames)[number]

const read = (name: string): Buffer => readFileSync(path.join(assets, name))

/** Base64 preview of a picture. */
export const thumbnailOf = (name: PictureName | 'sticker'): string =>
  read(name === 'sticker' ? 'sticker-thumb.webp' : `${name}-thumb.jpg`).toString('base64')

/**
 * Adds the files that the world starts with: every picture and avatar under its own name, and `sample-image`,
 * `sample-video` and so on, which actors send if a script names none. Bytes are read on first use.
 */
export const addSampleMedia = (media: MediaStore): void => {
  const jpeg = (id: string, name: string): void => {
    media.add({ fileName: `${name}.jpg`, mimeType: 'image/jpeg', bytes: () => read(`${name}.jpg`) }, id)
  }
  for (const name of pictureNames) {
    jpeg(name, name)
    media.setThumbnail(name, () => thumbnailOf(name))
  }
  for (const name of squareNames) jpeg(name, name)
  jpeg('sample-image', 'loading-bay')
  media.setThumbnail('sample-image', () => thumbnailOf('loading-bay'))
  media.add({ fileName: 'sticker.webp', mimeType: 'image/webp', bytes: () => read('sticker.webp') }, 'sample-sticker')
  media.setThumbnail('sample-sticker', () => thumbnailOf('sticker'))
  media.add({ fileName: 'clip.webm', mimeType: 'video/webm', bytes: () => read('clip.webm') }, 'sample-video')
  media.setThumbnail('sample-video', () => thumbnailOf('road'))
  media.add({ fileName: 'voice.wav', mimeType: 'audio/wav', bytes: () => chimeWav(4) }, 'sample-audio')
  media.add(
    { fileName: 'document.pdf', mimeType: 'application/pdf', bytes: () => textPdf(['Document', 'One page.']) },
    'sample-document',
  )
}
