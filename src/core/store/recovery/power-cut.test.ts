import { closeSync, copyFileSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { accountWrites } from '../../accounts/tx/accounts-intents.ts'
import type { InstanceKey } from '../../../contract/ids.ts'
import type { SendAt } from '../../../contract/sending.ts'
import { chatOf } from '../../messages/archive/tx/chat-of.ts'
import { observeEarly } from '../../messages/statuses/tx/observe.ts'
import { enqueue } from '../../sending/tx/enqueue.ts'
import { programWrites } from '../../programs/tx/programs-intents.ts'
import { cancel } from '../../sending/tx/person-acts.ts'
import { recordOutcome } from '../../sending/tx/record-outcome.ts'
import { releaseDue } from '../../sending/tx/scheduled.ts'
import { takeDue } from '../../sending/tx/take-due.ts'
import type { Entry } from '../../sharing/shared-team.ts'
import type { SharedInstanceId } from '../../sharing/shared-ids.ts'
import { teamWrites } from '../../team/tx/team-intents.ts'
import { receivingWrites } from '../../receiving/tx/receiving-intents.ts'
import { salvagedSchema } from '../../schema/salvaged-schema.ts'
import { openMigrated, writeMigrated } from '../../testing/open-migrated.ts'
import { createTempDir } from '../../testing/temp-dir.ts'
import { sized } from '../../testing/marathon.ts'
import { createTxSession, type Tx } from '../tx.ts'
import { readSchemaCopy } from './schema-copy.ts'
import { salvageStore } from './salvage-store.ts'

const now = Date.UTC(2026, 10, 20, 12)
const later = now + 3_600_000
const logHeaderBytes = 32
const frameBytes = 24 + 4096
const applying = { version: '1', limit: 10, budgetMs: Infinity }

const textOf = (n: number): object => ({
  typeMessage: 'textMessage',
  textMessageData: { textMessage: `message ${n}` },
})

const bodyOf = (n: number, messageData = textOf(n)) => ({
  typeWebhook: 'incomingMessageReceived',
  timestamp: Math.floor(now / 1000) + n,
  idMessage: `A${n}`,
  instanceData: { idInstance: 1101000001, wid: '79001000001@c.us', typeInstance: 'whatsapp' },
  senderData: { chatId: '79990001122@c.us', sender: '79990001122@c.us', senderName: 'Anna' },
  messageData,
})

/** Runs a write in a commit of its own. */
function commit<Result>(db: DatabaseSync, write: (tx: Tx) => Result, at = now): Result {
  const session = createTxSession(db)
  session.begin(at)
  db.exec('begin immediate')
  const result = write(session.tx)
  db.exec('commit')
  return result
}

function withInstance(path: string) {
  const db = openMigrated(path)
  const address = { apiUrl: 'http://service.test', idInstance: '1101000001', family: 'whatsapp', prefix: '' } as const
  const colours = { name: 'Shop', colour: 'teal', mode: 'full' } as const
  const added = commit(db, (tx) => accountWrites['accounts.add'](tx, { ...address, ...colours }))
  if (added.kind === 'exists') throw new Error('The instance is there already.')
  return { db, instance: added.instance.key }
}

/** Pages of the tables between which an unflushed commit moves what was received. */
const pagesOfMoved = `select pageno from dbstat where name in ('inbox', 'journal', 'message', 'chat', 'team_instance')`

/** Pages that the store got since it had so many: a split of a page moved rows there. */
const pagesSince = (count: number) => `select pageno from dbstat where pageno > ${count}`

/** Frames of the log that `work` wrote and nothing flushed: by day those of some pages. */
function unflushedOf(
  path: string,
  db: DatabaseSync,
  work: () => void,
  selectPages: (pagesBefore: number) => string = () => pagesOfMoved,
): readonly number[] {
  const frames = () => Number(db.prepare('pragma wal_checkpoint(noop)').get()?.['log'])
  const flushed = frames()
  const pagesBefore = Number(db.prepare('pragma page_count').get()?.['page_count'])
  work()
  // Without the last two: a log in which no frame behind the hole can be checked ends as after a torn write.
  const all = Array.from({ length: frames() - flushed - 2 }, (_, index) => flushed + index)
  const log = readFileSync(`${path}-wal`)
  const pages = new Set(
    db
      .prepare(selectPages(pagesBefore))
      .all()
      .map(({ pageno }) => pageno),
  )
  const isEachFrame = sized(0, 1) === 1
  return all.filter((frame) => isEachFrame || pages.has(log.readUInt32BE(logHeaderBytes + frame * frameBytes)))
}

function receive(
  db: DatabaseSync,
  instance: InstanceKey,
  numbers: readonly number[],
  contentOf: (n: number) => object = textOf,
): void {
  for (const n of numbers)
    commit(db, (tx) =>
      receivingWrites['receiving.persist'](tx, {
        ...{ instance, raw: JSON.stringify(bodyOf(n, contentOf(n))), isJson: true, receiptId: String(n) },
        ...{ receivedAt: now, isQueueComplete: true, deleted: [] },
      }),
    )
}

/** A store with three received notifications, two of which were applied since the last flush. */
function receivedAndApplied(path: string) {
  const { db, instance } = withInstance(path)
  receive(db, instance, [1, 2, 3])
  const unflushed = unflushedOf(path, db, () => {
    for (const _ of [1, 2]) commit(db, (tx) => receivingWrites['receiving.applyInbox'](tx, { ...applying, limit: 1 }))
  })
  return { db, unflushed }
}

/** As many messages as fit into a page before the last flush, and as many again since. */
function pagesSplit(path: string) {
  const { db, instance } = withInstance(path)
  receive(db, instance, numbers(1, 6))
  commit(db, (tx) => receivingWrites['receiving.applyInbox'](tx, applying))
  receive(db, instance, numbers(7, 24))
  // The second one has an integer that node:sqlite refuses to read.
  db.exec(`insert into label (name, name_key, hue) values ('urgent', 'urgent', 1), ('late', 'late', 1 << 60)`)
  const apply = () => {
    for (const _ of numbers(7, 24))
      commit(db, (tx) => receivingWrites['receiving.applyInbox'](tx, { ...applying, limit: 1 }))
  }
  return { db, unflushed: unflushedOf(path, db, apply, pagesSince) }
}
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

const shared = 1 as SharedInstanceId
const entryOf = (n: number): Entry => ({
  ...{ instance: shared, n, kind: 'notification', raw: JSON.stringify(bodyOf(n)), isJson: true, receiptId: String(n) },
  ...{ queueComplete: true, repeatOf: null, desk: null, at: now, id: `entry ${n}`, link: `entry ${n}` },
  previousLink: n === 1 ? null : `entry ${n - 1}`,
})

/** A store of a team's desk with three entries of its journal. Since the last flush it took two, and applied one. */
function takenFromTeam(path: string) {
  const { db, instance } = withInstance(path)
  commit(db, (tx) => teamWrites['team.share'](tx, { instance, shared }))
  const take = (n: number) => commit(db, (tx) => teamWrites['team.take'](tx, { entries: [entryOf(n)] }))
  const apply = () => commit(db, (tx) => receivingWrites['receiving.applyInbox'](tx, { ...applying, limit: 1 }))
  take(1)
  apply()
  const unflushed = unflushedOf(path, db, () => {
    take(2)
    apply()
    take(3)
  })
  return { db, unflushed }
}

/** Salvages a store whose log has a hole at this frame, as a power cut may leave it. */
function salvagedWithHole(dir: string, live: string, hole: number): DatabaseSync {
  const path = join(dir, `hole-${hole}.db`)
  for (const suffix of ['', '-wal']) copyFileSync(live + suffix, path + suffix)
  const log = openSync(`${path}-wal`, 'r+')
  writeSync(log, Buffer.alloc(frameBytes), 0, frameBytes, logHeaderBytes + hole * frameBytes)
  closeSync(log)
  writeMigrated(`${path}.new`)
  salvageStore(path, `${path}.new`, salvagedSchema, now, readSchemaCopy(live))
  return new DatabaseSync(`${path}.new`)
}

test('a salvage after which rows may be missing lets no key in that a person took away', () => {
  using dir = createTempDir()
  const live = join(dir.path, 'live.db')
  const { db } = withInstance(live)
  const scope = { instances: null, kinds: null, labels: null, groups: true }
  const add = (id: string) =>
    commit(db, (tx) =>
      programWrites['programs.add'](tx, {
        ...{ id, name: id, purpose: 'bot', protocol: 'queue', keyHash: `first key of ${id}`, keyExpiresAt: null },
        ...{ readWhenWritten: false, scope, webhook: null, rights: ['see'], writesFirst: false, from: null },
        sendLimits: { minute: 1, hour: 2, day: 3 },
      }),
    )
  const [removed, renewed] = [add('removed'), add('renewed')]
  db.exec('pragma wal_checkpoint(truncate)')
  const frames = unflushedOf(
    live,
    db,
    () => {
      commit(db, (tx) => programWrites['programs.remove'](tx, { program: removed }))
      commit(db, (tx) => programWrites['programs.change'](tx, { program: renewed, keyHash: 'second key' }))
      // A hole in the last commit looks like a torn write, which SQLite leaves out.
      commit(db, (tx) => tx.run(`insert into label (name, name_key, hue) values ('urgent', 'urgent', 1)`))
    },
    () => `select pageno from dbstat where name = 'program'`,
  )
  expect(frames.length).toBeGreaterThan(1)
  for (const hole of frames) {
    const salvaged = salvagedWithHole(dir.path, live, hole)
    const keys = salvaged.prepare('select id, key_hash from program where key_hash is not null').all()
    salvaged.close()
    expect(keys, `hole at frame ${hole}`).toEqual([])
  }
  db.close()
})

test('a power cut that leaves a hole in what was taken from the team costs no notification', () => {
  using dir = createTempDir()
  const live = join(dir.path, 'live.db')
  const { db, unflushed } = takenFromTeam(live)
  expect(unflushed.length).toBeGreaterThanOrEqual(sized(7, 30))
  for (const hole of unflushed) {
    const salvaged = salvagedWithHole(dir.path, live, hole)
    // The desk goes on from where it says that it is.
    commit(salvaged, (tx) => teamWrites['team.take'](tx, { entries: [1, 2, 3].map(entryOf) }))
    commit(salvaged, (tx) => receivingWrites['receiving.applyInbox'](tx, applying))
    const all = (sql: string) => salvaged.prepare(sql).all().map(Object.values)
    const result = {
      inbox: all('select key from inbox'),
      texts: all('select text from message order by at'),
      chats: all('select messages, unread from chat'),
      cursor: all('select n, link from team_instance'),
    }
    salvaged.close()
    expect(result, `hole at frame ${hole}`).toEqual({
      inbox: [],
      texts: [1, 2, 3].map((n) => [`message ${n}`]),
      chats: [[3, 3]],
      cursor: [[3, 'entry 3']],
    })
  }
  db.close()
})

test('a power cut that leaves a hole anywhere in the unflushed part of the log costs no notification', () => {
  using dir = createTempDir()
  const live = join(dir.path, 'live.db')
  const { db, unflushed } = receivedAndApplied(live)
  expect(unflushed.length).toBeGreaterThan(sized(7, 30))
  for (const hole of unflushed) {
    const salvaged = salvagedWithHole(dir.path, live, hole)
    const applied = commit(salvaged, (tx) => receivingWrites['receiving.applyInbox'](tx, applying))
    const all = (sql: string) => salvaged.prepare(sql).all().map(Object.values)
    const result = {
      more: applied.more,
      journal: all('select key, state from journal order by key'),
      inbox: all('select key from inbox'),
      texts: all('select text from message order by at'),
      chats: all('select messages, unread from chat'),
    }
    salvaged.close()
    expect(result, `hole at frame ${hole}`).toEqual({
      more: false,
      journal: [1, 2, 3].map((key) => [key, 'applied']),
      inbox: [],
      texts: [1, 2, 3].map((n) => [`message ${n}`]),
      chats: [[3, 3]],
    })
  }
  db.close()
})

test('a power cut that leaves a hole costs no edit and no deletion of what was there before', () => {
  using dir = createTempDir()
  const live = join(dir.path, 'live.db')
  const { db, instance } = withInstance(live)
  receive(db, instance, [1, 2])
  commit(db, (tx) => receivingWrites['receiving.applyInbox'](tx, applying))
  const changes: Readonly<Record<number, object>> = {
    3: { typeMessage: 'editedMessage', editedMessageData: { textMessage: 'changed', stanzaId: 'A1' } },
    4: { typeMessage: 'deletedMessage', deletedMessageData: { stanzaId: 'A2' } },
  }
  receive(db, instance, [3, 4], (n) => changes[n] ?? {})
  const unflushed = unflushedOf(live, db, () => {
    for (const _ of [3, 4]) commit(db, (tx) => receivingWrites['receiving.applyInbox'](tx, { ...applying, limit: 1 }))
  })
  expect(unflushed.length).toBeGreaterThan(sized(5, 10))
  for (const hole of unflushed) {
    const salvaged = salvagedWithHole(dir.path, live, hole)
    commit(salvaged, (tx) => receivingWrites['receiving.applyInbox'](tx, applying))
    const shown = salvaged
      .prepare('select text, deleted from message where id_message in (?, ?) order by at')
      .all('A1', 'A2')
      .map(Object.values)
    const found = salvaged.prepare(`select rowid from message_fts where message_fts match 'changed'`).all()
    salvaged.close()
    expect({ shown, found: found.length }, `hole at frame ${hole}`).toEqual({
      shown: [
        ['changed', 0],
        ['message 2', 1],
      ],
      found: 1,
    })
  }
  db.close()
})

test('a power cut that leaves a hole where a page was split costs no row that was there before', () => {
  using dir = createTempDir()
  const live = join(dir.path, 'live.db')
  const { db, unflushed } = pagesSplit(live)
  expect(unflushed.length).toBeGreaterThan(sized(7, 30))
  for (const hole of unflushed) {
    const salvaged = salvagedWithHole(dir.path, live, hole)
    commit(salvaged, (tx) => receivingWrites['receiving.applyInbox'](tx, { ...applying, limit: 100 }))
    const all = (sql: string) => salvaged.prepare(sql).all().map(Object.values)
    const result = {
      texts: all('select text from message order by at'),
      journal: all('select key, state from journal order by key'),
      inbox: all('select key from inbox'),
      chats: all('select messages, unread from chat'),
      labels: all('select name, hue from label'),
    }
    salvaged.close()
    expect(result, `hole at frame ${hole}`).toEqual({
      labels: [['urgent', 1]],
      texts: numbers(1, 24).map((n) => [`message ${n}`]),
      journal: numbers(1, 24).map((key) => [key, 'applied']),
      inbox: [],
      chats: [[24, 24]],
    })
  }
  db.close()
})

test('damage anywhere in the log lets nothing leave by itself that was sent or taken back since', () => {
  using dir = createTempDir()
  const live = join(dir.path, 'live.db')
  const { db, instance } = withInstance(live)
  const chat = commit(db, (tx) => chatOf(tx, instance, '79990001122@c.us'))
  const send = (text: string, sendAt?: SendAt) => commit(db, (tx) => enqueue(tx, { chat, text, sendAt })).message
  const attempt = (on: DatabaseSync, at: number) => {
    const only = { instance, chats: [chat] }
    return commit(on, (tx) => takeDue(tx, only), at).map((lane) => lane.send?.message ?? null)
  }
  const work = () => {
    const sent = send('sent')
    const takenBack = [send('taken back'), send('taken back too', { at: later, zone: 'UTC' })]
    expect(attempt(db, now)).toEqual([sent])
    const result = { kind: 'accepted', idMessage: 'B1', text: '' } as const
    commit(db, (tx) => recordOutcome(tx, { message: sent, attempt: 1, result }))
    for (const message of takenBack) commit(db, (tx) => cancel(tx, { message }))
  }
  const pages = `select pageno from dbstat where name in ('outbox', 'message', 'cancelled_send')`
  const frames = unflushedOf(live, db, work, () => pages)
  expect(frames.length).toBeGreaterThan(sized(10, 60))
  for (const hole of frames) {
    const salvaged = salvagedWithHole(dir.path, live, hole)
    const { lanes } = commit(salvaged, (tx) => releaseDue(tx, { ready: [instance], late: 'send' }), later)
    const sends = attempt(salvaged, later)
    salvaged.close()
    expect({ lanes, sends }, `damage at frame ${hole}`).toEqual({ lanes: [], sends: [null] })
  }
  db.close()
})

test('damage anywhere in the log leaves no status waiting for a message that is here', () => {
  using dir = createTempDir()
  const live = join(dir.path, 'live.db')
  const { db, instance } = withInstance(live)
  const chat = commit(db, (tx) => chatOf(tx, instance, '79990001122@c.us'))
  const sent = commit(db, (tx) => enqueue(tx, { chat, text: 'sent' })).message
  commit(db, (tx) => takeDue(tx, { instance, chats: [chat] }))
  const idMessage = 'B1'
  const delivered = {
    source: 'notification',
    raw: 'delivered',
    text: null,
    idMessage,
    serviceAt: now,
    seenAt: now,
  } as const
  commit(db, (tx) => observeEarly(tx, { instance, chat, idMessage }, delivered))
  const result = { kind: 'accepted', idMessage, text: '' } as const
  const pages = `select pageno from dbstat where name in ('early_status', 'observation', 'message', 'outbox')`
  const work = () => commit(db, (tx) => recordOutcome(tx, { message: sent, attempt: 1, result }))
  const frames = unflushedOf(live, db, work, () => pages)
  const seen = frames.map((hole) => {
    const salvaged = salvagedWithHole(dir.path, live, hole)
    const { early, message } = Object(
      salvaged
        .prepare(
          'select (select count(*) from early_status) as early, id_message as message from message where key = ?',
        )
        .get(sent),
    )
    salvaged.close()
    return { hole, early, isKnown: message === idMessage }
  })
  expect(seen.filter(({ isKnown }) => isKnown).length).toBeGreaterThan(0)
  expect(seen.filter(({ early, isKnown }) => isKnown && early > 0)).toEqual([])
  db.close()
})
