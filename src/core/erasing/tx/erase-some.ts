import type { ChatKey, InstanceKey, JournalKey } from '../../../contract/ids.ts'
import { recordGaps } from '../../programs/feed/tx/gaps.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'
import { deleteMeta, setMeta } from '../../store/sql.ts'
import { erasePersonSome, erasedElsewhere, type ErasedElsewhere } from './erase-person.ts'
import { eraseMessages, markForErasing, piece, thumbnailsIn } from './erase-rows.ts'
import { retainSome } from './retain-messages.ts'

/** Tables with facts about a chat's messages, writers and notes, each with the column that names one of them. */
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

/** The work outside the store that remains after one piece of erasing. */
export interface Erased {
  /** False: nothing is left. */
  readonly more: boolean
  /** Files of the media that nothing shows any more. */
  readonly files: readonly string[]
  /** An instance whose copies outside the store are to go, and are not known to be gone; else null. */
  readonly copies: InstanceKey | null
  /** Persons of whom requests and copies outside the store are to go, and are not known to be gone; else null. */
  readonly person: ErasedElsewhere | null
}

const piecemeal = { more: true, files: [], copies: null, person: null } as const

/** The instance's history is to be removed. Its id is free for another one from now on. */
export function markErased(tx: Tx, key: InstanceKey): void {
  markForErasing(tx, key)
  setMeta(tx, `eraseCopies:${key}`, '')
  tx.run(`update instance set id_instance = id_instance || '#' || key where key = ?`, [key])
}

/** Keys of what was never applied go with the instance, and are given to no other event. */
function recordInboxKeys(tx: Tx, instance: InstanceKey): void {
  const last =
    tx.get<{ key: number | null }>('select max(key) as key from inbox where instance = ?', [instance])?.key ?? 0
  const known = tx.get<{ value: string }>(`select value from meta where name = 'lastKey:journal'`)?.value ?? '0'
  if (last > Number(known)) setMeta(tx, 'lastKey:journal', String(last))
}

/** Nothing outside the store holds this instance's history any more. */
export function recordCopiesErased(tx: Tx, { instance }: { readonly instance: InstanceKey }): void {
  deleteMeta(tx, `eraseCopies:${instance}`)
}

/**
 * Removes one piece of the histories that are to be erased, children before what they hang on, so that nothing is
 * removed in the wake of another row but a few; then what they alone showed, and what the search index still holds of
 * them.
 */
export function eraseSome(tx: Tx): Erased {
  const marked = (name: string) =>
    tx.get<{ name: string }>(`select name from meta where name >= ? || ':' and name < ? || ';' limit 1`, [name, name])
      ?.name
  if (erasePersonSome(tx)) return piecemeal
  const history = marked('erase')
  if (history !== undefined) {
    const instance = Number(history.slice('erase:'.length)) as InstanceKey
    if (eraseMessages(tx, instance) || eraseRows(tx, instance) || eraseChats(tx, instance)) return piecemeal
    recordInboxKeys(tx, instance)
    tx.run('delete from instance where key = ? and detached_at is not null', [instance])
    eraseCards(tx)
    deleteMeta(tx, history)
    tx.changed({ kind: 'storage' })
    return piecemeal
  }
  if (retainSome(tx)) return piecemeal
  const copies = marked('eraseCopies')
  if (copies !== undefined) return { ...piecemeal, copies: Number(copies.slice('eraseCopies:'.length)) as InstanceKey }
  const person = erasedElsewhere(tx)
  if (person !== null) return { ...piecemeal, person }
  const files = eraseFiles(tx) ?? erasePreviews(tx)
  if (files !== null) return { ...piecemeal, files }
  if (eraseIndex(tx)) return piecemeal
  return { ...piecemeal, more: false }
}

/** People who have no chat left; whoever is merged with somebody that has one stays. */
function eraseCards(tx: Tx): void {
  tx.run(
    `with recursive
       living (key) as (
         select p.key from person_card p
         where p.chat is not null or exists (select 1 from chat where phone = p.digits)
           or exists (select 1 from instance i cross join chat_alias a on a.instance = i.key and a.alias = p.digits || '@c.us')
         union select p.main from living l join person_card p on p.key = l.key where p.main is not null
         union select p.key from living l join person_card p on p.main = l.key)
     delete from person_card where key not in (select key from living)`,
  )
}

/** Rows that one piece looks through for files and previews. */
const lookedThrough = 1000

/**
 * Files that nothing shows: those of the erased histories, and those that nothing names, such as files of stories. Each
 * place that may name a file has an index. Gives the files that are to go, or null when all are looked through.
 */
function eraseFiles(tx: Tx): readonly string[] | null {
  const from = tx.get<{ value: string }>(`select value from meta where name = 'eraseFiles'`)?.value
  if (from === undefined) return null
  const refs = tx.all<{ ref: string }>('select ref from media_file where ref > ? order by ref limit ?', [
    from,
    lookedThrough,
  ])
  const last = refs.at(-1)
  if (last === undefined) deleteMeta(tx, 'eraseFiles')
  else setMeta(tx, 'eraseFiles', last.ref)
  return forgetUnshown(
    tx,
    refs.map(({ ref }) => ref),
  )
}

/** Forgets those of some files that nothing shows. Their bytes are the caller's to delete. */
export function forgetUnshown(tx: Tx, refs: readonly string[]): readonly string[] {
  const gone = refs.filter((ref) => !isFileShown(tx, ref))
  for (const ref of gone) tx.run('delete from media_file where ref = ?', [ref])
  return gone
}

/**
 * Previews that erased histories showed and nothing else does. They are named inside contents, so all that is left is
 * looked through, up to the newest message. Gives those that are to go, or null when nothing is left to look at.
 */
function erasePreviews(tx: Tx): readonly string[] | null {
  if (tx.get('select ref from erased_ref limit 1') === undefined) return null
  const from = Number(tx.get<{ value: string }>(`select value from meta where name = 'erasePreviews'`)?.value ?? 0)
  const rows = tx.all<{ key: number; shown: string }>(
    `select key, content_json || coalesce(quoted_json, '') as shown from message where key > ? order by key limit ?`,
    [from, lookedThrough],
  )
  for (const ref of rows.flatMap(({ shown }) => thumbnailsIn(shown)))
    tx.run('delete from erased_ref where ref = ?', [ref])
  const last = rows.at(-1)
  if (last !== undefined) {
    setMeta(tx, 'erasePreviews', String(last.key))
    return []
  }
  deleteMeta(tx, 'erasePreviews')
  const gone = tx.all<{ ref: string }>('select ref from erased_ref limit ?', [piece]).map(({ ref }) => ref)
  for (const ref of gone) tx.run('delete from thumbnail where ref = ?', [ref])
  for (const ref of gone) tx.run('delete from erased_ref where ref = ?', [ref])
  return gone
}

/** Whether anything names a file of the media. */
const isFileShown = (tx: ReadTx, ref: string): boolean =>
  tx.get(
    `select 1 where exists (select 1 from message_media where ref = :ref) or exists (select 1 from upload where ref = :ref)
       or exists (select 1 from quick_reply_file where ref = :ref) or exists (select 1 from program_upload where ref = :ref)
       or exists (select 1 from chat where avatar_ref = :ref) or exists (select 1 from instance where avatar_ref = :ref)`,
    { ref },
  ) !== undefined

/** Pages of an index that one piece writes at most. */
const mergedPages = 64

/**
 * A row that left a search index is only marked there until its segment is merged: all are, piece by piece, as the
 * index's own optimisation does it. Then the log is cut, which holds pages from before.
 */
function eraseIndex(tx: Tx): boolean {
  const step = tx.get<{ value: string }>(`select value from meta where name = 'eraseIndex'`)?.value
  if (step === undefined) return false
  const merged = indexes.map(({ structure, merge }) => {
    const before = tx.get<{ segments: string }>(structure)?.segments
    // A negative count begins again, with all segments.
    tx.run(merge, [step === 'begin' ? -mergedPages : mergedPages])
    return tx.get<{ segments: string }>(structure)?.segments !== before
  })
  if (step === 'begin') setMeta(tx, 'eraseIndex', 'merge')
  else if (!merged.includes(true)) {
    deleteMeta(tx, 'eraseIndex')
    tx.cutLog()
  }
  return true
}

/** `structure`: row 10 of an index's data lists its segments; it stays as it is when a merge has nothing to do. */
const indexes = ['message_fts', 'note_fts', 'name_fts'].map((table) => ({
  structure: `select hex(block) as segments from ${table}_data where id = 10`,
  merge: `insert into ${table} (${table}, rank) values ('merge', ?)`,
}))

function eraseRows(tx: Tx, instance: InstanceKey): boolean {
  const events = tx
    .all<{ key: JournalKey }>('select key from journal where instance = ? order by key limit ?', [instance, piece])
    .map(({ key }) => key)
  recordGaps(tx, events)
  for (const key of events) tx.run('delete from journal where key = ?', [key])
  if (events.length > 0) return true
  return [
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
