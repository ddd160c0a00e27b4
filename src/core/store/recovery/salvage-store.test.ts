import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeSchema } from '../../schema/store-schema.ts'
import { salvagedSchema } from '../../schema/salvaged-schema.ts'
import { sized } from '../../testing/marathon.ts'
import { createSeededRandom } from '../../testing/mutate.ts'
import { writeMigrated } from '../../testing/open-migrated.ts'
import { createTempDir } from '../../testing/temp-dir.ts'
import { openDatabase } from '../engine/database.ts'
import { migrate } from '../engine/migrate.ts'
import type { SalvageResult } from './salvage.ts'
import { salvageStore } from './salvage-store.ts'
import { readSchema, type StoreSchema } from './schema-copy.ts'

const pageBytes = 4096
const rows = 5000
const dir = createTempDir()
const source = join(dir.path, 'damaged.db')
const target = join(dir.path, 'salvaged.db')
let whole: Buffer
let storedSchema: StoreSchema
/** Pages of the journal: those that lead to others, and those with rows. */
let interior: readonly number[]
let leaves: readonly number[]

// Rows with gaps between their numbers, as after deletions, and some that go on over pages of their own.
beforeAll(() => {
  const path = join(dir.path, 'whole.db')
  const db = openDatabase(path)
  migrate(db, storeSchema)
  db.exec(`insert into instance (key, id_instance, api_url, family, prefix, name, colour, mode, position, created_at)
    values (1, '1', 'https://api.example', 'v3', '/v3', 'Shop', 'teal', 'full', 0, 1)`)
  db.exec(`insert into chat (key, instance, chat_id, kind) values (1, 1, '1@c.us', 'user')`)
  db.exec(`insert into message (key, instance, chat, direction, at, at_source, tie, type_message, content_kind, content_json,
    queue_order, list_order, reported_json, writer)
    values (1, 1, 1, 'outgoing', 5, 'accepted', '', 'textMessage', 'text', '{}', 2, 3, '["x"]', 'colleague')`)
  const insert = db.prepare(
    `insert into journal (key, instance, type_webhook, state, received_at, raw, raw_hash, bytes, tried_version)
     values (?, 1, 'incomingMessageReceived', 'applied', ?, ?, ?, 1, 'test')`,
  )
  db.exec('begin')
  for (let n = 1; n <= rows; n++) insert.run(n * 3, n, rawOf(n), `hash ${n}`)
  db.exec('commit')
  storedSchema = readSchema(db)
  const pages = db.prepare(`select pageno, pagetype from dbstat where name = 'journal' order by pageno`).all()
  interior = pages.filter(({ pagetype }) => pagetype === 'internal').map(({ pageno }) => Number(pageno))
  leaves = pages.filter(({ pagetype }) => pagetype === 'leaf').map(({ pageno }) => Number(pageno))
  db.close()
  whole = readFileSync(path)
})
afterAll(() => dir[Symbol.dispose]())

const rawOf = (n: number): string => `{"n":${n},"text":"${'order '.repeat(n % 300 === 0 ? 2000 : 90)}"}`

/**
 * Salvages a copy with other bytes at some places.
 * @param isPrepared whether an empty store is there to be filled: its schema costs more than the rest
 */
function salvageWith(
  change: (bytes: Buffer) => void,
  isPrepared = true,
): { readonly result: SalvageResult; readonly found: Set<number> } {
  const bytes = Buffer.from(whole)
  change(bytes)
  for (const path of [source, target]) for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
  writeFileSync(source, bytes)
  if (isPrepared) writeMigrated(target)
  const result = salvageStore(source, target, salvagedSchema, 1, storedSchema)
  const db = new DatabaseSync(target)
  const found = new Set<number>()
  for (const { raw } of db.prepare('select raw from journal').iterate()) {
    const n = Number(/"n":(\d+)/u.exec(String(raw))?.[1])
    if (raw === rawOf(n)) found.add(n)
  }
  db.close()
  return { result, found }
}

const lostOf = ({ lost }: SalvageResult) => lost.find(({ what }) => what === 'journal')
const startOf = (page: number | undefined): number => ((page ?? 1) - 1) * pageBytes

describe('a salvage', () => {
  test('of a store without damage brings everything', () => {
    const { result, found } = salvageWith(() => undefined, false)
    expect(result.lost).toEqual([])
    expect(found.size).toBe(rows)
    // Of a message, columns stand behind one that is computed.
    const db = new DatabaseSync(target)
    const message = db.prepare('select acted_at, queue_order, list_order, reported_json, writer from message').get()
    db.close()
    expect(message).toEqual({
      ...{ acted_at: 5, queue_order: 2, list_order: 3, reported_json: '["x"]', writer: 'colleague' },
    })
  })

  test.for([
    ['the first bytes of a page that leads to others', 0, 64],
    ['the kind of a page that leads to others', 0, 1],
    ['the places of its cells', 12, 64],
    ['all of it', 0, pageBytes],
  ] as const)('that finds other bytes in %s loses no row', ([, from, length]) => {
    expect(interior.length).toBeGreaterThan(1)
    for (const page of interior) {
      const { found } = salvageWith((bytes) => damage(bytes, startOf(page) + from, length))
      expect(found.size).toBe(rows)
    }
  })

  test('that finds a changed pointer, or a changed number before it, loses no row', () => {
    const page = interior.at(-1) ?? 1
    const cell = whole.readUInt16BE(startOf(page) + 12 + 2 * 5)
    for (let at = 0; at < 6; at++) {
      const { found } = salvageWith((bytes) => damage(bytes, startOf(page) + cell + at, 1))
      expect(found.size).toBe(rows)
    }
  })

  test('that finds other bytes in the header of a page of rows loses no row', () => {
    for (let at = 0; at < 8; at++) {
      const { found } = salvageWith((bytes) => damage(bytes, startOf(leaves[20]) + at, 1))
      expect(found.size).toBe(rows)
    }
  })

  test('that finds a row with the number of another loses at most that row', () => {
    const start = startOf(leaves[20])
    const cell = start + whole.readUInt16BE(start + 8)
    // Two bytes of its size, then its number.
    const { result, found } = salvageWith((bytes) =>
      bytes.writeUInt8((bytes.readUInt8(cell + 2) & 0x80) | 0x05, cell + 2),
    )
    expect(found.size).toBeGreaterThanOrEqual(rows - 1)
    expect(lostOf(result)?.count ?? 1).toBeGreaterThanOrEqual(rows - found.size)
  })

  test('that finds a row with a number that no row has keeps it', () => {
    const start = startOf(leaves[20])
    const number = start + whole.readUInt16BE(start + 8) + 2
    // Each number is a multiple of three, and one of two bytes here: the first becomes that of a later page.
    const first = [5, 6, 7].find((high) => (high * 128 + whole.readUInt8(number + 1)) % 3 === 1) ?? 0
    const { result, found } = salvageWith((bytes) => bytes.writeUInt8(0x80 | first, number))
    expect(found.size).toBe(rows)
    expect(lostOf(result)).toBeUndefined()
  })

  test('of a page of which nothing is left says how many rows may be lost', () => {
    const { result, found } = salvageWith((bytes) => damage(bytes, startOf(leaves[20]), pageBytes))
    expect(found.size).toBeLessThan(rows)
    expect(lostOf(result)?.count).toBeGreaterThanOrEqual(rows - found.size)
  })

  test('leaves no copy of a row that it changed, which erasing could not reach', () => {
    writeFileSync(source, whole)
    for (const suffix of ['', '-wal', '-shm']) rmSync(target + suffix, { force: true })
    const mend = (db: DatabaseSync) => db.exec(`update journal set summary = '${'longer '.repeat(300)}'`)
    salvageStore(source, target, { ...salvagedSchema, mend }, 1, storedSchema)
    const db = openDatabase(target)
    db.exec('delete from journal where key % 2 = 0; pragma wal_checkpoint(truncate)')
    db.close()
    const found = readFileSync(target, 'latin1').matchAll(/\{"n":(\d+),/g)
    const numbers = Array.from(found, ([, n]) => Number(n))
    expect(new Set(numbers).size).toBe(rows / 2)
    expect(numbers.filter((n) => n % 2 === 0)).toEqual([])
  })

  test('brings back no row that was deleted', () => {
    const path = join(dir.path, 'deleted.db')
    writeFileSync(path, whole)
    const db = new DatabaseSync(path)
    // As programs did that overwrote nothing: the pages are free, and what was on them still is.
    db.exec('pragma secure_delete = off; delete from journal where key between 3000 and 6000')
    const left = Number(db.prepare('select count(*) as n from journal').get()?.['n'])
    db.close()
    const { found } = salvageWith((bytes) => {
      readFileSync(path).copy(bytes)
      damage(bytes, startOf(interior[0]), 64)
    })
    expect(left).toBeLessThan(rows)
    expect(found.size).toBe(left)
  })

  test('says each row that random bytes cost, and loses no more than lie where they are', () => {
    const random = createSeededRandom(7)
    for (let round = 0; round < sized(10, 300); round++) {
      const length = round % 2 === 0 ? 1 : 64
      const at = startOf(leaves[Math.floor(random() * leaves.length)]) + Math.floor(random() * (pageBytes - length))
      const { result, found } = salvageWith((bytes) => {
        for (let n = at; n < at + length; n++)
          bytes.writeUInt8(bytes.readUInt8(n) ^ (1 + Math.floor(random() * 255)), n)
      })
      // 64 bytes touch two rows.
      expect(found.size).toBeGreaterThanOrEqual(rows - 2)
      const stored = new DatabaseSync(target)
      const missing = rows - Number(stored.prepare('select count(*) as n from journal').get()?.['n'])
      stored.close()
      expect(lostOf(result)?.count ?? (lostOf(result) === undefined ? 0 : Infinity)).toBeGreaterThanOrEqual(missing)
    }
  })
})

/** Other bytes than those that are there. */
function damage(bytes: Buffer, from: number, length: number): void {
  for (let n = 0; n < length; n++) bytes.writeUInt8(bytes.readUInt8(from + n) ^ (((n * 31) % 255) + 1), from + n)
}
