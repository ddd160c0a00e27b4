import path from 'node:path'
import { cutToBytes, trimEndDots, withoutMarkRuns } from '../../contract/text/fold.ts'

/**
 * Kinds of files that a program only shows. A file from a chat is never handed to the system when opening could mean
 * running it; those can be saved.
 */
const shownOnly: ReadonlySet<string> = new Set(
  [
    'jpg jpeg png gif webp avif bmp heic tif tiff',
    'mp3 ogg oga opus m4a aac wav flac mp4 m4v mov webm mkv avi',
    'pdf txt csv tsv json log md rtf vcf ics gpx',
    'doc docx odt xls xlsx ods ppt pptx odp',
    'zip 7z rar gz tar',
  ].flatMap((kinds) => kinds.split(' ')),
)

/** UTF-8 bytes of the parts of a name: a file system takes 255 for the whole. */
const stemBytes = 200
const endingBytes = 50

/** A file name that is safe to create in a folder of ours, whatever a sender called it. */
export function safeFileName(name: string): string {
  const named = withoutMarkRuns(name)
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]/gu, '_')
  const cleaned = trimEndDots(named.replace(/^[.\s]+/, ''))
  const { name: stem, ext } = path.parse(cleaned)
  // Windows looks at what stands before the first dot, without spaces.
  const first = cleaned.split('.', 1).join('').trim()
  const reserved = /^(con|prn|aux|nul|(com|lpt)[\d\u00b9\u00b2\u00b3])$/i.test(first) ? '_' : ''
  return `${reserved}${cutToBytes(stem, stemBytes)}${cutToBytes(ext, endingBytes)}` || 'file'
}

export const mayBeOpened = (fileName: string): boolean =>
  shownOnly.has(path.extname(safeFileName(fileName)).slice(1).toLowerCase())
