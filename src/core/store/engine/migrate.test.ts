import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { sized } from '../../testing/marathon.ts'
import { createTempDir } from '../../testing/temp-dir.ts'
import { assertSqliteVersion, openDatabase } from './database.ts'
import { nextKey } from '../sql.ts'
import type { KeyedTable } from '../sql.ts'
import { migrate, readVersion } from './migrate.ts'
import type { Migration } from './migrate.ts'
import { mendReferences } from '../../schema/mend-references.ts'
import { migrations } from '../../schema/migrations.ts'

/** @param of a file that it begins as a copy of */
function database(of?: string) {
  const dir = createTempDir()
  const path = join(dir.path, 'test.db')
  if (of !== undefined) copyFileSync(of, path)
  const db = openDatabase(path)
  // No power is cut here, and a flush for each of thousands of steps takes longer than the steps.
  db.exec('pragma synchronous = off')
  onTestFinished(() => {
    if (db.isOpen) db.close()
    dir[Symbol.dispose]()
  })
  return { db, path }
}

/** A column that a later program might add. */
const later = (version: number): Migration => ({
  version,
  name: `later-${version}`,
  up: (db) => db.exec(`alter table instance add column extra_${version} text not null default 'x'`),
})

test('versions are numbered from 1 without a hole', () => {
  expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1))
})

test('a new file gets the whole schema, and a second run changes nothing', () => {
  const { db } = database()
  expect(migrate(db, migrations)).toEqual({ from: 0, to: migrations.length })
  expect(migrate(db, migrations)).toEqual({ from: migrations.length, to: migrations.length })
  expect(db.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
  const loose = db.prepare(
    `select name from pragma_table_list where schema = 'main' and type = 'table' and strict = 0 and name not like 'sqlite_%'`,
  )
  expect(loose.all()).toEqual([])
})

/** Goes from version to version as the tests do, so that no step before a version is taken for it alone. */
const climber = createTempDir()
const climberPath = join(climber.path, 'test.db')
const climbing = openDatabase(climberPath)
climbing.exec('pragma synchronous = off')
afterAll(() => {
  climbing.close()
  climber[Symbol.dispose]()
})

/** In the short form every fourth, and those that the newest programs left behind. */
const versions = migrations
  .map(({ version }) => version)
  .filter((version) => version % sized(4, 1) === 0 || version === 1 || version > migrations.length - 5)

test.for(versions)('a store of version %i with data in it comes up to date and keeps the data', (version) => {
  migrate(climbing, migrations.slice(0, version))
  climbing.exec('pragma wal_checkpoint(truncate)')
  const { db } = database(climberPath)
  db.exec(`insert into instance (id_instance, api_url, family, prefix, name, colour, mode, position, created_at)
    values ('1101', 'https://api.example', 'v3', '/v3', 'Shop', 'teal', 'full', 0, 1)`)
  const all = [...migrations, later(migrations.length + 1)]
  expect(migrate(db, all)).toEqual({ from: version, to: all.length })
  expect(db.prepare('select name from instance').all()).toEqual([{ name: 'Shop' }])
  expect(db.prepare('pragma foreign_key_check').all()).toEqual([])
  expect(db.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
})

test('after a salvage a message of the outbox outlives the quick reply it was written with', () => {
  const { db } = database()
  migrate(db, migrations)
  db.exec(`pragma foreign_keys = off;
    insert into instance (id_instance, api_url, family, prefix, name, colour, mode, position, created_at)
    values ('1101', 'https://api.example', 'v3', '/v3', 'Shop', 'teal', 'full', 0, 1);
    insert into chat (instance, chat_id, kind) values (1, '200', 'user');
    insert into quick_reply (key, name, name_key, text) values (3, 'Hours', 'hours', 'From 9');
    insert into message (instance, chat, direction, at, at_source, tie, type_message, content_kind, text, content_json)
    values (1, 1, 'outgoing', 1, 'sent', 'a', 'textMessage', 'text', 'x', '{}'), (1, 1, 'outgoing', 2, 'sent', 'b', 'textMessage', 'text', 'y', '{}');
    insert into outbox (message, instance, chat, seq, state, created_at, queued_at, quick_reply)
    values (1, 1, 1, 1, 'queued', 1, 1, 7), (2, 1, 1, 2, 'queued', 1, 1, 3)`)
  expect(mendReferences(db, 5)).toEqual(new Map())
  expect(db.prepare('select message, quick_reply from outbox order by message').all()).toEqual([
    { message: 1, quick_reply: null },
    { message: 2, quick_reply: 3 },
  ])
})

test('messages that are older than the marks of chats are found within their chat', () => {
  const { db } = database()
  migrate(db, migrations.slice(0, 1))
  db.exec(`insert into instance (id_instance, api_url, family, prefix, name, colour, mode, position, created_at)
    values ('1101', 'https://api.example', 'v3', '/v3', 'Shop', 'teal', 'full', 0, 1);
    insert into chat (instance, chat_id, kind) values (1, '200', 'user'), (1, '300', 'user');
    insert into message (instance, chat, direction, at, at_source, tie, type_message, content_kind, text, content_json, fts)
    values (1, 1, 'incoming', 1, 'accepted', '', 'textMessage', 'text', 'apple', '{"kind":"text","text":"apple","preview":null}', 7),
      (1, 2, 'incoming', 1, 'accepted', '', 'textMessage', 'text', 'apple', '{"kind":"text","text":"apple","preview":null}', 8);
    insert into message_fts (rowid, body, mark) values (7, 'apple', 'in i1'), (8, 'apple', 'in i1')`)
  migrate(db, migrations)
  const find = (match: string) => db.prepare('select rowid from message_fts where message_fts match ?').all(match)
  expect(find('body: "app"*')).toEqual([{ rowid: 7 }, { rowid: 8 }])
  expect(find('body: "app"* AND mark: c2')).toEqual([{ rowid: 8 }])
})

test('orders whose details were read by an earlier version are found by the names of what was ordered', () => {
  const { db } = database()
  migrate(db, migrations.slice(0, 78))
  const lines = JSON.stringify({
    ...{ lines: [{ name: 'Oak desk', quantity: 1, price: '', currency: '' }], more: 0, total: '', currency: '' },
  })
  db.exec(`insert into instance (id_instance, api_url, family, prefix, name, colour, mode, position, created_at)
    values ('1101', 'https://api.example', 'v3', '/v3', 'Shop', 'teal', 'full', 0, 1);
    insert into chat (instance, chat_id, kind) values (1, '200', 'user');
    insert into message (instance, chat, direction, at, at_source, tie, type_message, content_kind, text, content_json, fts)
    values (1, 1, 'incoming', 1, 'accepted', 'a', 'orderMessage', 'order', '4977', '{"kind":"order","orderId":"4977"}', 7),
      (1, 1, 'incoming', 1, 'accepted', 'b', 'orderMessage', 'order', '4978', '{"kind":"order","orderId":"4978"}', 8);
    insert into message_fts (rowid, body, mark) values (7, '4977', 'in i1 c1'), (8, '4978', 'in i1 c1');
    insert into order_details (message, read_at, details_json) values (1, 1, '${lines}'), (2, 1, 'damaged')`)
  migrate(db, migrations)
  const find = (match: string) => db.prepare('select rowid from message_fts where message_fts match ?').all(match)
  expect(find('body: "oak" AND body: "4977" AND mark: c1')).toEqual([{ rowid: 7 }])
  expect(find('body: "497"*')).toEqual([{ rowid: 7 }, { rowid: 8 }])
})

test('a step that fails leaves the store at the version before it, whole', () => {
  const { db } = database()
  migrate(db, migrations)
  const broken: Migration = {
    version: migrations.length + 2,
    name: 'broken',
    up(target) {
      target.exec('create table half (a integer) strict')
      throw new Error('no')
    },
  }
  expect(() => migrate(db, [...migrations, later(migrations.length + 1), broken])).toThrow('no')
  expect(readVersion(db)).toBe(migrations.length + 1)
  expect(db.prepare(`select count(*) as n from sqlite_schema where name = 'half'`).get()).toEqual({ n: 0 })
})

test('a store of a newer program is left alone', () => {
  const { db } = database()
  migrate(db, migrations)
  db.exec('pragma user_version = 99')
  expect(() => migrate(db, migrations)).toThrow(expect.objectContaining({ kind: 'tooNew' }))
  expect(readVersion(db)).toBe(99)
})

test('the database of another program is left alone', () => {
  const dir = createTempDir()
  onTestFinished(() => dir[Symbol.dispose]())
  const path = join(dir.path, 'other.db')
  const other = new DatabaseSync(path)
  other.exec('create table theirs (a)')
  other.close()
  expect(() => openDatabase(path)).toThrow(expect.objectContaining({ kind: 'notOurs' }))
})

test('an SQLite with known bugs is refused', () => {
  expect(() => assertSqliteVersion('3.51.2')).toThrow(expect.objectContaining({ kind: 'tooOldSqlite' }))
  expect(() => assertSqliteVersion('3.9.0')).toThrow('3.51.3 or newer')
  for (const good of ['3.51.3', '3.52.0', '4.0.0']) expect(() => assertSqliteVersion(good)).not.toThrow()
})

test('of a store with data, keys that went are never given again, and a history being erased frees its id', () => {
  const { db } = database()
  migrate(db, migrations.slice(0, 5))
  db.exec(`insert into instance (id_instance, api_url, family, prefix, name, colour, mode, position, created_at, clock_offset_ms, live_from, live_to)
    values ('1101', 'https://api.example', 'v3', '/v3', 'Shop', 'teal', 'full', 0, 1, -5000, 10000, 20000),
      ('1102', 'https://api.example', 'v3', '/v3', 'Gone', 'teal', 'full', 0, 1, 0, null, null);
    insert into meta (name, value) values ('erase:2', '');
    insert into chat (instance, chat_id, kind) values (1, '200', 'user');
    insert into message (instance, chat, direction, at, at_source, tie, type_message, content_kind, content_json)
    values (1, 1, 'outgoing', 1, 'sent', '', 'textMessage', 'text', '{}'), (1, 1, 'outgoing', 1, 'sent', '', 'textMessage', 'text', '{}');
    insert into outbox (message, instance, chat, seq, state, created_at, queued_at) values (1, 1, 1, 1, 'queued', 1, 1)`)
  migrate(db, migrations)
  expect(db.prepare('select id_instance as id, live_from, live_to from instance order by key').all()).toEqual([
    { id: '1101', live_from: 5000, live_to: 15000 },
    { id: '1102#2', live_from: null, live_to: null },
  ])
  const next = (table: KeyedTable) => db.prepare(`select ${nextKey(table)} as key`).get()?.['key']
  expect(next('message')).toBe(3)
  db.exec('delete from message where key = 2')
  expect(next('message')).toBe(3)
  db.exec('delete from instance')
  expect([next('instance'), next('chat'), next('message')]).toEqual([3, 2, 3])
  expect(db.prepare('select count(*) as n from outbox').get()).toEqual({ n: 0 })
})

test('chats and senders of groups that are older than the index of names are found', () => {
  const { db } = database()
  migrate(db, migrations.slice(0, 6))
  db.exec(`insert into instance (id_instance, api_url, family, prefix, name, colour, mode, position, created_at)
    values ('1101', 'https://api.example', 'v3', '/v3', 'Shop', 'teal', 'full', 0, 1);
    insert into chat (key, instance, chat_id, kind, title) values (1, 1, '200', 'user', 'Zoë'), (2, 1, '-100', 'group', 'Routes');
    insert into person (instance, id, name, seen_at) values (1, '300', 'Алёна Петрова', 1);
    insert into message (chat, instance, direction, at, at_source, tie, type_message, content_kind, text, content_json, sender_id, seen_at)
    values (2, 1, 'incoming', 1, 'service', 'a', 'textMessage', 'text', 'x', '{"kind":"text","text":"x","preview":null}', '300', 1)`)
  migrate(db, migrations)
  const find = db.prepare(
    'select n.chat, n.sender from name_fts f join chat_name n on n.key = f.rowid where name_fts match ?',
  )
  expect(find.all('"zoe"')).toEqual([{ chat: 1, sender: '' }])
  expect(find.all('"алена" AND "  пе"')).toEqual([{ chat: 2, sender: '300' }])
})

test('a chat moves up to where its open proposals put it', () => {
  const { db } = database()
  migrate(db, migrations.slice(0, 83))
  db.exec(`insert into instance (id_instance, api_url, family, prefix, name, colour, mode, position, created_at)
    values ('1101', 'https://api.example', 'v3', '/v3', 'Shop', 'teal', 'full', 0, 1);
    insert into chat (key, instance, chat_id, kind, list_at) values (1, 1, '200', 'user', 5), (2, 1, '300', 'user', 6), (3, 1, '400', 'user', 8);
    insert into proposal (program, program_name, send_key, send_id, input_hash, instance, chat, text, reason, state, created_at, expires_at)
    values (1, 'Bot', 'a', 'a', '', 1, 1, 'Yes', '', 'open', 7, 99), (1, 'Bot', 'b', 'b', '', 1, 2, 'No', '', 'dismissed', 7, 99),
      (1, 'Bot', 'c', 'c', '', 1, 3, 'Earlier', '', 'open', 7, 99)`)
  migrate(db, migrations)
  expect(db.prepare('select list_at from chat order by key').all()).toEqual([
    { list_at: 7 },
    { list_at: 6 },
    { list_at: 8 },
  ])
})

test('the names of a person are indexed anew without a walk over the chats of the instance', () => {
  const { db } = database()
  migrate(db, migrations)
  db.exec(`insert into instance (id_instance, api_url, family, prefix, name, colour, mode, position, created_at)
    values ('1101', 'https://api.example', 'v3', '/v3', 'Shop', 'teal', 'full', 0, 1);
    insert into chat (key, instance, chat_id, kind, title) values (1, 1, '200', 'user', 'Zoe'), (2, 1, '-100', 'group', 'Routes');
    insert into chat_name (chat, sender) values (2, '300')`)
  const rename = `update person set contact_name = 'Boris' where id = '300'`
  db.exec(`insert into person (instance, id, name, seen_at) values (1, '300', 'Anna', 1), (1, '400', 'Anna', 1)`)
  const find = db.prepare('select n.sender from name_fts f join chat_name n on n.key = f.rowid where name_fts match ?')
  expect(find.all('"anna"')).toEqual([{ sender: '300' }])
  db.exec(rename)
  expect(find.all('"anna"')).toEqual([{ sender: '300' }])
  expect(find.all('"boris"')).toEqual([{ sender: '300' }])

  // The program of a statement includes those of its triggers: p2 of OpenRead is the root page of the table or index.
  const indexesReadBy = (statement: string) => {
    const opened = db.prepare(`explain ${statement}`).all()
    const pages = opened.filter(({ opcode }) => opcode === 'OpenRead').map(({ p2 }) => p2)
    const names = db.prepare(`select name, rootpage from sqlite_schema where type = 'index'`).all()
    return names.filter(({ rootpage }) => pages.includes(rootpage)).map(({ name }) => name)
  }
  const named = indexesReadBy(`insert into person (instance, id, seen_at) values (1, '500', 1)`)
  for (const indexes of [named, indexesReadBy(rename)]) {
    expect(indexes).toContain('chat_name_sender')
    expect(indexes.filter((name) => String(name).includes('chat'))).toEqual(['chat_name_sender'])
  }
})

test('notes that were JSON are columns, each with its time and place', () => {
  const { db } = database()
  migrate(db, migrations.slice(0, 13))
  const notes = [
    null,
    '{"kind":"lane"}',
    '{"kind":"rateLimited","retryAt":1000}',
    '{"kind":"held","keptUntil":2000}',
    '{"kind":"paced","position":3,"expectedAt":4000.5}',
    'broken',
  ]
  db.exec(`insert into instance (id_instance, api_url, family, prefix, name, colour, mode, position, created_at)
    values ('1101', 'https://api.example', 'v3', '/v3', 'Shop', 'teal', 'full', 0, 1);
    insert into chat (key, instance, chat_id, kind) values (1, 1, '200', 'user')`)
  for (const [index, note] of notes.entries()) {
    db.prepare(`insert into message (key, instance, chat, direction, at, at_source, tie, type_message, content_kind, content_json)
      values (?, 1, 1, 'outgoing', 1, 'sent', ?, 'textMessage', 'text', '{}')`).run(index + 1, String(index))
    db.prepare(`insert into outbox (message, instance, chat, seq, state, created_at, queued_at, note_json)
      values (?, 1, 1, ?, 'queued', 1, 1, ?)`).run(index + 1, index, note)
  }
  migrate(db, migrations)
  const stored = db.prepare('select wait_kind, wait_until, wait_position from outbox order by message').all()
  expect(stored.map((row) => Object.values(row))).toEqual([
    [null, null, null],
    ['lane', null, null],
    ['rateLimited', 1000, null],
    ['held', 2000, null],
    ['paced', 4000, 3],
    [null, null, null],
  ])
})

test('of an archive from before, who was not answered today waits, and what was read long ago counts as done', () => {
  const { db } = database()
  migrate(db, migrations.slice(0, 15))
  const day = 86_400_000
  db.exec(`insert into instance (id_instance, api_url, family, prefix, name, colour, mode, position, created_at)
    values ('1101', 'https://api.example', 'v3', '/v3', 'Shop', 'teal', 'full', 0, ${day});
    insert into chat (key, instance, chat_id, kind, unread, last_at) values (1, 1, '100', 'user', 0, ${9 * day + 5}),
      (2, 1, '200', 'user', 0, ${5 * day}), (3, 1, '300', 'user', 2, ${4 * day}), (4, 1, '400', 'user', 0, ${9 * day + 7})`)
  const add = db.prepare(`insert into message
    (chat, instance, direction, at, at_source, tie, type_message, content_kind, content_json, live, seen_at, status)
    values (?, 1, ?, ?, 'service', '', 'textMessage', 'text', '{}', 1, 1, ?)`)
  for (const [chat, direction, at, status] of [
    [1, 'outgoing', 9 * day, 'read'],
    [1, 'incoming', 9 * day + 3, null],
    [1, 'incoming', 9 * day + 5, null],
    [2, 'incoming', 5 * day, null],
    [3, 'incoming', 4 * day, null],
    [3, 'outgoing', 4 * day + 1, 'failed'],
    [4, 'incoming', 9 * day + 6, null],
    [4, 'outgoing', 9 * day + 7, 'sent'],
  ] as const)
    add.run(chat, direction, at, status)
  migrate(db, migrations)
  expect(db.prepare('select key, waiting_at as at, done_at as done from chat order by key').all()).toEqual([
    { key: 1, at: 9 * day + 3, done: 0 },
    { key: 2, at: null, done: 5 * day },
    { key: 3, at: 4 * day, done: 0 },
    { key: 4, at: null, done: 0 },
  ])
})

test('messages that the messenger refused were read as unknown, and are failed', () => {
  const { db } = database()
  migrate(db, migrations.slice(0, 52))
  db.exec(`insert into instance (id_instance, api_url, family, prefix, name, colour, mode, position, created_at)
    values ('1101', 'https://api.example', 'whatsapp', '', 'Shop', 'teal', 'full', 0, 1);
    insert into chat (instance, chat_id, kind) values (1, '200', 'user');
    insert into message (key, instance, chat, direction, at, at_source, tie, type_message, content_kind, content_json, status, status_raw)
    values (1, 1, 1, 'outgoing', 1, 'sent', '', 'textMessage', 'text', '{}', 'accepted', 'yellowCard'),
      (2, 1, 1, 'outgoing', 1, 'sent', '', 'textMessage', 'text', '{}', 'delivered', 'suspended'),
      (3, 1, 1, 'outgoing', 1, 'sent', '', 'textMessage', 'text', '{}', 'unknown', 'other');
    insert into outbox (message, instance, chat, seq, state, created_at, queued_at) values (1, 1, 1, 1, 'accepted', 1, 1);
    insert into observation (message, source, raw, status, service_at, seen_at)
    values (1, 'notification', 'yellowCard', 'unknown', 5, 6), (2, 'getMessage', 'suspended', 'unknown', null, 7),
      (3, 'notification', 'other', 'unknown', 8, 9)`)
  migrate(db, migrations)
  expect(db.prepare('select key, status, status_raw as raw, status_reason as reason from message').all()).toEqual([
    { key: 1, status: 'failed', raw: null, reason: 'heldBack' },
    { key: 2, status: 'delivered', raw: 'suspended', reason: null },
    { key: 3, status: 'unknown', raw: 'other', reason: null },
  ])
  expect(db.prepare('select status from observation order by key').all()).toEqual([
    { status: 'failed' },
    { status: 'failed' },
    { status: 'unknown' },
  ])
  expect(db.prepare('select needs_person from outbox').all()).toEqual([{ needs_person: 1 }])
})
