import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { JournalKey } from '../../contract/ids.ts'
import { openTestDatabase, testNow, type TestDatabase } from '../testing/open-test-database.ts'
import { takeNotification } from '../testing/take-notification.ts'
import { leaveGap, markDeleted } from './tx/inbox.ts'
import { receivingWrites } from './tx/receiving-intents.ts'
import { journalReads, journalWrites } from '../journal/tx/journal-intents.ts'
import { queueRetentionMs } from '../messages/archive/rules/completeness.ts'
import { extendCoverage, endCoverage } from '../accounts/tx/queue-coverage.ts'
import { archiveWrites } from '../messages/archive/tx/archive-intents.ts'
import { liveSpans } from '../messages/archive/tx/live-spans.ts'

let database: TestDatabase
beforeEach(() => {
  database = openTestDatabase()
})
afterEach(() => database[Symbol.dispose]())

const dayMs = 86_400_000

const receive = (body: object | null, receivedAt = testNow, version = '1.0.0') =>
  takeNotification(database.tx, {
    instance: database.instance,
    raw: JSON.stringify(body),
    isJson: true,
    receiptId: String(receivedAt),
    receivedAt,
    isQueueComplete: true,
    version,
  })
const message = (id: string, text = 'hello') => ({
  typeWebhook: 'incomingMessageReceived',
  instanceData: { idInstance: 1101000001, wid: '79000000001@c.us' },
  timestamp: testNow / 1000,
  idMessage: id,
  senderData: { chatId: '10000001', sender: '10000001', senderName: 'Anna' },
  messageData: { typeMessage: 'textMessage', textMessageData: { textMessage: text } },
})
const rows = () =>
  database.tx.all<{ key: JournalKey; state: string; repeat_of: number | null }>(
    'select key, state, repeat_of from journal order by key',
  )
const done = (event: JournalKey) =>
  markDeleted(database.tx, database.instance, [{ event, result: 'done', at: testNow }])

test('another account that is logged in to the instance is known by its first notification', () => {
  const { tx } = database
  const wid = () => tx.get('select wid from instance')
  receive(message('A'))
  expect(wid()).toEqual({ wid: '79000000001@c.us' })
  receive({ ...message('B'), instanceData: { idInstance: 1101000001, wid: '79000000002@c.us' } })
  expect(wid()).toEqual({ wid: '79000000002@c.us' })
})

test('a message is new once, also when a history brings it before its notification does', () => {
  const { tx, instance } = database
  const record = {
    ...{ type: 'incoming', idMessage: 'A', timestamp: testNow / 1000, chatId: '10000001', senderId: '10000001' },
    ...{ senderName: 'Anna', typeMessage: 'textMessage', textMessage: 'hello' },
  }
  const history = { instance, source: 'getChatHistory', chatId: '10000001', seenAt: testNow } as const
  archiveWrites['archive.ingest'](tx, { ...history, records: [record] })
  const candidates = () => receive(message('A'), testNow).noticeCandidates.map(({ text }) => text)
  expect([candidates(), candidates()]).toEqual([['hello'], []])
  expect(receive(message('B', 'and?')).noticeCandidates).toMatchObject([{ text: 'and?' }])
})

describe('the journal', () => {
  test('knows a redelivery while the delete of the first one is unconfirmed, and only then', () => {
    const first = receive(message('A'), testNow)
    const again = receive(message('A'), testNow + 1000)
    expect([first.repeat, again.repeat]).toEqual([false, true])
    done(again.event)
    const later = receive(message('A'), testNow + 2000)
    expect(later.repeat).toBe(false)
    expect(database.tx.all('select deleted_at from journal where deleted_at is null')).toHaveLength(1)
    expect(database.tx.all('select key from message')).toHaveLength(1)
  })

  test.each([0, 1])(
    'has neither a body nor its redelivery as set aside after one of them was applied again (%i)',
    (chosen) => {
      const { tx } = database
      const foreign = { ...message('A'), instanceData: { idInstance: 1101000009 } }
      const events = [receive(foreign, testNow), receive(foreign, testNow + 1000)].map(({ event }) => event)
      expect(rows().map(({ state }) => state)).toEqual(['quarantined', 'quarantined'])
      tx.run("update instance set id_instance = '1101000009'")
      const again = events.slice(chosen, chosen + 1)
      receivingWrites['receiving.applyAgain'](tx, { events: again, version: '1.0.0' })
      expect(rows().map(({ state }) => state)).toEqual(['applied', 'applied'])
      expect(tx.all('select reason, detail, message from journal group by 1, 2, 3')).toEqual([
        { reason: null, detail: null, message: expect.any(Number) },
      ])
      expect(tx.all('select key from message')).toHaveLength(1)
    },
  )

  test('has a redelivery as set aside as long as the body before it is, though it could be read by now', () => {
    const { tx } = database
    const foreign = { ...message('A'), instanceData: { idInstance: 1101000009 } }
    receive(foreign, testNow)
    tx.run("update instance set id_instance = '1101000009'")
    receive(foreign, testNow + 1000)
    expect(rows().map(({ state }) => state)).toEqual(['quarantined', 'quarantined'])
    expect(tx.all('select key from message')).toEqual([])
  })

  test('begins no complete time with what waited while something was lost', () => {
    const { tx, instance } = database
    const received = { instance, raw: JSON.stringify(message('A')), isJson: true, receiptId: '1', receivedAt: testNow }
    receivingWrites['receiving.persist'](tx, { ...received, isQueueComplete: true, deleted: [] })
    leaveGap(tx, instance)
    receivingWrites['receiving.applyInbox'](tx, { version: '1.0.0', limit: 10, budgetMs: Infinity })
    expect(tx.get('select live_from from instance')).toEqual({ live_from: null })
  })

  test('gives no key twice, also after it was cleared', () => {
    const keys = [receive(message('A')).event, receive(message('B')).event]
    for (const key of keys) done(key)
    journalWrites['journal.clear'](database.tx, { limit: 100 })
    expect(rows()).toEqual([])
    expect(receive(message('C')).event).toBeGreaterThan(Math.max(...keys))
  })

  test('knows a redelivery by what was confirmed when it came, however late it is applied', () => {
    const { tx, instance } = database
    const persist = (receivedAt: number) => {
      const received = { instance, raw: JSON.stringify(message('A')), isJson: true, receiptId: String(receivedAt) }
      return receivingWrites['receiving.persist'](tx, { ...received, receivedAt, isQueueComplete: true, deleted: [] })
        .event
    }
    const first = persist(testNow)
    const again = persist(testNow + 1000)
    done(again)
    const afterDelete = persist(testNow + 2000)
    receivingWrites['receiving.applyInbox'](tx, { version: '1.0.0', limit: 10, budgetMs: Infinity })
    expect(rows()).toEqual([
      { key: first, state: 'applied', repeat_of: null },
      { key: again, state: 'applied', repeat_of: first },
      { key: afterDelete, state: 'applied', repeat_of: null },
    ])
    expect(tx.all('select key from journal where deleted_at is null')).toEqual([{ key: afterDelete }])
    expect(tx.all('select key from inbox')).toEqual([])
  })

  test('is emptied by age and by size, and never of what could not be applied', () => {
    const { tx } = database
    const stored = [
      receive(null, testNow - 90 * dayMs),
      receive({ typeWebhook: 'deviceInfo' }, testNow - 90 * dayMs + 1),
    ]
    for (let index = 0; index < 20; index++) done(receive(message(`old ${index}`), testNow - 40 * dayMs + index).event)
    for (let index = 0; index < 20; index++)
      done(receive(message(`new ${index}`, 'x'.repeat(1000)), testNow - index).event)
    for (const { event } of stored) done(event)
    const messages = tx.all('select key from message').length
    const retain = {
      olderThan: testNow - 30 * dayMs,
      unreadOlderThan: testNow - 30 * dayMs,
      excess: 0,
      unreadExcess: 0,
      limit: 8,
    }
    while (journalWrites['journal.retain'](tx, retain).more) expect(rows().length).toBeGreaterThanOrEqual(22)
    expect(rows()).toHaveLength(22)
    const excess = journalReads['journal.appliedBytes'](tx) - 6000
    journalWrites['journal.retain'](tx, { olderThan: null, unreadOlderThan: null, excess, unreadExcess: 0, limit: 500 })
    expect(rows().length).toBeLessThan(8)
    journalWrites['journal.clear'](tx, { limit: 500 })
    expect(rows().map(({ state }) => state)).toEqual(['quarantined', 'unknown'])
    expect(tx.all('select key from message')).toHaveLength(messages)
  })

  test('takes along the statuses of messages that nobody ever saw, and no others', () => {
    const { tx } = database
    const status = (id: string, receivedAt: number) =>
      done(
        receive(
          {
            typeWebhook: 'outgoingMessageStatus',
            instanceData: { idInstance: 1101000001 },
            timestamp: Math.floor(receivedAt / 1000),
            chatId: '10000001',
            idMessage: id,
            status: 'delivered',
          },
          receivedAt,
        ).event,
      )
    const waiting = () =>
      tx.all<{ id: string }>('select id_message as id from early_status order by key').map(({ id }) => id)
    for (let index = 0; index < 10; index++) status(`old ${index}`, testNow - 40 * dayMs + index)
    status('new', testNow - dayMs)
    status('newest', testNow)
    while (
      journalWrites['journal.retain'](tx, {
        olderThan: null,
        unreadOlderThan: null,
        excess: 0,
        unreadExcess: 0,
        limit: 4,
      }).more
    )
      expect(waiting()).toEqual([])
    expect(waiting()).toHaveLength(12)
    while (
      journalWrites['journal.retain'](tx, {
        olderThan: testNow - 30 * dayMs,
        unreadOlderThan: testNow - 30 * dayMs,
        excess: 0,
        unreadExcess: 0,
        limit: 4,
      }).more
    )
      expect(waiting().length).toBeGreaterThanOrEqual(2)
    expect(waiting()).toEqual(['new', 'newest'])
    journalWrites['journal.retain'](tx, {
      olderThan: null,
      unreadOlderThan: null,
      excess: 1e9,
      unreadExcess: 1e9,
      limit: 4,
    })
    expect(waiting()).toEqual(['newest'])
    // The message of a status that is still kept finds it.
    receive({ ...message('newest'), typeWebhook: 'outgoingMessageReceived' }, testNow)
    expect(tx.get("select status from message where id_message = 'newest'")).toEqual({ status: 'delivered' })
  })

  test('is tried again by a newer program, once, and gives up an event only to the person', () => {
    const { tx } = database
    const unknown = receive({ typeWebhook: 'newKind', instanceData: { idInstance: 1101000001 } })
    expect(journalReads['journal.untried'](tx, { version: '1.0.0', limit: 10 })).toEqual([])
    expect(journalReads['journal.untried'](tx, { version: '1.1.0', limit: 10 })).toEqual([unknown.event])
    // An event that the next version can read.
    tx.run('update journal set raw = ? where key = ?', [JSON.stringify(message('B')), unknown.event])
    expect(receivingWrites['receiving.applyAgain'](tx, { events: [unknown.event], version: '1.1.0' })).toEqual({
      applied: 1,
      left: 0,
    })
    expect(tx.get('select text from message')).toEqual({ text: 'hello' })
    const broken = receive(null)
    expect(receivingWrites['receiving.applyAgain'](tx, { events: [broken.event], version: '1.1.0' })).toEqual({
      applied: 0,
      left: 1,
    })
    expect(journalReads['journal.untried'](tx, { version: '1.1.0', limit: 10 })).toEqual([])
    journalWrites['journal.discard'](tx, { events: [broken.event] })
    expect(rows()).toHaveLength(1)
  })
})

describe("the queue's own span", () => {
  test('grows while it is read within a day, and an absence begins a new one', () => {
    const { tx, instance } = database
    expect(extendCoverage(tx, instance, testNow, true)).toBeNull()
    expect(extendCoverage(tx, instance, testNow + 20 * 3_600_000, true)).toBeNull()
    const back = testNow + 20 * 3_600_000 + queueRetentionMs
    expect(extendCoverage(tx, instance, back, true)).toEqual({ from: testNow + 20 * 3_600_000, to: back })
    expect(liveSpans(tx, instance)).toEqual([
      { from: testNow, to: testNow + 20 * 3_600_000 },
      { from: back, to: back },
    ])
  })

  test('ends when the queue goes elsewhere, and what it brought stays known', () => {
    const { tx, instance } = database
    extendCoverage(tx, instance, testNow, true)
    extendCoverage(tx, instance, testNow + 5000, true)
    endCoverage(tx, instance)
    expect(extendCoverage(tx, instance, testNow + 60_000, false)).toBeNull()
    expect(extendCoverage(tx, instance, testNow + 90_000, true)).toEqual({ from: testNow + 5000, to: testNow + 90_000 })
  })
})
