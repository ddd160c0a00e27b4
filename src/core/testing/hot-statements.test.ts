import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChatKey, MessageKey } from '../../contract/ids.ts'
import { refreshSummary } from '../messages/archive/tx/chat-summary.ts'
import { ingest } from '../messages/archive/tx/ingest.ts'
import { setAwaitingAuthorization, setQueuePositions } from '../messages/outbox/tx/wait-reasons.ts'
import { chatReads, chatWrites } from '../reading/tx/chats.ts'
import { messageReads } from '../reading/tx/messages.ts'
import { recordChecks } from '../sending/tx/delivery-checks.ts'
import { sendingReads, sendingWrites } from '../sending/tx/sending-intents.ts'
import type { SqlParams, Tx } from '../store/tx.ts'
import { sized } from './marathon.ts'
import { openTestDatabase, testNow, type TestDatabase } from './open-test-database.ts'

/** Of each chat. A shop answers by hand, a bot by a program, an account by its phone, and a group only listens. */
const many = sized(10_000, 250_000)
const few = 300
/** A walk over all of it takes several times as long; pages that the cache does not hold take less. Ms. */
const noticed = sized(1, 10)
const minute = 60_000

const kinds = [
  { chatId: '10001', writer: 'here', direction: 'outgoing', isSentHere: true },
  { chatId: '10002', writer: 'program', direction: 'outgoing', isSentHere: true },
  { chatId: '10003', writer: 'elsewhere', direction: 'outgoing', isSentHere: false },
  { chatId: '-10004', writer: 'elsewhere', direction: 'incoming', isSentHere: false },
] as const

/** An archive of a day: everything was accepted, delivered and read, and nothing is followed any more. */
function fill(database: TestDatabase, each: number): readonly ChatKey[] {
  const { tx, instance } = database
  tx.run('begin')
  const chats = kinds.map(({ chatId, writer, direction, isSentHere }) => {
    const chat = tx.run(`insert into chat (instance, chat_id, kind) values (?, ?, ?)`, [
      ...[instance, chatId, chatId.startsWith('-') ? 'group' : 'user'],
    ]).rowid as ChatKey
    tx.run(`insert into chat_alias (instance, alias, chat, evidence) values (?, ?, ?, 'test')`, [
      instance,
      chatId,
      chat,
    ])
    const from = (tx.get<{ key: number | null }>('select max(key) as key from message')?.key ?? 0) + 1
    tx.run(
      `with recursive n (i) as (select 0 union all select i + 1 from n where i + 1 < :each)
       insert into message (key, instance, chat, id_message, direction, at, at_source, tie, type_message, content_kind, text,
         content_json, status, raw, live, seen_at, as_of, writer)
       select :from + i, :instance, :chat, 'M' || (:from + i), :direction, :at + i * 1000, 'accepted', 'M' || (:from + i), 'textMessage',
         'text', 'hello', '{"kind":"text","text":"hello","preview":null}', iif(:direction = 'outgoing', 'read', null), '{}', 1,
         :at + i * 1000, :at, :writer from n`,
      { each, from, instance, chat, direction, at: testNow - each * 1000, writer },
    )
    if (isSentHere)
      tx.run(
        `insert into outbox (message, instance, chat, seq, state, created_at, queued_at, accepted_at, sent_at, send_id, program)
         select key, instance, chat, key, 'accepted', at, at, at, at, 'send ' || key, iif(writer = 'program', 1, null)
         from message where chat = ?`,
        [chat],
      )
    refreshSummary(tx, chat)
    return chat
  })
  tx.run('commit')
  return chats
}

/** What happens for each message, at each look at the service, and at each look at the window. */
function live(tx: Tx, { instance }: TestDatabase, chats: readonly ChatKey[]): void {
  const scope = instance
  for (const [index, chat] of chats.entries()) {
    const { chatId = '', direction = 'incoming' } = kinds[index] ?? {}
    refreshSummary(tx, chat)
    const { message } = sendingWrites['sending.enqueue'](tx, { chat, text: 'one more', sendId: `again-${index}` })
    sendingWrites['sending.takeDue'](tx, { instance, chats: [chat], programs: true })
    const result = { kind: 'accepted', idMessage: `A${index}` } as const
    sendingWrites['sending.recordOutcome'](tx, { message, attempt: 1, result })
    const content = { kind: 'text', text: 'and this', preview: null } as const
    const position = { at: testNow + 1000, source: 'accepted' } as const
    const facts = {
      ...{
        direction,
        position,
        order: { queue: null, list: null },
        actionAt: null,
        typeMessage: 'textMessage',
        content,
      },
      ...{
        quotedId: '',
        quote: null,
        senderId: '',
        senderName: '',
        sentByApi: null,
        forwardedScore: null,
        edited: false,
      },
      ...{ deleted: false, seenAt: testNow, raw: { text: '{}', source: 'notification', at: testNow }, asOf: testNow },
      ...{ stamps: {}, texts: [], reported: null },
    } as const
    const record = { idMessage: `N${index}`, chatId, facts, sender: null, thumbnails: [], status: null, statusAt: null }
    const item = { kind: 'message', record: { ...record, source: 'notification' } } as const
    ingest(tx, instance, [item as never], { live: true, seenAt: testNow })
    messageReads['messages.window'](tx, { chat, anchor: { kind: 'newest' }, before: 30, after: 0 })
    chatReads['chats.details'](tx, { chat })
    chatWrites['chats.markRead'](tx, { chat })
  }
  recordChecks(tx, { instance, at: testNow, since: 0, inQueue: null, uncertain: [] })
  setQueuePositions(tx, { instance, positions: new Map<MessageKey, number>(), intervalMs: 500 })
  setAwaitingAuthorization(tx, { instance, held: true })
  sendingWrites['sending.setBlockedReason'](tx, { instance, waitReason: { kind: 'offline' } })
  sendingWrites['sending.learnClock'](tx, { instance, offsetMs: 6000, wrongSince: testNow - minute })
  sendingWrites['sending.releaseDue'](tx, { ready: [instance], late: 'ask' })
  sendingReads['sending.programHeads'](tx, { instance, chats })
  sendingReads['sending.programRoom'](tx, { instance })
  sendingReads['sending.chatsOfPrograms'](tx, { instance })
  for (const filter of ['all', 'unread', 'waiting'] as const)
    chatReads['chats.list'](tx, { scope, filter, offset: 0, limit: 50 })
  chatReads['chats.nextWaiting'](tx, { scope, after: null })
}

/** The least that each statement took, ms, the longest of its calls: other work of the machine can only add to it. */
function leastTimes(database: TestDatabase, chats: readonly ChatKey[]): ReadonlyMap<string, number> {
  /** By statement, of its calls in their order. */
  const least = new Map<string, number[]>()
  const calls = new Map<string, number>()
  const timed = <Result>(sql: string, work: () => Result): Result => {
    const began = performance.now()
    const result = work()
    const ms = performance.now() - began
    const call = calls.get(sql) ?? 0
    calls.set(sql, call + 1)
    const times = least.get(sql) ?? []
    times[call] = Math.min(times[call] ?? Infinity, ms)
    least.set(sql, times)
    return result
  }
  const tx: Tx = {
    ...database.tx,
    all: <Row extends object>(sql: string, params?: SqlParams) => timed(sql, () => database.tx.all<Row>(sql, params)),
    get: <Row extends object>(sql: string, params?: SqlParams) => timed(sql, () => database.tx.get<Row>(sql, params)),
    run: (sql, params) => timed(sql, () => database.tx.run(sql, params)),
  }
  for (let time = 0; time < 5; time += 1) {
    calls.clear()
    database.undone(() => live(tx, database, chats))
  }
  return new Map([...least].map(([sql, times]) => [sql, Math.max(...times)]))
}

let small: TestDatabase
let large: TestDatabase
let chats: { readonly small: readonly ChatKey[]; readonly large: readonly ChatKey[] }

beforeAll(() => {
  small = openTestDatabase()
  large = openTestDatabase()
  chats = { small: fill(small, few), large: fill(large, many) }
})
afterAll(() => {
  small[Symbol.dispose]()
  large[Symbol.dispose]()
})

const planOf = (sql: string): string =>
  large.tx
    .all<{ detail: string }>(`explain query plan ${sql}`)
    .map(({ detail }) => `  ${detail}`)
    .join('\n')

test('no statement of a hot path takes longer because everything that was ever sent and received is still there', () => {
  const before = leastTimes(small, chats.small)
  const after = leastTimes(large, chats.large)
  expect(after.size).toBeGreaterThan(60)
  const grown = [...after]
    .map(([sql, ms]) => ({ sql: sql.replaceAll(/\s+/g, ' ').trim(), ms, small: before.get(sql) ?? 0 }))
    .filter(({ ms, small: least }) => ms > noticed && ms > 10 * least)
    .map(({ sql, ms, small: least }) => `${least.toFixed(2)} to ${ms.toFixed(1)} ms: ${sql}\n${planOf(sql)}`)
  expect(grown).toEqual([])
})
