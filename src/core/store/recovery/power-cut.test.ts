import { closeSync, copyFileSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { accountWrites } from '../../accounts/tx/accounts-intents.ts'
import type { Entry, SharedInstanceId } from '../../sharing/shared-team.ts'
import { teamWrites } from '../../team/tx/team-intents.ts'
import { receivingWrites } from '../../receiving/tx/receiving-intents.ts'
import { salvagedSchema } from '../../schema/salvaged-schema.ts'
import { openMigrated, writeMigrated } from '../../testing/open-migrated.ts'
import { createTempDir } from '../../testing/temp-dir.ts'
import { sized } from '../../testing/marathon.ts'
import { createTxSession } from '../tx.ts'
import type { Tx } from '../tx.ts'
import { readSchemaCopy } from './schema-copy.ts'
import { salvageStore } from './salvage-store.ts'

const now = Date.UTC(2026, 10, 20, 12)
const logHeaderBytes = 32
const frameBytes = 24 + 4096
const applying = { version: '1', limit: 10, budgetMs: 1e9 }

const bodyOf = (n: number) => ({
  typeWebhook: 'incomingMessageReceived',
  timestamp: Math.floor(now / 1000) + n,
  idMessage: `A${n}`,
  instanceData: { idInstance: 1101000001, wid: '79001000001@c.us', typeInstance: 'whatsapp' },
  senderData: { chatId: '79990001122@c.us', sender: '79990001122@c.us', senderName: 'Anna' },
  messageData: { typeMessage: 'textMessage', textMessageData: { textMessage: `message ${n}` } },
})

/** Runs a write in a commit of its own. */
function commit<Result>(db: DatabaseSync, write: (tx: Tx) => Result): Result {
  const session = createTxSession(db)
  session.begin(now)
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

/** Frames of the log that `work` wrote and nothing flushed: by day those of the pages above. */
function unflushedOf(path: string, db: DatabaseSync, work: () => void): readonly number[] {
  const frames = () => Number(db.prepare('pragma wal_checkpoint(noop)').get()?.['log'])
  const flushed = frames()
  work()
  const all = Array.from({ length: frames() - flushed }, (_, index) => flushed + index)
  const log = readFileSync(`${path}-wal`)
  const pages = new Set(
    db
      .prepare(pagesOfMoved)
      .all()
      .map(({ pageno }) => pageno),
  )
  const isEachFrame = sized(0, 1) === 1
  return all.filter((frame) => isEachFrame || pages.has(log.readUInt32BE(logHeaderBytes + frame * frameBytes)))
}

/** A store with three received notifications, two of which were applied since the last flush. */
function receivedAndApplied(path: string) {
  const { db, instance } = withInstance(path)
  for (const n of [1, 2, 3])
    commit(db, (tx) =>
      receivingWrites['receiving.persist'](tx, {
        ...{ instance, raw: JSON.stringify(bodyOf(n)), isJson: true, receiptId: String(n) },
        ...{ receivedAt: now, isQueueComplete: true, deleted: [] },
      }),
    )
  const unflushed = unflushedOf(path, db, () => {
    for (const _ of [1, 2]) commit(db, (tx) => receivingWrites['receiving.applyInbox'](tx, { ...applying, limit: 1 }))
  })
  return { db, unflushed }
}

const shared = 1 as SharedInstanceId
const entryOf = (n: number): Entry => ({
  ...{ instance: shared, n, kind: 'notification', raw: JSON.stringify(bodyOf(n)), isJson: true, receiptId: String(n) },
  ...{ queueComplete: true, repeatOf: null, desk: null, at: now, id: `entry ${n}`, link: `entry ${n}` },
  previousLink: n === 1 ? null : `entry ${n - 1}`,
})

/** A store of a team's desk with three entries of its journal, two of which were taken since the last flush. */
function takenFromTeam(path: string) {
  const { db, instance } = withInstance(path)
  commit(db, (tx) => teamWrites['team.share'](tx, { instance, shared }))
  const take = (n: number) => {
    commit(db, (tx) => teamWrites['team.take'](tx, { entries: [entryOf(n)] }))
    commit(db, (tx) => receivingWrites['receiving.applyInbox'](tx, { ...applying, limit: 1 }))
  }
  take(1)
  const unflushed = unflushedOf(path, db, () => {
    for (const n of [2, 3]) take(n)
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

test('a power cut that leaves a hole in what was taken from the team costs no notification', () => {
  using dir = createTempDir()
  const live = join(dir.path, 'live.db')
  const { db, unflushed } = takenFromTeam(live)
  expect(unflushed.length).toBeGreaterThan(sized(7, 30))
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
