import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { storeSchema } from '../../src/core/schema/store-schema.ts'
import { projectRoot } from '../project-root.mjs'
import { coreLevels } from './layers.mjs'
import { tableCrossings, tableOwners, writtenTables } from './table-owners.mjs'

const core = path.join(projectRoot, 'src/core')
const owners = new Map(Object.entries(tableOwners).flatMap(([room, tables]) => tables.map((table) => [table, room])))

/** Migrations and salvage rebuild whole stores, so they write every table. */
const isWhole = (file) => /^(?:schema\/|store\/recovery\/|store\/engine\/)|\.test\.ts$|(?:^|\/)testing\//.test(file)
const sources = globSync('*/**/*.ts', { cwd: core })
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => !isWhole(file))

const filledByTriggers = ['name_fts']

function foreignWrites(file, source) {
  const room = file.split('/')[0]
  return writtenTables(source).flatMap((table) =>
    owners.get(table) === room ? [] : [`${file} writes ${table} of ${owners.get(table) ?? 'nobody'}`],
  )
}

test('each room changes its own tables only, but for the files that move whatever refers to a chat or a message', () => {
  const found = sources.flatMap((file) =>
    tableCrossings.includes(file) ? [] : foreignWrites(file, readFileSync(path.join(core, file), 'utf8')),
  )
  expect(found).toEqual([])
})

test('each of the files that may write tables of other rooms does', () => {
  for (const file of tableCrossings)
    expect(foreignWrites(file, readFileSync(path.join(core, file), 'utf8')), file).not.toEqual([])
})

test('each table that is owned is written, so that the reading of the sources finds them all', () => {
  const written = new Set(sources.flatMap((file) => writtenTables(readFileSync(path.join(core, file), 'utf8'))))
  const unwritten = [...owners.keys()].filter((table) => !written.has(table))
  expect(unwritten.toSorted()).toEqual(filledByTriggers)
})

test('each table of the store has one owner', () => {
  const db = new DatabaseSync(':memory:')
  for (const { up } of storeSchema) up(db)
  const tables = db
    .prepare(`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`)
    .all()
    .map(({ name }) => name)
    .filter((name) => !/_fts_\w+$/.test(name))
  db.close()
  const log = tableOwners.inspection
  expect([...owners.keys()].filter((table) => !log.includes(table)).toSorted()).toEqual(tables.toSorted())
  expect(Object.values(tableOwners).flat()).toHaveLength(owners.size)
})

test.each([
  ["tx.run('update chat set draft = ? where key = ?')", ['chat']],
  ['tx.run(`insert or replace into team_mark (chat)\n values (1)`)', ['team_mark']],
  ['tx.run(`insert into edit (chat) values (?) on conflict do update set text = 1`)', ['edit']],
  ["run('delete from message where key = ?') // delete from inbox", ['message']],
  ['tx.run(`update or ignore ${table} set chat = ?`)', ['${table}']],
  ["tx.exec('create table extra (key integer)')", ['extra']],
  ["tx.exec('alter table chat add column extra')", ['chat']],
  ["tx.get('select 1 from chat')", []],
  ["/** It's written by `update chat` */ const text = 'nothing'", []],
])('reads the tables that are written from %s', (source, tables) => {
  expect(writtenTables(source)).toEqual(tables)
})

test('a statement that writes the table of another room is found', () => {
  expect(foreignWrites('reading/tx/made-up.ts', "tx.run('update message set hidden_at = 1')")).toEqual([
    'reading/tx/made-up.ts writes message of messages',
  ])
})

test('the table of owners in the store’s page is that of the lint', () => {
  const page = readFileSync(path.join(projectRoot, 'docs/features/store.md'), 'utf8')
  const rows = Object.fromEntries(
    [...page.matchAll(/^\| `([a-z-]+)\/` \| ((?:`\w+`(?:, )?)+) \|$/gm)].map(([, room, tables]) => [
      room,
      [...tables.matchAll(/`(\w+)`/g)].map(([, table]) => table),
    ]),
  )
  expect(rows).toEqual(tableOwners)
  expect(Object.keys(tableOwners).filter((room) => !coreLevels.flat().includes(room))).toEqual([])
  for (const file of tableCrossings) expect(page).toContain(`\`${file}\``)
})
