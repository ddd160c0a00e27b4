import { expect, test } from 'vitest'
import type { Entry } from '../../../sharing/shared-team.ts'
import type { SharedInstanceId } from '../../../sharing/shared-ids.ts'
import { programWrites } from '../../../programs/tx/programs-intents.ts'
import { learnQueue } from '../../../sending/tx/delivery-checks.ts'
import { doubtQueued } from '../../../sending/tx/record-outcome.ts'
import { enqueue } from '../../../sending/tx/enqueue.ts'
import { sendingWrites } from '../../../sending/tx/sending-intents.ts'
import { readOutbox } from '../../../messages/outbox/tx/outbox-row.ts'
import type { SendState } from '../../../sharing/shared-send.ts'
import { createTestArchive, testNow, testSeconds } from '../../../testing/create-test-archive.ts'
import { sendId } from '../rules/send-id.ts'
import { sentAlone } from './sent-alone.ts'
import { takeSend } from './take-send.ts'
import { teamWrites } from '../../tx/team-intents.ts'
import { sendsUnderWay } from '../../../sharing/tx/sends-under-way.ts'
import { markOwn, markPut } from './own-sends.ts'
import { compareSends, openSends, parkClosed, teamLanesOf } from './team-sends.ts'

test('what a paused program has put into the team’s queue is over there, so that it holds up no colleague, and is put anew', () => {
  using archive = createTestArchive()
  const { tx, instance, chat, give } = archive
  give('200', [{ timestamp: testSeconds, typeMessage: 'textMessage', textMessage: 'Anybody there?' }])
  const program = programWrites['programs.add'](tx, {
    ...{ id: 'abcdefgh', name: 'Order bot', purpose: 'script', protocol: 'jsonl' },
    ...{ keyHash: 'x', keyExpiresAt: null, readWhenWritten: false, webhook: null, from: 0 },
    scope: { instances: null, kinds: null, labels: null, groups: true },
    rights: ['send'],
  } as const)
  const send = { program, sendId: 'send-number-1', instance, chatId: '200', text: 'Hello!' }
  const sent = sendingWrites['sending.enqueueProgramSend'](tx, send)
  if (sent.kind !== 'enqueued') throw new Error(sent.code)
  const { message } = sent
  markPut(tx, { id: 'a', instance, message, queuedAt: readOutbox(tx, message).queuedAt, author: 'desk' })
  const seen = () => ({
    over: openSends(tx).map(({ isOver }) => isOver),
    waits: teamLanesOf(tx, { instance, chats: [chat('200')] })[0]?.waiting.map((one) => one.message),
  })
  expect(seen()).toEqual({ over: [false], waits: [message] })
  programWrites['programs.setState'](tx, { program, state: 'paused' })
  expect(seen()).toEqual({ over: [true], waits: [] })
  programWrites['programs.setState'](tx, { program, state: 'active' })
  expect(seen()).toEqual({ over: [false], waits: [message] })
})

test('what another copy of this desk sent is the message that waits here, though its entry came before anybody knew that', () => {
  using archive = createTestArchive()
  const { tx, instance, chat, give } = archive
  give('200', [{ timestamp: testSeconds, typeMessage: 'textMessage', textMessage: 'Anybody there?' }])
  const { message } = enqueue(tx, { chat: chat('200'), text: 'Hello!' })
  const { queuedAt } = readOutbox(tx, message)
  const sentAt = queuedAt + 5000
  const send = {
    ...{ id: 'a', chatId: '200', operation: 'sendMessage', request: JSON.stringify({ message: 'Hello!' }) },
    ...{ state: 'accepted', attempt: 1, author: 'desk', desk: 'desk', idMessage: 'X1', changedAt: sentAt },
  }
  takeSend(tx, instance, { n: 2, at: sentAt, author: 'desk', kind: 'send', raw: JSON.stringify(send) } as never)
  doubtQueued(tx, message, 'otherRun')
  const own = () =>
    tx
      .all('select key, id_message from message where direction = ? order by key', ['outgoing'])
      .map((row) => ({ ...row }))
  expect(own()).toHaveLength(2)
  markOwn(tx, { id: 'a', instance, message, queuedAt, author: 'desk', state: 'uncertain', attempt: 1 })
  expect(own()).toEqual([{ key: message, id_message: 'X1' }])
})

test.each(['before', 'after'])(
  'what another run of this desk sent is the message that is uncertain here, if the service shows it %s the team says so',
  (order) => {
    using archive = createTestArchive()
    const { tx, instance, chat, give } = archive
    give('200', [{ timestamp: testSeconds, typeMessage: 'textMessage', textMessage: 'Anybody there?' }])
    const { message } = enqueue(tx, { chat: chat('200'), text: 'Hello!' })
    const { queuedAt } = readOutbox(tx, message)
    const sentAt = queuedAt + 5000
    doubtQueued(tx, message, 'otherRun')
    const send = {
      ...{ id: sendId('desk', { message, queuedAt, program: null }), chatId: '200', operation: 'sendMessage' },
      ...{
        request: JSON.stringify({ message: 'Hello!' }),
        state: 'accepted',
        attempt: 1,
        author: 'desk',
        desk: 'desk',
      },
      ...{ idMessage: 'X1', changedAt: sentAt },
    }
    const report = () =>
      takeSend(tx, instance, { n: 2, at: sentAt, author: 'desk', kind: 'send', raw: JSON.stringify(send) } as never)
    const shown = () =>
      give('200', [
        {
          ...{ type: 'outgoing', typeMessage: 'textMessage', textMessage: 'Hello!', idMessage: 'X1', sendByApi: true },
          timestamp: Math.floor(sentAt / 1000),
        },
      ])
    for (const act of order === 'before' ? [shown, report] : [report, shown]) act()
    expect(
      tx.all('select key, id_message from message where direction = ?', ['outgoing']).map((row) => ({ ...row })),
    ).toEqual([{ key: message, id_message: 'X1' }])
    expect(readOutbox(tx, message).state).toBe('accepted')
  },
)

test.each(['before', 'after'])(
  'the team is told under which other id the service shows what another copy of this desk sent, %s the team says so',
  (order) => {
    using archive = createTestArchive()
    const { tx, instance, chat, give } = archive
    give('200', [{ timestamp: testSeconds, typeMessage: 'textMessage', textMessage: 'Anybody there?' }])
    const { message } = enqueue(tx, { chat: chat('200'), text: 'Hello!' })
    const { queuedAt } = readOutbox(tx, message)
    const sentAt = queuedAt + 5000
    const id = sendId('desk', { message, queuedAt, program: null })
    markPut(tx, { id, instance, message, queuedAt, author: 'desk' })
    doubtQueued(tx, message, 'otherRun')
    const send = {
      ...{ id, chatId: '200', operation: 'sendMessage', request: JSON.stringify({ message: 'Hello!' }) },
      ...{ state: 'accepted', attempt: 1, author: 'desk', desk: 'desk', idMessage: 'X1', changedAt: sentAt },
    }
    const report = () =>
      takeSend(tx, instance, { n: 2, at: sentAt, author: 'desk', kind: 'send', raw: JSON.stringify(send) } as never)
    const record = { type: 'outgoing', typeMessage: 'textMessage', textMessage: 'Hello!', sendByApi: true } as const
    const shown = () => give('200', [{ ...record, idMessage: 'Y1', timestamp: Math.floor(sentAt / 1000) }])
    for (const act of order === 'before' ? [shown, report] : [report, shown]) act()
    // The id of the answer is the team's already.
    const settled = { id, message, state: 'accepted', local: 'accepted', idMessage: null, shownId: 'Y1' }
    expect(openSends(tx)).toMatchObject([settled])
  },
)

test.each(['accepted', 'uncertain'])(
  'what another copy of this desk sent, and the team has as %s, waits for no person who would send it twice',
  (state) => {
    using archive = createTestArchive()
    const { tx, instance, chat, give } = archive
    give('200', [{ timestamp: testSeconds, typeMessage: 'textMessage', textMessage: 'Anybody there?' }])
    const { message } = enqueue(tx, { chat: chat('200'), text: 'Hello!' })
    const { queuedAt } = readOutbox(tx, message)
    const id = sendId('desk', { message, queuedAt, program: null })
    markPut(tx, { id, instance, message, queuedAt, author: 'desk' })
    tx.run('update team_send set state = ? where id = ?', [state, id])
    parkClosed(tx, { instance, messages: [message], isOver: true })
    expect(readOutbox(tx, message)).toMatchObject({ state: 'uncertain', parked: false })
  },
)

test('what another copy sent at its time, or as its late one, is known here though it still waits for its time or the person', () => {
  using archive = createTestArchive()
  const { tx, instance, chat, give } = archive
  give('200', [{ timestamp: testSeconds, typeMessage: 'textMessage', textMessage: 'Anybody there?' }])
  const dueAt = tx.now + 3_600_000
  const { message } = enqueue(tx, { chat: chat('200'), text: 'Hello!', sendAt: { at: dueAt, zone: 'UTC' } })
  tx.run('update outbox set parked = 1 where message = ?', [message])
  const send = {
    ...{ id: sendId('desk', { message, queuedAt: dueAt, program: null }), chatId: '200', operation: 'sendMessage' },
    ...{ request: JSON.stringify({ message: 'Hello!' }), state: 'accepted', attempt: 1, author: 'desk', desk: 'desk' },
    ...{ idMessage: 'X1', changedAt: dueAt },
  }
  takeSend(tx, instance, { n: 2, at: dueAt, author: 'desk', kind: 'send', raw: JSON.stringify(send) } as never)
  expect(readOutbox(tx, message)).toMatchObject({ state: 'uncertain', parked: false })
  give('200', [
    {
      ...{ type: 'outgoing', typeMessage: 'textMessage', textMessage: 'Hello!', idMessage: 'X1', sendByApi: true },
      timestamp: Math.floor(dueAt / 1000),
    },
  ])
  expect(readOutbox(tx, message)).toMatchObject({ state: 'accepted' })
  expect(tx.all('select key from message where direction = ?', ['outgoing'])).toHaveLength(1)
})

const shared = 1 as SharedInstanceId
const entryOf = (n: number, kind: Entry['kind'], body: object): Entry => ({
  ...{ instance: shared, n, kind, raw: JSON.stringify(body), isJson: true, receiptId: '1', queueComplete: true },
  ...{ repeatOf: null, desk: null, at: testNow + n * 1000, id: `entry ${n}`, link: `${n}`, previousLink: null },
})

/** A colleague's answer of the service's second `testSeconds + 30`, whose writer had the journal up to `seenN`. */
const answerOf = (n: number, seenN: number, operation = 'sendMessage'): Entry =>
  entryOf(n, 'send', {
    ...{ id: 'a', chatId: '200', operation, request: '{"message":"Yes."}', state: 'accepted' },
    ...{ attempt: 1, author: 'yara', desk: 'yara', idMessage: 'X1', changedAt: testNow + 30_000, seenN },
  })

/** A desk with an instance of the team's. `isAgain`: three notifications have numbers of an earlier sharing. */
function createSharing({ isAgain }: { readonly isAgain: boolean }) {
  const archive = createTestArchive()
  const { tx, instance, chat, give } = archive
  teamWrites['team.share'](tx, { instance, shared })
  if (isAgain) {
    teamWrites['team.take'](tx, { entries: [1, 2, 3].map((n) => entryOf(n, 'notification', { n })) })
    teamWrites['team.unshare'](tx, { instance })
    teamWrites['team.share'](tx, { instance, shared })
  }
  return {
    ...archive,
    take: (...entries: readonly Entry[]) => teamWrites['team.take'](tx, { entries }),
    /** The customer's question, which came by the newest notification. */
    asks(second: number) {
      const record = { typeMessage: 'textMessage', textMessage: 'When?', timestamp: testSeconds + second } as const
      const [question] = give('200', [record])
      tx.run('update message set queue_order = (select max(key) from inbox) where key = ?', [question ?? null])
    },
    waiting: () => tx.get('select waiting_at as at from chat where key = ?', [chat('200')]),
  }
}

test.each([false, true])(
  'an answer whose writer had nothing of the journal yet closes nothing of it, shared again: %s',
  (isAgain) => {
    using desk = createSharing({ isAgain })
    desk.take(entryOf(1, 'send', {}), entryOf(2, 'notification', { question: 1 }))
    desk.asks(2)
    desk.setNow(testNow + 40_000)
    desk.take(answerOf(3, 1))
    expect(desk.waiting()).toEqual({ at: testNow + 2000 })
  },
)

test('nor does one that is no text, and that a history shows', () => {
  using desk = createSharing({ isAgain: false })
  desk.take(entryOf(1, 'send', {}), entryOf(2, 'notification', { question: 1 }))
  desk.asks(2)
  desk.setNow(testNow + 40_000)
  desk.take(answerOf(3, 1, 'sendLocation'))
  const location = { typeMessage: 'locationMessage', location: { latitude: 1, longitude: 2 }, idMessage: 'X1' } as const
  desk.give('200', [{ ...location, type: 'outgoing', timestamp: testSeconds + 30 }], { live: false })
  expect(desk.waiting()).toEqual({ at: testNow + 2000 })
})

test('what the writer of an answer had is counted by the numbers of the present sharing', () => {
  using desk = createSharing({ isAgain: true })
  desk.take(entryOf(1, 'notification', { question: 1 }))
  desk.asks(2)
  desk.take(entryOf(2, 'send', {}), entryOf(3, 'send', {}), entryOf(4, 'notification', { question: 2 }))
  desk.asks(3)
  desk.setNow(testNow + 40_000)
  desk.take(answerOf(5, 3))
  expect(desk.waiting()).toEqual({ at: testNow + 3000 })
})

test('all questions that the writer of an answer had are answered', () => {
  using desk = createSharing({ isAgain: false })
  for (const n of [1, 2]) {
    desk.take(entryOf(n, 'notification', { question: n }))
    desk.asks(n)
  }
  desk.setNow(testNow + 40_000)
  desk.take(answerOf(3, 2))
  expect(desk.waiting()).toEqual({ at: null })
})

test('what a colleague was sending when the instance left the team stands in no chat of the next team', () => {
  using desk = createSharing({ isAgain: false })
  const { tx, instance, chat, give } = desk
  give('200', [{ timestamp: testSeconds, typeMessage: 'textMessage', textMessage: 'When?' }])
  const waiting = { ...{ id: 'a', chatId: '200', operation: 'sendMessage', request: '{"message":"Yes."}' }, attempt: 0 }
  desk.take(
    entryOf(1, 'send', { ...waiting, state: 'queued', author: 'yara', desk: null, idMessage: null, changedAt: 1 }),
  )
  const underWay = () => sendsUnderWay(tx, { chat: chat('200') }).map(({ text }) => text)
  expect(underWay()).toEqual(['Yes.'])
  teamWrites['team.unshare'](tx, { instance })
  teamWrites['team.share'](tx, { instance, shared })
  expect(underWay()).toEqual([])
})

test.each([false, true])(
  'what the service’s queue showed, and a colleague sent, is none of this desk by its text (shown in the chat: %s)',
  (isShown) => {
    using archive = createTestArchive()
    const { tx, instance, chat, give } = archive
    give('200', [{ timestamp: testSeconds, typeMessage: 'textMessage', textMessage: 'Anybody there?' }])
    const { message } = enqueue(tx, { chat: chat('200'), text: 'Hello!' })
    const { queuedAt } = readOutbox(tx, message)
    const sentAt = queuedAt + 5000
    doubtQueued(tx, message, 'otherRun')
    const items = [{ id: 'X1', chatId: '200', signature: 'Hello!' }]
    expect(learnQueue(tx, { instance, items, intervalMs: null })).toEqual([message])
    expect(readOutbox(tx, message)).toMatchObject({ state: 'accepted', replyId: 'X1' })
    const record = { type: 'outgoing', typeMessage: 'textMessage', textMessage: 'Hello!', sendByApi: true } as const
    if (isShown) give('200', [{ ...record, idMessage: 'X1', timestamp: Math.floor(sentAt / 1000) }])
    const send = {
      ...{ id: 'a', chatId: '200', operation: 'sendMessage', request: JSON.stringify({ message: 'Hello!' }) },
      ...{ state: 'accepted', attempt: 1, author: 'boris', desk: 'boris', idMessage: 'X1', changedAt: sentAt },
    }
    takeSend(tx, instance, { n: 2, at: sentAt, author: 'boris', kind: 'send', raw: JSON.stringify(send) } as never)
    expect(readOutbox(tx, message)).toMatchObject({ state: 'uncertain', idMessage: null, replyId: null })
    const outgoing = `select id_message from message where direction = 'outgoing' order by key`
    expect(tx.all(outgoing).map((row) => ({ ...row }))).toEqual([{ id_message: null }, { id_message: 'X1' }])
  },
)

test('a colleague’s uncertain text counts as sent once the chat has it, and not by an older one', () => {
  using desk = createSharing({ isAgain: false })
  const { tx, chat, give } = desk
  const wrote = (second: number) =>
    give('200', [
      { type: 'outgoing', timestamp: testSeconds + second, typeMessage: 'textMessage', textMessage: 'Yes.' },
    ])
  wrote(-3600)
  const send = { ...{ id: 'a', chatId: '200', operation: 'sendMessage', request: '{"message":"Yes."}' }, attempt: 1 }
  desk.take(
    entryOf(1, 'send', { ...send, state: 'uncertain', author: 'yara', desk: 'yara', idMessage: null, changedAt: 1 }),
  )
  const underWay = () => sendsUnderWay(tx, { chat: chat('200') }).map(({ text }) => text)
  expect(underWay()).toEqual(['Yes.'])
  wrote(2)
  expect(underWay()).toEqual([])
})

test('of a colleague’s send the text stays here only while it is open', () => {
  using desk = createSharing({ isAgain: false })
  const send = { id: 'a', chatId: '200', operation: 'sendMessage', request: '{"message":"Yes."}', idMessage: null }
  const stored = () => desk.tx.get<{ request: string | null }>('select request from team_send')?.request
  const take = (n: number, state: string) =>
    desk.take(entryOf(n, 'send', { ...send, state, attempt: 1, author: 'yara', desk: 'yara', changedAt: 1 }))
  take(1, 'uncertain')
  expect(stored()).toBe('{"message":"Yes."}')
  take(2, 'failed')
  expect(stored()).toBeNull()
})

test('after another run acted what waits here is uncertain, but what waits for its time or the person', () => {
  using archive = createTestArchive()
  const { tx, instance, chat, give } = archive
  give('200', [{ timestamp: testSeconds, typeMessage: 'textMessage', textMessage: 'Anybody there?' }])
  teamWrites['team.share'](tx, { instance, shared })
  const [now, later, parked] = [{}, { sendAt: { at: testNow + 3_600_000, zone: 'UTC' } }, {}].map(
    (more) => enqueue(tx, { chat: chat('200'), text: 'Hello!', ...more }).message,
  )
  tx.run('update outbox set parked = 1 where message = ?', [parked ?? null])
  teamWrites['team.markOtherRun'](tx)
  expect(teamWrites['team.actAgain'](tx, { generation: 'a', isStart: true })).toBe(1)
  const states = [now, later, parked].map((message) => readOutbox(tx, message ?? (0 as never)).state)
  expect(states).toEqual(['uncertain', 'queued', 'queued'])
})

test('what waited when another run acted is left to the database, where that is the one of before', () => {
  using archive = createTestArchive()
  const { tx, instance, chat, give } = archive
  give('200', [{ timestamp: testSeconds, typeMessage: 'textMessage', textMessage: 'Anybody there?' }])
  teamWrites['team.share'](tx, { instance, shared })
  teamWrites['team.actAgain'](tx, { generation: 'a', isStart: true })
  const { message } = enqueue(tx, { chat: chat('200'), text: 'Hello!' })
  teamWrites['team.markOtherRun'](tx)
  expect(teamWrites['team.actAgain'](tx, { generation: 'a', isStart: false })).toBe(0)
  expect(readOutbox(tx, message).state).toBe('queued')
})

test('an entry that fails half-way changes nothing, and the one behind it is taken', () => {
  using desk = createSharing({ isAgain: false })
  const { tx, instance, chat, give } = desk
  give('200', [{ timestamp: testSeconds, typeMessage: 'textMessage', textMessage: 'When?' }])
  tx.run(`create temp trigger unexpected before insert on note begin select raise(abort, 'unexpected'); end`)
  const note = { text: 'Rang her', author: 'yara', version: 1, at: testNow, editedAt: null }
  const assigned = { chatId: '200', assignee: 'yara', doneUntil: null }
  desk.take(
    entryOf(1, 'chat', { ...assigned, note: { ...note, id: '7f3e7a52-6a8c-4d53-9d4e-0c5f0a1b2c3d' } }),
    entryOf(2, 'chat', { chatId: '200', label: { name: 'Urgent', hue: 1, on: true } }),
  )
  expect(tx.get('select assignee from chat where key = ?', [chat('200')])).toEqual({ assignee: null })
  expect(tx.all('select name from label')).toEqual([{ name: 'Urgent' }])
  expect(tx.all('select n from team_unapplied where instance = ?', [instance])).toEqual([{ n: 1 }])
})

const inDatabase = { id: 'a', state: 'queued', attempt: 1, shownId: null } as const
test.each([
  ['lost', []],
  ['has as waiting', [inDatabase]],
])('what became of a send that the database %s is entered there again', (_, rows: readonly SendState[]) => {
  using archive = createTestArchive()
  const { tx, instance, chat, give } = archive
  give('200', [{ timestamp: testSeconds, typeMessage: 'textMessage', textMessage: 'Anybody there?' }])
  const { message } = enqueue(tx, { chat: chat('200'), text: 'Hello!' })
  markPut(tx, { id: 'a', instance, message, queuedAt: readOutbox(tx, message).queuedAt, author: 'desk' })
  doubtQueued(tx, message, 'otherRun')
  teamWrites['team.compareSends'](tx, { asked: ['a'], rows })
  expect(sentAlone(tx)).toMatchObject([{ message, state: 'uncertain', request: '{"message":"Hello!"}' }])
})

test.each([
  [0, 'uncertain'],
  [1, 'queued'],
])(
  'what the team accepted is uncertain here, unless a person put it into the queue anew since (%i ms): %s',
  (ms, state) => {
    using archive = createTestArchive()
    const { tx, instance, chat } = archive
    const { message } = enqueue(tx, { chat: chat('200'), text: 'Hello!' })
    const queuedAt = readOutbox(tx, message).queuedAt - ms
    markOwn(tx, { id: 'a', instance, message, queuedAt, author: 'desk', state: 'accepted', attempt: 1 })
    compareSends(tx, { asked: ['a'], rows: [] })
    expect(readOutbox(tx, message).state).toBe(state)
  },
)
