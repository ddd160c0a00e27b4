import type { MessageKey } from '../../../contract/ids.ts'
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

/** Stores a file's row, or its last use. */
export const storeFile = (tx: Tx, file: CachedFile) =>
  tx.run(
    `insert into media_file (ref, mime_type, bytes, width, height, created_at, used_at)
     values (:ref, :mimeType, :bytes, :width, :height, :now, :now) on conflict do update set used_at = excluded.used_at`,
    { ...file, now: tx.now },
  )

/** The file of a message is here. */
export function storeMessageFile(tx: Tx, message: MessageKey, ref: string): void {
  tx.run('insert or replace into message_media (message, ref, tried_at) values (?, ?, ?)', [message, ref, tx.now])
}

/** A copy of a message shows the same file. */
export function copyMessageFile(tx: Tx, from: MessageKey, to: MessageKey): void {
  tx.run(
    'insert into message_media (message, ref, tried_at) select ?, ref, tried_at from message_media where message = ? and ref is not null',
    [to, from],
  )
}
