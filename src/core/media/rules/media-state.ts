import type { MediaState } from '../../../contract/media.ts'

/** Columns of `message_media` and `media_file`. */
export interface MediaColumns {
  readonly media_ref: string | null
  readonly failed_code: string | null
  readonly failed_text: string | null
  readonly file_bytes: number | null
  readonly file_mime: string | null
  readonly file_width: number | null
  readonly file_height: number | null
}

type FailedCode = Extract<MediaState, { kind: 'failed' }>['code']

/** The state on the disk; core overlays running downloads, which only core's memory has. */
export function toMediaState(row: MediaColumns): MediaState {
  if (row.media_ref !== null && row.file_bytes !== null) {
    return { kind: 'ready', ref: row.media_ref, bytes: row.file_bytes, mimeType: row.file_mime ?? '' }
  }
  if (row.failed_code !== null) {
    return {
      kind: 'failed',
      code: row.failed_code as FailedCode,
      ...(row.failed_text === null ? {} : { text: row.failed_text }),
    }
  }
  return { kind: 'absent' }
}
