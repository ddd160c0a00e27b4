import type { Tx } from '../../store/tx.ts'

/** A file in the cache; its name is its content. */
export interface CachedFile {
  readonly ref: string
  readonly mimeType: string
  readonly bytes: number
  /** Pixels, of pictures. */
  readonly width: number | null
  readonly height: number | null
}

/** Enters a file into the books, or notes that it was used. */
export const keepFile = (tx: Tx, file: CachedFile) =>
  tx.run(
    `insert into media_file (ref, mime_type, bytes, width, height, created_at, used_at)
     values (:ref, :mimeType, :bytes, :width, :height, :now, :now) on conflict do update set used_at = excluded.used_at`,
    { ...file, now: tx.now },
  )
