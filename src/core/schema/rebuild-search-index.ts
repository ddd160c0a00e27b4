import { readStored } from '../base/rules/stored-json.ts'
import { readContent } from '../messages/archive/tx/read-content.ts'
import type { DatabaseSync } from 'node:sqlite'
import { searchMark } from '../messages/archive/tx/search-index.ts'
import { searchTextOf } from '../messages/content/rules/content-kinds.ts'
import { searchPartsWith, storedOrderDetails } from '../messages/content/rules/order-details.ts'
import { indexedText } from '../messages/content/rules/search-text.ts'
import { fillChatNames } from './name-tables.ts'

/**
 * Fills the empty full-text indexes of a store from its messages and names: an index can't be salvaged, only built
 * again.
 */
export function rebuildSearchIndex(db: DatabaseSync): void {
  db.exec('begin')
  fillSearchIndex(db)
  indexOrderDetails(db)
  fillNoteIndex(db)
  fillChatNames(db)
  db.exec('commit')
}

/** The texts of all messages, inside a transaction. */
function fillSearchIndex(db: DatabaseSync): void {
  const insert = db.prepare('insert into message_fts (rowid, body, mark) values (?, ?, ?)')
  const messages = db.prepare(
    `select fts, text, content_json, ${searchMark} as mark from message where fts is not null and folded = 0 order by fts`,
  )
  for (const { fts, text, content_json: json, mark } of messages.iterate()) {
    const body = searchTextOf(contentOf(json, text))
    if (body !== '') insert.run(Number(fts), indexedText(body), String(mark))
  }
}

/** Indexes each order again whose details are stored, with the names of its lines. */
function indexOrderDetails(db: DatabaseSync): void {
  const remove = db.prepare('delete from message_fts where rowid = ?')
  const insert = db.prepare('insert into message_fts (rowid, body, mark) values (?, ?, ?)')
  const orders = db.prepare(
    `select fts, text, content_json, details_json, ${searchMark} as mark
     from order_details d cross join message m on m.key = d.message
     where fts is not null and folded = 0 and content_kind = 'order'`,
  )
  for (const { fts, text, content_json: json, details_json: stored, mark } of orders.iterate()) {
    const details = readStored(String(stored), storedOrderDetails, null)
    const body = searchPartsWith(contentOf(json, text), details).join('\n')
    remove.run(Number(fts))
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
const contentOf = (json: unknown, text: unknown) =>
  readContent(String(json), () => ({ text: String(text), raw: null, raw_source: null }))
