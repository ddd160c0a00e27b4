import type { ChatKey, InstanceKey, MessageKey } from '../../../contract/ids.ts'
import { deleteMeta, setMeta } from '../../store/sql.ts'
import type { Tx } from '../../store/tx.ts'

/** SQL: states of sends that are not over. */
export const openStates = `('queued', 'sending', 'uncertain')`

/** Rows that one erasing transaction removes at most: a few ms, so that receiving waits for none for long. */
export const piece = 100

/** An instance whose history goes, piece by piece; then what its messages leave. */
export function markForErasing(tx: Tx, key: InstanceKey): void {
  setMeta(tx, `erase:${key}`, '')
  markLeftovers(tx)
}

/** Files, previews and pages of an index that nothing needs once messages are gone. */
export function markLeftovers(tx: Tx): void {
  setMeta(tx, 'eraseIndex', 'begin')
  // Files that were already checked may belong to these messages too, so the check starts again.
  setMeta(tx, 'eraseFiles', '')
  deleteMeta(tx, 'erasePreviews')
}

const erasedColumns = `key, fts, content_json || coalesce(quoted_json, '') as shown`

interface ErasedRow {
  readonly key: MessageKey
  readonly fts: number | null
  readonly shown: string
}

/** The messages of an instance, piece by piece. True while there are more. */
export const eraseMessages = (tx: Tx, instance: InstanceKey): boolean =>
  eraseEach(tx, tx.all<ErasedRow>(`select ${erasedColumns} from message where instance = ? limit ?`, [instance, piece]))

/** The messages of some chats, piece by piece. True while there are more. */
export const eraseMessagesOf = (tx: Tx, chats: readonly ChatKey[]): boolean =>
  eraseEach(
    tx,
    tx.all<ErasedRow>(`select ${erasedColumns} from message where chat in (select value from json_each(?)) limit ?`, [
      JSON.stringify(chats),
      piece,
    ]),
  )

/** A message of a chat that stays, with what others did to it. */
export function eraseMessage(
  tx: Tx,
  {
    key,
    chat,
    id_message: id,
  }: { readonly key: MessageKey; readonly chat: ChatKey; readonly id_message: string | null },
): void {
  eraseEach(tx, tx.all<ErasedRow>(`select ${erasedColumns} from message where key = ?`, [key]))
  if (id === null) return
  for (const table of ['reaction', 'poll_choice', 'edit', 'deletion'])
    tx.run(`delete from ${table} where chat = ? and target_id = ?`, [chat, id])
  tx.run('delete from change_event where chat = ? and id_message = ?', [chat, id])
}

/** With each go what the outbox, its statuses and its media say of it. */
function eraseEach(tx: Tx, rows: readonly ErasedRow[]): boolean {
  for (const row of rows) {
    notePreviews(tx, row.shown)
    if (row.fts !== null) tx.run('delete from message_fts where rowid = ?', [row.fts])
    // The team's journal named its chat in it.
    tx.run('delete from team_send where message = ?', [row.key])
    tx.run('delete from message where key = ?', [row.key])
  }
  return rows.length > 0
}

/** Previews that were shown here are to go, unless something else shows them. */
export function notePreviews(tx: Tx, shown: string): void {
  for (const ref of thumbnailsIn(shown)) tx.run('insert or ignore into erased_ref (ref) values (?)', [ref])
}

/** Refs of previews in the JSON of a content or a quote, wherever they stand in it. */
export const thumbnailsIn = (json: string): readonly string[] => json.match(/\bt[0-9a-f]{40}\b/g) ?? []
