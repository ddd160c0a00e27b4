import path from 'node:path'
import { trimEndDots, withoutMarkRuns } from '../../contract/text/fold.ts'

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

/** A file name that is safe to create in a folder of ours, whatever a sender called it. */
export function safeFileName(name: string): string {
  const named = withoutMarkRuns(name)
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]/gu, '_')
  const cleaned = trimEndDots(named.replace(/^[.\s]+/, ''))
  const { name: stem, ext } = path.parse(cleaned)
  const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i.test(stem) ? '_' : ''
  return `${reserved}${stem.slice(0, 150)}${ext.slice(0, 20)}` || 'file'
}

export const mayBeOpened = (fileName: string): boolean =>
  shownOnly.has(path.extname(safeFileName(fileName)).slice(1).toLowerCase())
