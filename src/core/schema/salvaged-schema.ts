import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { ChatKey, InstanceKey } from '../../contract/ids.ts'
import { refreshSummary } from '../messages/archive/tx/chat-summary.ts'
import { applyChangesAgain } from '../messages/archive/tx/ingest.ts'
import { doubtAllQueued } from '../sending/tx/record-outcome.ts'
import { createTxSession } from '../store/tx.ts'
import type { SalvagedSchema } from '../store/recovery/salvage-store.ts'
import { storeSchema } from './store-schema.ts'
import { readStored } from '../base/rules/stored-json.ts'
import { readContent } from '../messages/archive/tx/read-content.ts'
import { searchMark } from '../messages/archive/tx/search-index.ts'
import { searchTextOf } from '../messages/content/rules/content-kinds.ts'
import { searchPartsWith, storedOrderDetails } from '../messages/content/rules/order-details.ts'
import { indexedText } from '../messages/content/rules/search-text.ts'
import { fillChatNames } from './name-tables.ts'

/** How a store of ours is built again from what can be read of a damaged one. */
export const salvagedSchema: SalvagedSchema = {
  migrations: storeSchema,
  parents: [
    'meta',
    'setting',
    'preference',
    'instance',
    'chat',
    'chat_alias',
    'person',
    'person_card',
    'message',
    'label',
    'quick_reply',
    'program',
  ],
  restore: restoreLost,
  removeOrphans: mendReferences,
  mend(db, isLossy) {
    // A damaged row could name an address to which the token was never bound.
    db.exec('update instance set token_from_json = null')
    // A lost event's key may be given again: ids of events for programs begin again.
    db.exec(`delete from meta where name = 'feedEpoch'`)
    // Chats that may have lost messages forget what was known to be complete, so that the service is asked again.
    if (isLossy) {
      db.exec(
        `update chat set spans_json = '[]', reached_start = 0, history_checked_at = null;
         update instance set live_from = null, live_to = null, live_past_json = '[]'`,
      )
    }
    rebuildSearchIndex(db)
    if (isLossy) {
      refreshArchive(db)
      endProgramKeys(db)
    }
  },
  countMessages: (db) => Number(db.prepare('select count(*) as n from message').get()?.['n'] ?? 0),
}

/**
 * A chat's row may be older than its messages, and a message's row older than its edits, deletion, statuses and what
 * became of it in the outbox.
 */
function refreshArchive(db: DatabaseSync): void {
  const { tx, begin } = createTxSession(db)
  db.exec('begin')
  begin(Date.now())
  for (const { key } of tx.all<{ key: InstanceKey }>('select key from instance')) applyChangesAgain(tx, key)
  doubtAllQueued(tx, 'repaired')
  for (const { key } of tx.all<{ key: ChatKey }>('select key from chat')) refreshSummary(tx, key)
  db.exec('commit')
}

/**
 * A program's row may be older than its removal or its present key. No key of this desk works any more until a person
 * makes another one; the team's list says again what the team's keys are.
 */
const endProgramKeys = (db: DatabaseSync): void =>
  db.exec(
    `update program set key_hash = null, key_expires_at = null,
       team_json = iif(json_valid(team_json), json_set(team_json, '$.version', 0), team_json)
     where key_hash is not null`,
  )

/**
 * After a salvage: rows whose parent was on a lost page get a stand-in for it rather than going too. A lost instance
 * comes back detached, under the id its notifications carried, and is attached when the person adds it again; a lost
 * chat comes back under its alias or the id in its messages; a message outlives the quick reply it was written with.
 * Remaining dangling rows are removed.
 * @param now epoch ms
 */
export function mendReferences(db: DatabaseSync, now: number): ReadonlyMap<string, number> {
  db.prepare(
    `insert or ignore into instance (key, id_instance, api_url, family, prefix, name, colour, mode, position, created_at, detached_at)
     select lost.instance,
       coalesce(
         (select json_extract(raw, '$.instanceData.idInstance') from journal where instance = lost.instance and json_valid(raw)
            and json_extract(raw, '$.instanceData.idInstance') is not null order by key desc limit 1),
         'unknown-' || lost.instance),
       '', 'v3', '', 'Recovered ' || lost.instance, 'steel', 'sendOnly', 1000 + lost.instance, :now, :now
     from (select instance from chat union select instance from message union select instance from journal
       union select instance from inbox) as lost
     where lost.instance not in (select key from instance)`,
  ).run({ now })
  db.exec(
    `insert or ignore into chat (key, instance, chat_id, kind)
     select m.chat, m.instance,
       coalesce(
         (select alias from chat_alias where chat = m.chat limit 1),
         max(case when json_valid(m.raw) then coalesce(json_extract(m.raw, '$.chatId'), json_extract(m.raw, '$.senderData.chatId')) end),
         'unknown-' || m.chat),
       'unknown'
     from message as m where m.chat not in (select key from chat) group by m.chat;
     insert or ignore into chat_alias (instance, alias, chat, evidence) select instance, chat_id, key, 'recovered' from chat;
     update chat set last_message = newest.key, last_at = newest.at, list_at = max(chat.list_at, newest.at)
       from (select chat, key, at, row_number() over (partition by chat order by unsent desc, at desc, tie desc) as place
          from message where folded = 0 and hidden_at is null) as newest
       where newest.chat = chat.key and newest.place = 1
         and (chat.last_message is null or chat.last_message not in (select key from message));
     update person_card set chat = null where chat not in (select key from chat);
     update person_card set main = null where main not in (select key from person_card);
     update outbox set quick_reply = null where quick_reply not in (select key from quick_reply);`,
  )
  const removed = removeOrphans(db)
  db.exec('update chat set messages = (select count(*) from message where message.chat = chat.key and folded = 0)')
  return removed
}

function removeOrphans(db: DatabaseSync): ReadonlyMap<string, number> {
  const removed = new Map<string, number>()
  // Removing a row can leave others without parent, so again until none is left; no chain is longer than the tables.
  for (let round = 0; round < 10; round++) {
    const orphans = db.prepare('pragma foreign_key_check').all()
    if (orphans.length === 0) break
    for (const { table, rowid } of orphans) {
      const name = String(table)
      if (rowid === null || rowid === undefined) {
        removeKeyedOrphans(db, name)
        removed.set(name, (removed.get(name) ?? 0) + 1)
      } else if (Number(db.prepare(`delete from "${name}" where rowid = ?`).run(Number(rowid)).changes) > 0) {
        removed.set(name, (removed.get(name) ?? 0) + 1)
      }
    }
  }
  return removed
}

/** Tables without row numbers: foreign_key_check can't name the row, so all rows without parent go. */
function removeKeyedOrphans(db: DatabaseSync, table: string): void {
  for (const key of db
    .prepare('select "table" as parent, "from" as child, "to" as target from pragma_foreign_key_list(?)')
    .all(table)) {
    const target = key['target'] === null ? 'key' : String(key['target'])
    db.exec(
      `delete from "${table}" where "${String(key['child'])}" not in (select "${target}" from "${String(key['parent'])}")`,
    )
  }
}

/**
 * Fills the empty full-text indexes of a store from its messages and names: an index can't be salvaged, only built
 * again.
 */
function rebuildSearchIndex(db: DatabaseSync): void {
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

/** Mends what commits left that are no longer whole. `before`: the store as the last whole one left it. */
function restoreLost(db: DatabaseSync, before: DatabaseSync | null): void {
  if (before === null) return
  const tables = db.prepare(
    `select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\'`,
  )
  db.exec('begin')
  for (const { name } of tables.all()) restoreRows(db, before, String(name))
  separateMoved(db)
  restoreCursors(db, before)
  db.exec('commit')
}

/**
 * Puts the rows back that are missing. A page that was split by an unflushed commit may be there without the new page
 * to which half of its rows went, and with them rows that were on the disk long before. A row that was deleted behind
 * the damaged frame comes back too: after a power cut nobody was answered that it is gone.
 */
function restoreRows(db: DatabaseSync, before: DatabaseSync, table: string): void {
  const columns = (of: DatabaseSync) =>
    of
      .prepare('select name from pragma_table_info(?)')
      .all(table)
      .map(({ name }) => `"${String(name)}"`)
  const own = new Set(columns(db))
  const names = columns(before).filter((name) => own.has(name))
  if (names.length === 0) return
  const insert = db.prepare(
    `insert or ignore into "${table}" (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
  )
  const read = before.prepare(`select ${names.join(', ')} from "${table}"`)
  read.setReadBigInts(true)
  for (const row of read.iterate()) {
    const values = Object.values(row)
    if (values.every(isReadable)) insert.run(...(values as SQLInputValue[]))
  }
}

/** A changed byte may make an integer that ends every statement that reads it. */
const isReadable = (value: unknown) => typeof value !== 'bigint' || Number.isSafeInteger(Number(value))

/**
 * A desk reads its team's journal again from where it certainly was, and applies again what it took since: that finds
 * what is in the archive by its ids.
 */
function restoreCursors(db: DatabaseSync, before: DatabaseSync): void {
  const back = ['inbox', 'journal'].map((table) =>
    db.prepare(`delete from ${table} where instance = :instance and shared_n > :n`),
  )
  const move = db.prepare('update team_instance set n = :n, link = :link where instance = :instance and n > :n')
  const cursors = before.prepare('select instance, n, link from team_instance').all()
  for (const { instance = null, n = null, link = null } of cursors) {
    for (const each of back) each.run({ instance, n })
    move.run({ instance, n, link })
  }
}

/**
 * Applying moves a notification from `inbox` to `journal`, and joining moves what a chat has to another one. A
 * notification that is in both tables is applied again: it was deleted at the service long ago, and what is in the
 * archive is found by its ids.
 */
function separateMoved(db: DatabaseSync): void {
  // The delete at the service may have been stored with the journal's row alone.
  db.exec(
    `update inbox set deleted_at = j.deleted_at, delete_result = j.delete_result
       from journal j where j.key = inbox.key and inbox.deleted_at is null and j.deleted_at is not null;
     delete from journal where key in (select key from inbox);
     delete from chat where exists (select 1 from chat_alias a
       where a.instance = chat.instance and a.alias = chat.chat_id and a.chat <> chat.key)`,
  )
}
