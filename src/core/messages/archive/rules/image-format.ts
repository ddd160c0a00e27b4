/** Facts from the first bytes of a picture. Size in pixels; null if it is not among these bytes. */
export interface ImageFormat {
  readonly mimeType: 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif'
  readonly width: number | null
  readonly height: number | null
}

/**
 * Recognises a picture by its bytes, whatever its name (service 10.5: WebP in `jpegThumbnail`). Null: not a picture.
 */
export function imageFormat(bytes: Uint8Array): ImageFormat | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) {
    const sized = bytes.length >= 24
    return {
      mimeType: 'image/png',
      width: sized ? view.getUint32(16) : null,
      height: sized ? view.getUint32(20) : null,
    }
  }
  if (startsWith(bytes, [0x47, 0x49, 0x46, 0x38])) {
    const sized = bytes.length >= 10
    return {
      mimeType: 'image/gif',
      width: sized ? view.getUint16(6, true) : null,
      height: sized ? view.getUint16(8, true) : null,
    }
  }
  if (startsWith(bytes, [0x52, 0x49, 0x46, 0x46]) && startsWith(bytes.subarray(8), [0x57, 0x45, 0x42, 0x50])) {
    return { mimeType: 'image/webp', ...webpSize(view) }
  }
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return { mimeType: 'image/jpeg', ...jpegSize(view) }
  return null
}

type Size = Pick<ImageFormat, 'width' | 'height'>
const unknownSize: Size = { width: null, height: null }

const startsWith = (bytes: Uint8Array, head: readonly number[]): boolean =>
  head.every((byte, index) => bytes[index] === byte)

/** The frame header of a JPEG contains its size; the segments before it are skipped. */
function jpegSize(view: DataView): Size {
  let offset = 2
  while (offset + 9 < view.byteLength) {
    if (view.getUint8(offset) !== 0xff) return unknownSize
    const marker = view.getUint8(offset + 1)
    if (marker === 0xff) {
      offset += 1
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return { height: view.getUint16(offset + 5), width: view.getUint16(offset + 7) }
    offset += 2 + view.getUint16(offset + 2)
  }
  return unknownSize
}

function webpSize(view: DataView): Size {
  if (view.byteLength < 30) return unknownSize
  const chunk = String.fromCharCode(view.getUint8(12), view.getUint8(13), view.getUint8(14), view.getUint8(15))
  switch (chunk) {
    case 'VP8 ':
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    case 'VP8L': {
      const bits = view.getUint32(21, true)
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
    }
    case 'VP8X': {
      const uint24 = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536
      return { width: uint24(24) + 1, height: uint24(27) + 1 }
    }
    default:
      return unknownSize
  }
}
