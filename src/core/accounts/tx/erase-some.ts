import type { ChatKey, InstanceKey } from '../../../contract/ids.ts'
import type { Tx } from '../../store/tx.ts'

/** Rows that one erasing transaction removes at most: a few ms, so that receiving waits for none for long. */
const piece = 100

/** What is known in a chat of messages by their ids, of those who write there, and what was written on it; the column that names one. */
const effectTables = [
  ['reaction', 'target_id'],
  ['poll_choice', 'target_id'],
  ['edit', 'target_id'],
  ['deletion', 'target_id'],
  ['change_event', 'id_message'],
  ['chat_name', 'sender'],
  ['chat_label', 'label'],
  ['note', 'key'],
] as const

/** The instance's history is to be removed. Its id is free for another one from now on. */
export function markErased(tx: Tx, key: InstanceKey): void {
  tx.run(`insert or replace into meta (name, value) values (?, '')`, [`erase:${key}`])
  tx.run(`update instance set id_instance = id_instance || '#' || key where key = ?`, [key])
}

/**
 * Removes one piece of the histories that are to be erased, children before what they hang on, so that nothing is
 * removed in the wake of another row but a few. True while there is more.
 */
export function eraseSome(tx: Tx): boolean {
  const mark = tx.get<{ name: string }>(`select name from meta where name >= 'erase:' and name < 'erase;' limit 1`)
  if (mark === undefined) return false
  const instance = Number(mark.name.slice('erase:'.length)) as InstanceKey
  if (eraseMessages(tx, instance) || eraseRows(tx, instance) || eraseChats(tx, instance)) return true
  tx.run('delete from instance where key = ? and detached_at is not null', [instance])
  tx.run('delete from meta where name = ?', [mark.name])
  tx.changed({ kind: 'storage' })
  return true
}

/** With each go what the outbox, its statuses and its media say of it. */
function eraseMessages(tx: Tx, instance: InstanceKey): boolean {
  const rows = tx.all<{ key: number; fts: number | null }>('select key, fts from message where instance = ? limit ?', [
    instance,
    piece,
  ])
  for (const row of rows) {
    if (row.fts !== null) tx.run('delete from message_fts where rowid = ?', [row.fts])
    tx.run('delete from message where key = ?', [row.key])
  }
  return rows.length > 0
}

function eraseRows(tx: Tx, instance: InstanceKey): boolean {
  return [
    'delete from journal where key in (select key from journal where instance = :instance limit :piece)',
    'delete from early_status where key in (select key from early_status where instance = :instance limit :piece)',
    `delete from person where instance = :instance
       and id in (select id from person where instance = :instance limit :piece)`,
  ].some((sql) => tx.run(sql, { instance, piece }).changes > 0)
}

/** Effects chat by chat; then the chats themselves, with which nothing goes but their other names. */
function eraseChats(tx: Tx, instance: InstanceKey): boolean {
  const chats = tx.all<{ key: ChatKey }>('select key from chat where instance = ? limit ?', [instance, piece / 10])
  let left = piece
  for (const { key: chat } of chats) {
    for (const [table, id] of effectTables) {
      left -= tx.run(
        `delete from ${table} where chat = :chat and ${id} in (select ${id} from ${table} where chat = :chat limit :left)`,
        { chat, left },
      ).changes
      if (left <= 0) return true
    }
    tx.run('delete from chat where key = ?', [chat])
  }
  return chats.length > 0
}
