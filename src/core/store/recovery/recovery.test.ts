import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createManualClock } from '../../../api/testing/manual-clock.ts'
import type { ChildRunner } from '../../base/ports.ts'
import type { ChatKey } from '../../../contract/ids.ts'
import { fillStore } from '../../testing/fill-store.ts'
import { openTestStore } from '../../testing/open-test-store.ts'
import { writeMigrated } from '../../testing/open-migrated.ts'
import { createTempDir } from '../../testing/temp-dir.ts'
import { storeSchema } from '../../schema/store-schema.ts'
import { salvagedSchema } from '../../schema/salvaged-schema.ts'
import { createNodeChildren } from '../../base/node-children.ts'
import { openDatabase } from '../engine/database.ts'
import { migrate } from '../engine/migrate.ts'
import { storeFileName, type OpenStoreOptions } from '../client/open-store.ts'
import { createStoreFaults } from '../store-faults.ts'
import { integrityProblems } from './integrity-problems.ts'
import { salvageStore } from './salvage-store.ts'
import { readSchemaCopy } from './schema-copy.ts'
import type { Store } from '../../intents.ts'

const pageBytes = 4096
const messages = 600

/** A well-filled store, closed. It is filled once; each test damages a copy of its own. */
const pattern = createTempDir()
beforeAll(() => fillPattern(pattern.path))
afterAll(() => pattern[Symbol.dispose]())

async function fillPattern(dir: string): Promise<void> {
  const store = await openTestStore(dir)
  await fillStore(store, { messages })
  const chat = 1 as ChatKey
  const label = await store.write('labels.save', { name: 'Urgent' })
  await store.write('labels.set', { chat, label, on: true })
  const id = '00000000-0000-4000-8000-000000000001'
  await store.write('notes.store', { chat, id, text: 'a note of orders', at: 1, editedAt: null })
  await store.close()
}

/**
 * The same in a store whose tables begin at other pages than those of a fresh one, as after an upgrade or a vacuum.
 */
const moved = createTempDir()
beforeAll(async () => {
  const path = join(moved.path, storeFileName)
  const db = openDatabase(path)
  migrate(db, storeSchema)
  db.exec(`insert into instance (key, id_instance, api_url, family, prefix, name, colour, mode, position, created_at)
    values (9, 'old', 'https://old.example', 'v3', '/v3', 'Old', 'teal', 'full', 0, 1);
    insert into chat (instance, chat_id, kind) select 9, value, 'user' from json_each('[${Array.from({ length: 300 }, (_, n) => n).join()}]');
    vacuum`)
  db.close()
  const store = await openTestStore(moved.path)
  await store.close()
  const after = new DatabaseSync(path)
  after.exec(`delete from instance; delete from meta`)
  after.close()
  await fillPattern(moved.path)
})
afterAll(() => moved[Symbol.dispose]())

/**
 * Does in this thread what the maintenance process does, with an empty store that is there to be filled: that process
 * and the schema cost more than the rest of a test. The tests of a damaged header, of an unclean end and of
 * writes meanwhile run the real one.
 */
const inThread: ChildRunner = {
  run(_entry, [command, path = '', target = '', now = '', store = '']) {
    if (command === 'salvage') writeMigrated(target)
    const result =
      command === 'check'
        ? integrityProblems(path)
        : salvageStore(path, target, salvagedSchema, Number(now), readSchemaCopy(store))
    return Promise.resolve(JSON.stringify(result))
  },
}

async function filled(from = pattern) {
  const dir = createTempDir()
  const path = join(dir.path, storeFileName)
  const open: Store[] = []
  onTestFinished(async () => {
    for (const store of open) await store.close()
    dir[Symbol.dispose]()
  })
  await cp(from.path, dir.path, { recursive: true })
  const reopen = async (options: Partial<OpenStoreOptions> = {}) => {
    const store = await openTestStore(dir.path, { children: inThread, ...options })
    open.push(store)
    return store
  }
  return { dir: dir.path, path, reopen, pages: statSync(path).size / pageBytes }
}

const setAside = (dir: string): readonly string[] =>
  readdirSync(dir).filter((name) => name.startsWith(`${storeFileName}.damaged-`) && !/-wal$|schema$/u.test(name))

/** All pages that the schema is on. */
function schemaPages(path: string): readonly number[] {
  const db = new DatabaseSync(path, { readOnly: true })
  const rows = db.prepare(`select pageno from dbstat where name = 'sqlite_schema'`).all()
  db.close()
  return rows.map((row) => Number(row['pageno']))
}

/** Writes bytes over a part of a file. */
function overwrite(path: string, offset: number, bytes: Uint8Array): void {
  const file = openSync(path, 'r+')
  writeSync(file, bytes, 0, bytes.length, offset)
  closeSync(file)
}

const garbage = (bytes: number) => Uint8Array.from({ length: bytes }, (_, n) => (n * 31 + 7) & 0xff)

/** Pages that hold rows of a table and nothing that leads to other pages. */
function pagesOf(path: string, table: string): readonly number[] {
  const db = new DatabaseSync(path, { readOnly: true })
  const rows = db.prepare(`select pageno from dbstat where name = ? and pagetype = 'leaf' order by pageno`).all(table)
  db.close()
  return rows.map((row) => Number(row['pageno']))
}

const messageLeaves = (path: string) => pagesOf(path, 'message')

/** What is in the store after all: counted through an independent connection. */
function inspect(path: string) {
  const db = new DatabaseSync(path, { readOnly: true })
  const count = (sql: string) => Number(db.prepare(sql).get()?.['n'])
  const found = {
    messages: count('select count(*) as n from message'),
    chats: count('select count(*) as n from chat'),
    instances: count('select count(*) as n from instance'),
    journal: count('select count(*) as n from journal'),
    found: count(`select count(*) as n from message_fts where message_fts match 'order'`),
    annotations: count(
      `select count(*) as n from note_fts f join note on note.key = f.rowid join chat_label l on l.chat = note.chat
       join label on label.key = l.label where note_fts match 'note'`,
    ),
    integrity: db.prepare('pragma integrity_check').get()?.['integrity_check'],
    orphans: db.prepare('pragma foreign_key_check').all().length,
  }
  db.close()
  return found
}

const whole = {
  messages,
  chats: 20,
  instances: 1,
  journal: messages,
  found: messages,
  annotations: 1,
  integrity: 'ok',
  orphans: 0,
}

describe('a damaged store', () => {
  test.for([
    ['header', 100],
    ['first page', pageBytes],
  ] as const)('with a damaged %s is set aside and salvaged whole before it opens', async ([, bytes]) => {
    const { dir, path, reopen } = await filled()
    overwrite(path, 0, garbage(bytes))
    const store = await reopen({ children: createNodeChildren() })
    expect(store.state()).toBe('ok')
    const recovery = await store.read('storage.recovery', undefined)
    expect(recovery).toMatchObject({ messages, lost: [] })
    expect(existsSync(join(dir, recovery?.setAside ?? 'none'))).toBe(true)
    expect(inspect(path)).toEqual(whole)
    await store.write('preferences.set', { name: 'a', value: 'b' })
    await store.write('storage.dismissRecovery', undefined)
    expect(await store.read('storage.recovery', undefined)).toBeNull()
  })

  test('with damaged pages of instances is salvaged before it opens, since the start needs them', async () => {
    const { path, reopen } = await filled()
    for (const page of pagesOf(path, 'instance')) overwrite(path, (page - 1) * pageBytes, garbage(pageBytes))
    const store = await reopen()
    expect(await store.read('accounts.list', undefined)).toEqual([])
    expect(store.state()).toBe('ok')
    const recovery = await store.read('storage.recovery', undefined)
    expect(recovery?.lost).toContainEqual({ what: 'instance', count: null })
    // The instance waits, with all that it had, to be added again.
    expect(inspect(path)).toEqual(whole)
  })

  test('with damaged pages of messages loses those messages and nothing else, and says how many', async () => {
    const { path, reopen } = await filled()
    const leaves = messageLeaves(path)
    for (const page of [leaves[3], leaves[40], leaves[41]])
      overwrite(path, ((page ?? 1) - 1) * pageBytes, garbage(pageBytes))
    // The run before ended without closing.
    writeFileSync(`${path}.open`, '')
    const store = await reopen()
    await recovered(store)
    const recovery = await store.read('storage.recovery', undefined)
    const after = inspect(path)
    const lost = recovery?.lost.find(({ what }) => what === 'message')?.count ?? 0
    expect(after.messages).toBe(messages - lost)
    expect(lost).toBeGreaterThan(0)
    expect(lost).toBeLessThan(60)
    expect(after).toMatchObject({ chats: 20, instances: 1, found: after.messages, integrity: 'ok', orphans: 0 })
    // What may have holes is asked for again.
    const chats = await store.read('chats.list', { scope: null, filter: 'all', offset: 0, limit: 50 })
    expect(chats.rows).toHaveLength(20)
    const db = new DatabaseSync(path, { readOnly: true })
    expect(db.prepare(`select count(*) as n from chat where spans_json <> '[]'`).get()).toEqual({ n: 0 })
    db.close()
  })

  test.for([0])('whose page of messages has 64 other bytes from %i on loses no row of another page', async (from) => {
    const { path, reopen } = await filled()
    const leaves = messageLeaves(path)
    const page = leaves[Math.floor(leaves.length / 3)] ?? 1
    overwrite(
      path,
      (page - 1) * pageBytes + from,
      Uint8Array.from({ length: 64 }, (_, n) => (n * 7 + from) & 0x7f),
    )
    writeFileSync(`${path}.open`, '')
    const store = await reopen()
    await recovered(store)
    expect(inspect(path).messages).toBeGreaterThan(messages - 20)
  })

  test('that a write meets while it is looked through is exchanged once, and what was lost stays told', async () => {
    const { dir, path, reopen } = await filled()
    overwrite(path, ((messageLeaves(path)[3] ?? 1) - 1) * pageBytes, garbage(pageBytes))
    writeFileSync(`${path}.open`, '')
    const faults = createStoreFaults()
    const found = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const store = await reopen({
      faults,
      children: {
        async run(entry, args, signal) {
          const output = await inThread.run(entry, args, signal)
          if (args[0] === 'check') {
            found.resolve()
            await release.promise
          }
          return output
        },
      },
    })
    await found.promise
    faults.failWith('damaged')
    await expect(store.write('preferences.set', { name: 'a', value: 'b' })).rejects.toMatchObject({ kind: 'damaged' })
    faults.failWith(null)
    await recovered(store)
    const recoveryReport = await store.read('storage.recovery', undefined)
    const aside = () => readdirSync(dir).filter((name) => name.startsWith(`${storeFileName}.damaged-`))
    const before = aside()
    release.resolve()
    await new Promise((resolve) => setImmediate(resolve))
    expect(store.state()).toBe('ok')
    expect(recoveryReport?.lost).toContainEqual({ what: 'message', count: expect.any(Number) })
    expect(await store.read('storage.recovery', undefined)).toEqual(recoveryReport)
    expect(aside()).toEqual(before)
  })

  test('that can not be salvaged while the program runs is tried again every minute', async () => {
    const { reopen } = await filled()
    const clock = createManualClock()
    const faults = createStoreFaults()
    let tries = 0
    let isDiskFull = true
    const store = await reopen({
      ...{ clock, faults },
      children: {
        run(entry, args, signal) {
          if (args[0] === 'salvage') tries += 1
          return isDiskFull ? Promise.reject(new Error('The disk is full.')) : inThread.run(entry, args, signal)
        },
      },
    })
    faults.failWith('damaged')
    await expect(store.write('preferences.set', { name: 'a', value: 'b' })).rejects.toMatchObject({ kind: 'damaged' })
    faults.failWith(null)
    await expect.poll(() => tries).toBe(1)
    expect(store.state()).toBe('damaged')
    isDiskFull = false
    const stateLater = async () => {
      await clock.advance(60_000)
      return store.state()
    }
    await expect.poll(stateLater).toBe('ok')
    expect(tries).toBe(2)
  })

  test('that was cut in half keeps what is in the rest', async () => {
    const { path, reopen, pages } = await filled()
    truncateSync(path, Math.floor(pages / 2) * pageBytes)
    writeFileSync(`${path}.open`, '')
    const store = await reopen()
    await recovered(store)
    const after = inspect(path)
    expect(after.messages).toBeGreaterThan(messages / 10)
    expect(after).toMatchObject({ integrity: 'ok', orphans: 0, found: after.messages })
    expect((await store.read('storage.recovery', undefined))?.lost.length).toBeGreaterThan(0)
  })

  test('of which nothing is left is left as it is, until somebody agrees to begin with an empty one', async () => {
    const { dir, path, reopen } = await filled()
    const bytes = garbage(50 * pageBytes)
    writeFileSync(path, bytes)
    await expect(reopen()).rejects.toMatchObject({ kind: 'unreadable' })
    expect(readFileSync(path)).toEqual(Buffer.from(bytes))
    expect(setAside(dir)).toEqual([])
    const store = await reopen({ mayBeginEmpty: () => Promise.resolve(true) })
    expect(await store.read('storage.recovery', undefined)).toMatchObject({
      messages: 0,
      lost: [{ what: 'everything', count: null }],
    })
    expect(setAside(dir)).toHaveLength(1)
    await fillStore(store, { messages: 10 })
    expect(inspect(path)).toMatchObject({ messages: 10 })
  })

  test.for([false, true])('whose file is empty is not taken for a new one (moved: %s)', async (isUpgraded) => {
    const { path, reopen } = await filled(isUpgraded ? moved : pattern)
    truncateSync(path, 0)
    await expect(reopen()).rejects.toMatchObject({ kind: 'unreadable' })
    expect(statSync(path).size).toBe(0)
  })

  test.for(['the first page', 'every page of the schema', 'the whole header'] as const)(
    'that was moved and lost %s is salvaged whole',
    async (what) => {
      const { path, reopen } = await filled(moved)
      const pages = what === 'every page of the schema' ? schemaPages(path) : [1]
      expect(schemaPages(path).length).toBeGreaterThan(5)
      for (const page of pages)
        overwrite(path, (page - 1) * pageBytes, garbage(what === 'the whole header' ? 100 : pageBytes))
      const store = await reopen()
      expect(await store.read('storage.recovery', undefined)).toMatchObject({ messages, lost: [] })
      expect(inspect(path)).toEqual(whole)
    },
  )

  test('whose schema is damaged keeps what is only in its log', async () => {
    const { dir, path, reopen } = await filled(moved)
    const store = await reopen()
    await store.write('preferences.set', { name: 'a', value: 'in the log' })
    // As after a power cut: the log is there, and not in the file yet.
    const copy = createTempDir()
    onTestFinished(() => copy[Symbol.dispose]())
    await cp(dir, copy.path, { recursive: true })
    const cut = join(copy.path, storeFileName)
    expect(statSync(`${cut}-wal`).size).toBeGreaterThan(0)
    for (const page of schemaPages(path)) overwrite(cut, (page - 1) * pageBytes, garbage(pageBytes))
    const again = await openTestStore(copy.path, { children: inThread })
    onTestFinished(() => again.close())
    expect(await again.read('preferences.get', { name: 'a' })).toBe('in the log')
    expect(inspect(cut).messages).toBe(messages)
  })

  test.for([
    ['content', 24 + 2000],
    ['checksum', 17],
    ['round', 9],
  ] as const)('whose log has a frame with another %s brings what was committed after it', async ([, at]) => {
    const { dir, reopen } = await filled()
    const store = await reopen()
    const names = Array.from({ length: 40 }, (_, n) => `name ${n}`)
    for (const name of names) await store.write('preferences.set', { name, value: 'in the log' })
    const copy = createTempDir()
    onTestFinished(() => copy[Symbol.dispose]())
    await cp(dir, copy.path, { recursive: true })
    const log = `${join(copy.path, storeFileName)}-wal`
    const frame = 32 + 4 * (24 + pageBytes)
    const [byte = 0] = readFileSync(log).subarray(frame + at)
    overwrite(log, frame + at, Uint8Array.of(byte ^ 8))
    const again = await openTestStore(copy.path, { children: inThread })
    onTestFinished(() => again.close())
    for (const name of names) expect(await again.read('preferences.get', { name })).toBe('in the log')
    expect((await again.read('storage.recovery', undefined))?.lost).toContainEqual({ what: 'log', count: null })
    expect(inspect(join(copy.path, storeFileName))).toEqual(whole)
  })

  test('whose log was torn by a power cut opens with what was committed before', async () => {
    const { dir, reopen } = await filled()
    const store = await reopen()
    await store.write('preferences.set', { name: 'a', value: 'committed' })
    await store.write('preferences.set', { name: 'b', value: 'torn' })
    const copy = createTempDir()
    onTestFinished(() => copy[Symbol.dispose]())
    await cp(dir, copy.path, { recursive: true })
    const log = `${join(copy.path, storeFileName)}-wal`
    truncateSync(log, statSync(log).size - 1000)
    const again = await openTestStore(copy.path, { children: inThread })
    onTestFinished(() => again.close())
    expect(await again.read('preferences.get', { name: 'a' })).toBe('committed')
    expect(await again.read('preferences.get', { name: 'b' })).toBeNull()
    expect(await again.read('storage.recovery', undefined)).toBeNull()
  })

  test.for([
    ['the version', 60],
    ['the version, to a smaller one', 63],
    ['the program', 73],
    ['the letters', 59],
    ['the way of writing', 18],
    ['the size of pages', 16],
    ['the way of vacuuming', 55],
    ['the format of the schema', 47],
  ] as const)('whose header names %s otherwise opens with all that it had', async ([, offset]) => {
    const { path, reopen } = await filled(moved)
    const [byte = 0] = readFileSync(path).subarray(offset)
    overwrite(path, offset, Uint8Array.of(byte ^ (offset === 63 ? 1 : 32)))
    await reopen()
    expect(inspect(path)).toEqual(whole)
  })

  test.for(['a name of a column', 'a word of a definition', 'a root page'] as const)(
    'in whose schema one letter of %s was changed opens with all that it had',
    async (what) => {
      const { path, reopen } = await filled(moved)
      const bytes = readFileSync(path)
      const from = what === 'a name of a column' ? 'type_message text' : 'content_json text not null'
      const place = bytes.indexOf(from, 0, 'latin1')
      expect(place).toBeGreaterThan(0)
      if (what === 'a root page') {
        const db = new DatabaseSync(path)
        db.enableDefensive(false)
        db.exec('pragma writable_schema = on')
        db.exec(
          `update sqlite_schema set rootpage = (select rootpage from sqlite_schema where name = 'chat') where name = 'journal'`,
        )
        db.close()
      } else overwrite(path, place + 3, Uint8Array.of((bytes[place + 3] ?? 0) ^ 1))
      await reopen()
      expect(inspect(path)).toEqual(whole)
    },
  )

  test('from a backup, whose tables begin at other pages, opens as it is', async () => {
    const { dir, path, reopen } = await filled(moved)
    await cp(join(pattern.path, storeFileName), path)
    const store = await reopen()
    expect(await store.read('storage.recovery', undefined)).toBeNull()
    expect(setAside(dir)).toEqual([])
    expect(inspect(path)).toEqual(whole)
  })

  test('whose instance is lost keeps its chats, and takes them back when it is added again', async () => {
    const { path, reopen } = await filled()
    const db = new DatabaseSync(path)
    const root = Number(db.prepare(`select rootpage from sqlite_schema where name = 'instance'`).get()?.['rootpage'])
    db.close()
    overwrite(path, (root - 1) * pageBytes, garbage(pageBytes))
    writeFileSync(`${path}.open`, '')
    const store = await reopen()
    await recovered(store)
    expect(inspect(path)).toMatchObject({ messages, chats: 20, orphans: 0 })
    const again = await store.write('accounts.add', {
      apiUrl: 'https://api.example',
      idInstance: '1101000001',
      family: 'v3',
      prefix: '/v3',
      name: 'Shop',
      colour: 'teal',
      mode: 'full',
    })
    expect(again).toMatchObject({ kind: 'reattached' })
    const chats = await store.read('chats.list', { scope: null, filter: 'all', offset: 0, limit: 50 })
    expect(chats.rows).toHaveLength(20)
  })

  test('gives back what was received and not applied yet, which the service has no more', async () => {
    const { path, reopen } = await filled()
    const before = await reopen()
    const [instance] = await before.read('accounts.list', undefined)
    if (instance === undefined) throw new Error('no instance')
    const body = {
      typeWebhook: 'incomingMessageReceived',
      timestamp: 1_795_000_000,
      idMessage: 'KEPT00000001',
      senderData: { chatId: '79990000001@c.us', sender: '79990000001@c.us' },
      messageData: { typeMessage: 'textMessage', textMessageData: { textMessage: 'kept only' } },
    }
    await before.write('receiving.persist', {
      instance: instance.key,
      raw: JSON.stringify(body),
      isJson: true,
      receiptId: '1',
      receivedAt: 1_795_000_000_000,
      isQueueComplete: true,
      deleted: [],
    })
    await before.close()
    overwrite(path, 0, garbage(100))
    const store = await reopen()
    const applying = { version: 'test', limit: 10, budgetMs: Infinity }
    expect((await store.write('receiving.applyInbox', applying)).applied).toMatchObject([{ state: 'applied' }])
    expect(inspect(path)).toMatchObject({ messages: messages + 1, integrity: 'ok', orphans: 0 })
  })

  test('refuses writes while it is salvaged, so that nothing is deleted at the service', async () => {
    const { path, reopen } = await filled()
    const leaves = messageLeaves(path)
    overwrite(path, ((leaves[3] ?? 1) - 1) * pageBytes, garbage(pageBytes))
    writeFileSync(`${path}.open`, '')
    const store = await reopen({ children: createNodeChildren() })
    const refusals: unknown[] = []
    store.onState((state) => {
      if (state === 'damaged')
        refusals.push(store.write('preferences.set', { name: 'a', value: '' }).catch((error: unknown) => error))
    })
    await recovered(store)
    expect(await refusals[0]).toMatchObject({ kind: 'damaged' })
    await store.write('preferences.set', { name: 'a', value: 'kept' })
    expect(await store.read('preferences.get', { name: 'a' })).toBe('kept')
  })
})

describe('an unclean end', () => {
  test('without damage is checked and loses nothing', async () => {
    const { path, reopen } = await filled()
    writeFileSync(`${path}.open`, '')
    const store = await reopen({ children: createNodeChildren() })
    expect(store.maintenance()).toBe('checking')
    await expect.poll(() => store.maintenance()).toBe('none')
    expect(store.state()).toBe('ok')
    expect(await store.read('storage.recovery', undefined)).toBeNull()
    expect(inspect(path)).toEqual(whole)
  })

  test.for(['before', 'between', 'after'] as const)(
    '%s the renames of a swap is finished at the next start',
    async (when) => {
      const { path, reopen } = await filled()
      // A swap that was to put this whole file in the place of a damaged one.
      renameSync(path, `${path}.salvaged`)
      if (when === 'before') {
        writeFileSync(path, garbage(pageBytes))
        writeFileSync(`${path}-wal`, garbage(pageBytes))
      }
      if (when === 'between') writeFileSync(path, garbage(pageBytes))
      const store = await reopen()
      expect(inspect(path)).toEqual(whole)
      expect(store.state()).toBe('ok')
      expect(existsSync(`${path}.salvaged`)).toBe(false)
    },
  )

  test('in the middle of a salvage begins it again', async () => {
    const { path, reopen } = await filled()
    overwrite(path, 0, garbage(100))
    writeFileSync(`${path}.salvaging`, garbage(pageBytes))
    writeFileSync(`${path}.salvage-copy`, garbage(pageBytes))
    const store = await reopen()
    expect(store.state()).toBe('ok')
    expect(inspect(path)).toEqual(whole)
  })
})

/** Resolves when a salvage was done and told. */
async function recovered(store: Store): Promise<void> {
  await expect.poll(() => store.read('storage.recovery', undefined)).not.toBeNull()
  await store.whenOk()
}
