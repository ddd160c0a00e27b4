import { readContent } from '../messages/archive/tx/read-content.ts'
import type { DatabaseSync } from 'node:sqlite'
import { searchMark } from '../messages/archive/tx/search-index.ts'
import { searchTextOf } from '../messages/content/rules/content-kinds.ts'
import { indexedText } from '../messages/content/rules/search-text.ts'
import { fillChatNames } from './migrations/0007-chat-names.ts'

/**
 * Fills the empty full-text indexes of a store from its messages and names: an index can't be salvaged, only built
 * again.
 */
export function rebuildSearchIndex(db: DatabaseSync): void {
  db.exec('begin')
  fillSearchIndex(db)
  fillNoteIndex(db)
  fillChatNames(db)
  db.exec('commit')
}

/** The same inside a transaction. */
export function fillSearchIndex(db: DatabaseSync): void {
  const insert = db.prepare('insert into message_fts (rowid, body, mark) values (?, ?, ?)')
  const messages = db.prepare(
    `select fts, text, content_json, ${searchMark} as mark from message where fts is not null and folded = 0 order by fts`,
  )
  for (const { fts, text, content_json: json, mark } of messages.iterate()) {
    const body = searchText(String(json), String(text))
    if (body !== '') insert.run(Number(fts), indexedText(body), String(mark))
  }
}

function fillNoteIndex(db: DatabaseSync): void {
  const insert = db.prepare('insert into note_fts (rowid, body) values (?, ?)')
  for (const { key, text } of db.prepare('select key, text from note').iterate()) {
    insert.run(Number(key), indexedText(String(text)))
  }
}

/** A row of a damaged file may hold anything. */
function searchText(json: string, text: string): string {
  return searchTextOf(readContent(json, () => ({ text, raw: null, raw_source: null })))
}
