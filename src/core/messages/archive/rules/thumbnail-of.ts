import { createHash } from 'node:crypto'
import { imageFormat } from './image-format.ts'
import type { FoundThumbnail } from './record.ts'

/** Bytes above which a preview is none: it would sit in the archive for ever. */
const largestThumbnail = 256 * 1024

/**
 * The picture in a base64 field, with or without a data-URL head, named by its content. Null for '', for what is no
 * picture, and for what is too large.
 */
export function thumbnailOf(base64: string | undefined): FoundThumbnail | null {
  if (base64 === undefined || base64 === '' || base64.length > largestThumbnail * 2) return null
  const bytes = Buffer.from(base64.replace(/^data:[^,]*,/, ''), 'base64')
  if (bytes.length === 0 || bytes.length > largestThumbnail) return null
  const format = imageFormat(bytes)
  if (format === null) return null
  const ref = `t${createHash('sha256').update(bytes).digest('hex').slice(0, 40)}`
  return { ref, ...format, bytes: new Uint8Array(bytes) }
}
