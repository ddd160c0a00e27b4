import type { Note } from '../../../contract/annotations.ts'
import { ContractError } from '../../../contract/errors.ts'
import type { ChatKey, InstanceKey, NoteKey } from '../../../contract/ids.ts'
import type { Input } from '../../../contract/index.ts'
import { indexedText } from '../../messages/content/rules/search-text.ts'
import { chatsOfPerson } from '../../messages/archive/tx/person-cards.ts'
import { nextKey } from '../../store/sql.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'
import { colleagueOf } from '../../sharing/tx/team-chats.ts'
import { recordNoteChange, unsyncedOf } from '../../sharing/tx/pending-changes.ts'
import { annotationLimits, checkNote } from '../../sharing/rules/check-annotation.ts'

type StoredNote = {
  readonly chat: ChatKey
  readonly id: string
  readonly text: string
  readonly at: number
  readonly editedAt: number | null
}

function index(tx: Tx, key: NoteKey, text: string): void {
  tx.run('delete from note_fts where rowid = ?', [key])
  tx.run('insert into note_fts (rowid, body) values (?, ?)', [key, indexedText(text)])
}

/** Stores a note under its own id; if it exists, the newer text wins. Throws the errors of `notes.add`. */
function storeNote(tx: Tx, note: StoredNote): NoteKey {
  const { chat, id, at, editedAt } = note
  const text = checkNote(note.text)
  const known = tx.get<{ key: NoteKey; writtenAt: number; version: number }>(
    'select key, coalesce(edited_at, at) as writtenAt, version from note where id = ?',
    [id],
  )
  if (known !== undefined) {
    if (known.writtenAt < (editedAt ?? at)) {
      write(tx, known.key, chat, text, editedAt)
      recordNoteChange(tx, { chat, id, base: known.version })
    }
    return known.key
  }
  if (tx.get('select 1 from chat where key = ?', [chat]) === undefined) throw new ContractError('notFound')
  const counted = tx.get<{ count: number }>('select count(*) as count from note where chat = ?', [chat])
  if ((counted?.count ?? 0) >= annotationLimits.notesOfChat)
    throw new ContractError('noteTooMany', { details: { limit: annotationLimits.notesOfChat } })
  const key = insert(tx, { ...note, text, version: 0, author: null })
  recordNoteChange(tx, { chat, id, base: 0 })
  return key
}

interface TeamNote extends StoredNote {
  readonly version: number
  /** A desk; null: it was written here, without a team. */
  readonly author: string | null
}

function insert(tx: Tx, { chat, id, text, at, editedAt, version, author }: TeamNote): NoteKey {
  const { rowid } = tx.run(
    `insert into note (key, id, chat, text, at, edited_at, version, author) values (${nextKey('note')}, ?, ?, ?, ?, ?, ?, ?)`,
    [id, chat, text, at, editedAt, version, author],
  )
  const key = rowid as NoteKey
  index(tx, key, text)
  tx.changed({ kind: 'notes', chat })
  return key
}

/** Stores the team's version of a note; with `force` even if this desk has the same version. */
export function putNoteOfTeam(tx: Tx, note: TeamNote & { readonly force: boolean }): void {
  const { id, text, editedAt, version, author, force } = note
  const known = tx.get<{ key: NoteKey; chat: ChatKey; text: string; version: number }>(
    'select key, chat, text, version from note where id = ?',
    [id],
  )
  if (known === undefined) {
    insert(tx, note)
    return
  }
  if (known.version >= version && !force) return
  tx.run('update note set version = ?, author = ? where key = ?', [version, author, known.key])
  if (known.text === text) tx.changed({ kind: 'notes', chat: known.chat })
  else write(tx, known.key, known.chat, text, editedAt)
}

/** Removes a note that a colleague removed. */
export function removeNoteOfTeam(tx: Tx, id: string): void {
  const known = tx.get<{ chat: ChatKey }>('select chat from note where id = ?', [id])
  if (known === undefined) return
  tx.run('delete from note where id = ?', [id])
  tx.changed({ kind: 'notes', chat: known.chat })
}

function write(tx: Tx, key: NoteKey, chat: ChatKey, text: string, editedAt: number | null): void {
  tx.run('update note set text = ?, edited_at = ? where key = ?', [text, editedAt, key])
  index(tx, key, text)
  tx.changed({ kind: 'notes', chat })
}

const known = (tx: ReadTx, key: NoteKey) =>
  tx.get<{ chat: ChatKey; id: string; text: string; base: number }>(
    'select chat, id, text, version as base from note where key = ?',
    [key],
  )

export const noteWrites = {
  'notes.store': storeNote,

  'notes.change'(tx: Tx, { key, text: given }: Input<'notes.change'>): void {
    const text = checkNote(given)
    const note = known(tx, key)
    if (note === undefined) throw new ContractError('notFound')
    if (note.text === text) return
    write(tx, key, note.chat, text, tx.now)
    recordNoteChange(tx, note)
  },

  'notes.remove'(tx: Tx, { key }: Input<'notes.remove'>): void {
    const note = known(tx, key)
    if (note === undefined) return
    recordNoteChange(tx, note)
    tx.run('delete from note where key = ?', [key])
    tx.changed({ kind: 'notes', chat: note.chat })
  },
}

/** Notes on some chats, newest first. */
const notesOf = (tx: ReadTx, chats: readonly ChatKey[]): readonly Note[] =>
  tx
    .all<Omit<Note, 'by' | 'untold'> & { readonly author: string | null; readonly refused: number | null }>(
      `select key, id, chat, text, at, edited_at as editedAt, author,
         (select refused from team_pending_change where kind = 'note' and what = note.id) as refused
       from note where chat in (select value from json_each(?)) order by at desc, key desc`,
      [JSON.stringify(chats)],
    )
    .map(({ author, refused, ...note }) => ({
      ...note,
      by: author === null ? null : colleagueOf(tx, author),
      unsynced: unsyncedOf(refused),
    }))

export const noteReads = {
  'notes.list': (tx: ReadTx, { chat }: Input<'notes.list'>): readonly Note[] => notesOf(tx, chatsOfPerson(tx, chat)),
}

/** No team shares the chats of an instance any more: the versions of their notes were that team's. */
export function forgetVersions(tx: Tx, instance: InstanceKey): void {
  tx.run('update note set version = 0 where version > 0 and chat in (select key from chat where instance = ?)', [
    instance,
  ])
}
