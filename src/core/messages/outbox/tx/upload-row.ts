import type { ChatKey, MessageKey } from '../../../../contract/ids.ts'
import { assignments } from '../../../store/sql.ts'
import type { SqlValue, Tx } from '../../../store/tx.ts'

/** Columns of a file that a person sends, from the composer to the service. */
export interface UploadColumns {
  readonly message: SqlValue
  readonly position: SqlValue
  readonly ref: SqlValue
  readonly caption: SqlValue
  readonly as_file: SqlValue
  readonly pinned: SqlValue
  readonly link: SqlValue
  readonly link_until: SqlValue
  readonly direct: SqlValue
}

export function insertUpload(
  tx: Tx,
  row: {
    readonly id: string
    readonly chat: ChatKey
    readonly position: number
    readonly name: string
    readonly bytes: number
  },
): void {
  tx.run(
    'insert into upload (id, chat, position, name, bytes, created_at) values (:id, :chat, :position, :name, :bytes, :now)',
    { ...row, now: tx.now },
  )
}

export function updateUpload(tx: Tx, id: string, columns: Partial<UploadColumns>): void {
  tx.run(`update upload set ${assignments(columns)} where id = :id`, { ...columns, id })
}

/** The same of the file of a message, if it has one. */
export function updateUploadOf(tx: Tx, sent: MessageKey, columns: Partial<UploadColumns>): void {
  tx.run(`update upload set ${assignments(columns)} where message = :sent`, { ...columns, sent })
}

export function deleteUpload(tx: Tx, id: string): void {
  tx.run('delete from upload where id = ?', [id])
}

/** A message that sends the same once more has a row of its own for the file. */
export function copyUpload(tx: Tx, from: MessageKey, to: MessageKey): void {
  tx.run(
    `insert into upload (id, chat, message, position, name, bytes, ref, caption, as_file, created_at, link, link_until, direct)
     select id || ' ' || :to, chat, :to, position, name, bytes, ref, caption, as_file, :now, link, link_until, direct
     from upload where message = :from`,
    { from, to, now: tx.now },
  )
}

/** A file goes back to the end of the composer's files. */
export function returnUpload(
  tx: Tx,
  { message, chat, caption }: { readonly message: MessageKey; readonly chat: ChatKey; readonly caption: string },
): void {
  tx.run(
    `update upload set message = null, pinned = 1, caption = :caption,
       position = (select coalesce(max(position), 0) + 1 from upload where chat = :chat and message is null) where message = :message`,
    { message, chat, caption },
  )
}

/** The service has the file of this message: here it is one among the media, which goes when they need the room. */
export function releaseFile(tx: Tx, message: MessageKey): void {
  const { changes } = tx.run('update upload set pinned = 0 where message = ? and pinned = 1', [message])
  if (changes > 0) tx.changed({ kind: 'storage' })
}

/** A queued message keeps its file; a hidden one does not go, and its file needs no room meanwhile. */
export function pinQueued(tx: Tx, message: MessageKey, pinned: boolean): void {
  tx.run(
    `update upload set pinned = :pinned where message = :message
       and exists (select 1 from outbox where message = :message and state = 'queued')`,
    { pinned, message },
  )
}

/**
 * Lets go of files in composers, and of messages that did not go and don't go by themselves. Gives the chats of the
 * first.
 */
export function releaseUnsent(tx: Tx): readonly ChatKey[] {
  const chats = tx.all<{ chat: ChatKey }>('select distinct chat from upload where pinned = 1 and message is null')
  tx.run('delete from upload where pinned = 1 and message is null')
  tx.run(
    `update upload set pinned = 0 where pinned = 1
       and exists (select 1 from outbox o join message m on m.key = o.message join instance i on i.key = o.instance
         where o.message = upload.message and (o.state not in ('queued', 'sending', 'uncertain')
           or (o.state = 'queued' and (m.hidden_at is not null or i.detached_at is not null))))`,
  )
  return chats.map(({ chat }) => chat)
}
