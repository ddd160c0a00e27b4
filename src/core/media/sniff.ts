import { imageFormat } from '../messages/archive/rules/image-format.ts'

/** A file's type by its first bytes, never by its name. */
export interface Sniffed {
  readonly mimeType: string
  /** Pixels; null where the head does not say. */
  readonly width: number | null
  readonly height: number | null
}

/** Bytes of a file that `sniff` wants to see: a JPEG's size may stand behind a large preview. */
export const sniffedBytes = 256 * 1024

const signatures: readonly (readonly [mimeType: string, offset: number, bytes: string])[] = [
  ['application/pdf', 0, '%PDF-'],
  ['audio/ogg', 0, 'OggS'],
  ['audio/flac', 0, 'fLaC'],
  ['audio/mpeg', 0, 'ID3'],
  ['audio/amr', 0, '#!AMR'],
  ['application/zip', 0, 'PK\u0003\u0004'],
  ['application/gzip', 0, '\u001f\u008b'],
  ['application/x-7z-compressed', 0, '7z\u00bc\u00af\u0027\u001c'],
  ['application/vnd.rar', 0, 'Rar!\u001a\u0007'],
  ['image/bmp', 0, 'BM'],
]

/** Recognises pictures, sounds, films and papers (architecture 11). Null: nothing that is shown, only saved. */
export function sniff(head: Uint8Array): Sniffed | null {
  const image = imageFormat(head)
  if (image !== null) return image
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, 512)).toString('latin1')
  const mimeType = containerOf(head, text) ?? signatures.find(([, at, sign]) => text.startsWith(sign, at))?.[0]
  return mimeType === undefined ? null : { mimeType, width: null, height: null }
}

function containerOf(head: Uint8Array, text: string): string | undefined {
  if (text.startsWith('ftyp', 4)) return isoMediaType(text.slice(8, 12))
  if (text.startsWith('RIFF')) {
    const form = text.slice(8, 12)
    return form === 'WAVE' ? 'audio/wav' : form === 'AVI ' ? 'video/x-msvideo' : undefined
  }
  if (text.startsWith('\u001a\u0045\u00df\u00a3')) return text.includes('webm') ? 'video/webm' : 'video/x-matroska'
  if (text.startsWith('OggS')) return text.includes('theora') ? 'video/ogg' : 'audio/ogg'
  // An MPEG frame without tags: eleven set bits; layer I to III for sound, layer 0 for ADTS.
  const [first = 0, second = 0] = head
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return undefined
  return (second & 0x06) === 0 ? 'audio/aac' : 'audio/mpeg'
}

/** The major brand of an ISO media file. */
function isoMediaType(brand: string): string {
  if (/^M4[AB]/.test(brand)) return 'audio/mp4'
  if (/^avi[fs]/.test(brand)) return 'image/avif'
  if (/^(hei[cfmsx]|mif1|msf1)/.test(brand)) return 'image/heic'
  if (brand.startsWith('qt')) return 'video/quicktime'
  return brand.startsWith('3g') ? 'video/3gpp' : 'video/mp4'
}

/** A page where a file was wanted: a login form, an error, a proxy's notice. */
export function looksLikeHtml(head: Uint8Array): boolean {
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, 512)).toString('utf8')
  return /^\ufeff?\s*<(?:!doctype html|html|head|body)\b/iu.test(text)
}
