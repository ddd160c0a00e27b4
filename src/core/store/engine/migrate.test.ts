import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { createTempDir } from '../../testing/temp-dir.ts'
import { assertSqliteVersion, openDatabase } from './database.ts'
import { nextKey, type KeyedTable } from '../sql.ts'
import { migrate, newestVersion, readVersion, type Migration } from './migrate.ts'
import { mendReferences } from '../../schema/salvaged-schema.ts'
import { storeSchema } from '../../schema/store-schema.ts'

function database() {
  const dir = createTempDir()
  const path = join(dir.path, 'test.db')
  const db = openDatabase(path)
  // No power is cut here, and a flush for each of thousands of steps takes longer than the steps.
  db.exec('pragma synchronous = off')
  onTestFinished(() => {
    if (db.isOpen) db.close()
    dir[Symbol.dispose]()
  })
  return { db, path }
}

const newest = newestVersion(storeSchema)
const shop = `insert into instance (id_instance, api_url, family, prefix, name, colour, mode, position, created_at)
  values ('1101', 'https://api.example', 'v3', '/v3', 'Shop', 'teal', 'full', 0, 1)`

/** A column that a later program might add. */
const later = (version: number): Migration => ({
  version,
  name: `later-${version}`,
  up: (db) => db.exec(`alter table instance add column extra_${version} text not null default 'x'`),
})

test('a new file gets the whole schema, and a second run changes nothing', () => {
  const { db } = database()
  expect(migrate(db, storeSchema)).toEqual({ from: 0, to: newest })
  expect(migrate(db, storeSchema)).toEqual({ from: newest, to: newest })
  expect(db.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
  const loose = db.prepare(
    `select name from pragma_table_list where schema = 'main' and type = 'table' and strict = 0 and name not like 'sqlite_%'`,
  )
  expect(loose.all()).toEqual([])
})

/** Steps that a later program might have. */
const withLater = [...storeSchema, later(newest + 1), later(newest + 2)]

test('a store with data comes up to date step by step and keeps the data', () => {
  const { db } = database()
  migrate(db, withLater.slice(0, -1))
  db.exec(shop)
  expect(migrate(db, withLater)).toEqual({ from: newest + 1, to: newest + 2 })
  expect(db.prepare(`select name, extra_${newest + 1} as one, extra_${newest + 2} as two from instance`).all()).toEqual(
    [{ name: 'Shop', one: 'x', two: 'x' }],
  )
  expect(db.prepare('pragma foreign_key_check').all()).toEqual([])
  expect(db.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
})

test('after a salvage a message of the outbox outlives the quick reply it was written with', () => {
  const { db } = database()
  migrate(db, storeSchema)
  db.exec(`pragma foreign_keys = off;
    ${shop};
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

test('a step that fails leaves the store at the version before it, whole', () => {
  const { db } = database()
  migrate(db, storeSchema)
  const broken: Migration = {
    version: newest + 2,
    name: 'broken',
    up(target) {
      target.exec('create table half (a integer) strict')
      throw new Error('no')
    },
  }
  expect(() => migrate(db, [...storeSchema, later(newest + 1), broken])).toThrow('no')
  expect(readVersion(db)).toBe(newest + 1)
  expect(db.prepare(`select count(*) as n from sqlite_schema where name = 'half'`).get()).toEqual({ n: 0 })
})

test.for([
  ['a newer program', newest + 1, 'tooNew'],
  ['a development version', 91, 'unknownVersion'],
  ['a foreign number', -7, 'unknownVersion'],
] as const)('a store with the schema of %s is refused and left alone', ([, version, kind]) => {
  const { db } = database()
  migrate(db, storeSchema)
  db.exec(`${shop}; pragma user_version = ${version}`)
  expect(() => migrate(db, storeSchema)).toThrow(expect.objectContaining({ kind }))
  expect(readVersion(db)).toBe(version)
  expect(db.prepare('select name from instance').all()).toEqual([{ name: 'Shop' }])
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

test('keys that were removed are never given again', () => {
  const { db } = database()
  migrate(db, storeSchema)
  db.exec(`${shop};
    insert into chat (instance, chat_id, kind) values (1, '200', 'user');
    insert into message (instance, chat, direction, at, at_source, tie, type_message, content_kind, content_json)
    values (1, 1, 'outgoing', 1, 'sent', '', 'textMessage', 'text', '{}'), (1, 1, 'outgoing', 1, 'sent', '', 'textMessage', 'text', '{}');
    insert into outbox (message, instance, chat, seq, state, created_at, queued_at) values (1, 1, 1, 1, 'queued', 1, 1)`)
  const next = (table: KeyedTable) => db.prepare(`select ${nextKey(table)} as key`).get()?.['key']
  expect(next('message')).toBe(3)
  db.exec('delete from message where key = 2')
  expect(next('message')).toBe(3)
  db.exec('delete from instance')
  expect([next('instance'), next('chat'), next('message')]).toEqual([2, 2, 3])
  expect(db.prepare('select count(*) as n from outbox').get()).toEqual({ n: 0 })
})

test('the names of a person are indexed anew without a walk over the chats of the instance', () => {
  const { db } = database()
  migrate(db, storeSchema)
  db.exec(`${shop};
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
