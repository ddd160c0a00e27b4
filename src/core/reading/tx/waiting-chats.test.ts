import { describe, expect, it } from 'vitest'
import type { MessageKey } from '../../../contract/ids.ts'
import { noticeCandidatesOf } from '../../receiving/tx/notice-candidates.ts'
import { observe } from '../../messages/statuses/tx/observe.ts'
import { explained } from '../testing/explained.ts'
import { openReading } from '../testing/open-reading.ts'
import { testNow, testSeconds } from '../../testing/create-test-archive.ts'
import { programWrites } from '../../programs/tx/programs-intents.ts'
import type { DeskId, SharedInstanceId } from '../../sharing/shared-ids.ts'
import { takeSend } from '../../team/sends/tx/take-send.ts'
import { accountWrites } from '../../accounts/tx/accounts-intents.ts'
import { readOutbox } from '../../messages/outbox/tx/outbox-row.ts'
import { enqueue } from '../../sending/tx/enqueue.ts'
import { sendingWrites } from '../../sending/tx/sending-intents.ts'
import { settingsWrites } from '../../settings/tx/settings-intents.ts'
import { chatReads, chatWrites } from './chats.ts'

describe('who waits for an answer', () => {
  const later = (seconds: number) => ({ timestamp: testSeconds + seconds })
  const waiting = () => {
    const archive = openReading()
    const { tx, give, text, chat, list } = archive
    const own = (id: string, seconds: number, more: object = {}) =>
      give(id, [text('answer', { type: 'outgoing', ...later(seconds), ...more })])
    const next = (after: string | null, at: number | null = null) =>
      chatReads['chats.nextWaiting'](tx, { scope: null, after: after === null ? null : { chat: chat(after), at } })
    return { ...archive, own, next, ids: () => list('waiting').rows.map((row) => row.chatId) }
  }

  it('stands in the order of waiting, by the first message that nobody answered, whatever is pinned or read', () => {
    const { tx, give, text, chat, ids, own, list } = waiting()
    give('200', [text('first', later(10)), text('and?', later(50))])
    give('300', [text('earlier', later(5))])
    give('400', [text('last', later(20))])
    chatWrites['chats.setPinned'](tx, { chat: chat('400'), pinned: true })
    chatWrites['chats.markRead'](tx, { chat: chat('300') })
    expect(ids()).toEqual(['300', '200', '400'])
    expect(list('waiting').rows.map((row) => row.waitingSince)).toEqual([5, 10, 20].map((s) => testNow + s * 1000))
    expect(list('waiting')).toMatchObject({ total: 3, pinned: 0, counts: { waiting: 3 } })
    for (const [index, id] of ids().entries())
      expect(chatReads['chats.indexOf'](tx, { scope: null, filter: 'waiting', chat: chat(id) })).toBe(index)
    own('300', 60)
    give('300', [text('thanks, but', later(70))])
    expect(ids()).toEqual(['200', '400', '300'])
  })

  it('is the same whatever order the messages come in', () => {
    const { give, text, own, list } = waiting()
    give('200', [text('later', later(30))])
    own('200', 10)
    give('200', [text('the first after the answer', later(20))])
    give('200', [text('before the answer', later(5))], { live: false })
    expect(list('waiting').rows[0]?.waitingSince).toBe(testNow + 20_000)
    own('200', 25)
    expect(list('waiting').rows[0]?.waitingSince).toBe(testNow + 30_000)
  })

  it('is nobody in a muted group or a channel, in an archived chat, or from before the instance was added', () => {
    const { tx, give, text, chat, ids, setNow, list } = waiting()
    give('-100', [text('hello all', { senderId: '7' })])
    give('200', [text('hi')])
    give('300', [text('old', { timestamp: testSeconds - 90_000 })], { live: false })
    expect(ids()).toEqual(['200', '-100'])
    for (const id of ['-100', '200']) chatWrites['chats.setMuted'](tx, { chat: chat(id), mutedUntil: testNow + 60_000 })
    expect(ids()).toEqual(['200'])
    expect(list().rows.find((row) => row.chatId === '-100')?.waitingSince).toBeNull()
    setNow(testNow + 60_000)
    expect(ids()).toEqual(['200', '-100'])
    chatWrites['chats.setArchived'](tx, { chat: chat('200'), archived: true })
    expect(ids()).toEqual(['-100'])
  })

  it('still waits for an answer that failed, and no longer once it went after all', () => {
    const { tx, give, text, ids } = waiting()
    give('200', [text('anybody there?')])
    const [answer] = give('200', [text('yes', { type: 'outgoing', idMessage: 'own-1', ...later(5) })])
    expect(ids()).toEqual([])
    const becomes = (status: 'failed' | 'delivered') => {
      if (answer === undefined) throw new Error('No answer was kept.')
      const more = { source: 'notification', idMessage: 'own-1', serviceAt: null, seenAt: testNow } as const
      observe(tx, answer, { ...more, raw: status })
    }
    becomes('failed')
    expect(ids()).toEqual(['200'])
    becomes('delivered')
    expect(ids()).toEqual([])
  })

  it('still waits for an answer that may never have arrived, until it turns up or the person closes the question', () => {
    const { tx, give, text, ids, chat } = waiting()
    give('200', [text('anybody there?')])
    const sent = { chat: chat('200'), text: 'yes', sendId: 'send-number-1' }
    const { message } = sendingWrites['sending.enqueue'](tx, sent)
    expect(ids()).toEqual([])
    const { instance } = readOutbox(tx, message)
    sendingWrites['sending.takeDue'](tx, { instance, chats: [chat('200')] })
    sendingWrites['sending.recover'](tx, { instance })
    expect(ids()).toEqual(['200'])
    sendingWrites['sending.dismiss'](tx, { message })
    expect(ids()).toEqual([])
  })

  it('is nobody whom the phone answered, also if a later answer from here was begun before the question was here', () => {
    const { tx, give, text, chat, list, own, setNow } = waiting()
    setNow(testNow + 50_000)
    sendingWrites['sending.enqueue'](tx, { chat: chat('200'), text: 'Good morning!', sendId: 'send-number-1' })
    setNow(testNow + 100_000)
    give('200', [text('asked while nothing was received', later(10))])
    expect(list().rows[0]).toMatchObject({ unread: 1, waitingSince: testNow + 10_000 })
    own('200', 20)
    expect(list().rows[0]).toMatchObject({ unread: 0, waitingSince: null })
  })

  it('still waits for a person where a program wrote, here or at a colleague’s desk, whichever is known first', () => {
    const { tx, instance, give, text, ids, own } = waiting()
    const ofProgram = (id: string, state: string) =>
      takeSend(tx, instance, {
        ...{ instance: 1 as SharedInstanceId, n: 1, kind: 'send', isJson: true, receiptId: null, queueComplete: true },
        ...{ repeatOf: null, desk: 'desk-2' as DeskId, at: testNow, id: `entry ${id}`, link: id, previousLink: null },
        raw: JSON.stringify({
          ...{ id: `send ${id}`, chatId: id, operation: 'sendMessage', request: '{}', state, attempt: 1 },
          ...{ author: 'Anna', desk: 'desk-2', idMessage: `bot-${id}`, changedAt: testNow, program: 'Shop' },
        }),
      })
    for (const id of ['200', '300', '400']) give(id, [text('anybody there?')])
    own('300', 5, { idMessage: 'bot-300' })
    own('400', 5)
    expect(ids()).toEqual(['200'])
    ofProgram('300', 'accepted')
    ofProgram('200', 'sending')
    own('200', 5, { idMessage: 'bot-200' })
    expect(ids()).toEqual(['200', '300'])
    const program = programWrites['programs.add'](tx, {
      ...{ id: 'abcdefgh', name: 'Order bot', purpose: 'script', protocol: 'jsonl' },
      ...{ keyHash: 'x', keyExpiresAt: null, readWhenWritten: false, webhook: null, from: 0 },
      scope: { instances: null, kinds: null, labels: null, groups: true },
      rights: ['send'],
    } as const)
    const send = { program, sendId: 'send-number-1', instance, chatId: '300', text: 'Hello!' }
    expect(sendingWrites['sending.enqueueProgramSend'](tx, send)).toMatchObject({ kind: 'enqueued' })
    expect(ids()).toEqual(['200', '300'])
  })

  it('has people before groups, and groups only where they count as waiting', () => {
    const { tx, give, text, chat, ids, next, list } = waiting()
    give('-100', [text('hello all', { senderId: '7', ...later(1) })])
    give('200', [text('second', later(20))])
    give('300', [text('first', later(10))])
    expect(ids()).toEqual(['300', '200', '-100'])
    expect(next(null)?.chat).toBe(chat('300'))
    expect(next('200')?.chat).toBe(chat('-100'))
    expect(next('-100')?.chat).toBe(chat('300'))
    // A place that was visited stays where it was, also after its chat was answered.
    expect(next('-100', testNow + 1_000)?.chat).toBe(chat('300'))
    settingsWrites['settings.update'](tx, { waitingGroups: false })
    expect(ids()).toEqual(['300', '200'])
    expect(list('waiting').counts).toMatchObject({ waiting: 2 })
    expect(next('200')?.chat).toBe(chat('300'))
  })

  it('is overdue after the time that its instance takes for an answer, and stands in the order of that', () => {
    const { tx, instance, give, text, ids, list, setNow, takeChanges } = waiting()
    give('200', [text('an hour', later(0))])
    give('300', [text('half an hour later', later(1800))])
    setNow(testNow + 3_599_999)
    expect(list('waiting').counts).toMatchObject({ waiting: 2, overdue: 0 })
    setNow(testNow + 3_600_000)
    expect(list('waiting').counts).toMatchObject({ overdue: 1 })
    takeChanges()
    accountWrites['accounts.edit'](tx, { key: instance, answerTargetMs: 900_000 })
    expect(takeChanges()).toContainEqual({ kind: 'chats', instance })
    expect(list('waiting').counts).toMatchObject({ overdue: 2 })
    give('400', [text('new', later(3_000))])
    expect(list('waiting').counts).toMatchObject({ waiting: 3, overdue: 2 })
    expect(ids()).toEqual(['200', '300', '400'])
  })

  it('is nobody who is snoozed, until the customer writes again', () => {
    const { tx, give, text, chat, ids, list, own, setNow } = waiting()
    give('200', [text('is it on its way?')])
    setNow(testNow + 10_000)
    chatWrites['chats.snooze'](tx, { chat: chat('200'), until: testNow + 3_600_000 })
    expect(ids()).toEqual([])
    expect(list('unread').rows).toEqual([])
    expect(list('snoozed').rows).toMatchObject([{ chatId: '200', snoozedUntil: testNow + 3_600_000 }])
    expect(list().counts).toMatchObject({ waiting: 0, unread: 0, snoozed: 1 })
    expect(chatWrites['chats.endTimedMarks'](tx)).toEqual({ nextAt: testNow + 3_600_000 })
    // An answer reminds at the time all the same; what a history brings is no new message.
    own('200', 15)
    give('200', [text('from before', { timestamp: testSeconds - 50 })], { live: false })
    expect(list('snoozed').total).toBe(1)
    setNow(testNow + 20_000)
    give('200', [text('hello?', later(20))])
    expect(ids()).toEqual(['200'])
    expect(list().counts).toMatchObject({ snoozed: 0 })
    setNow(testNow + 30_000)
    chatWrites['chats.snooze'](tx, { chat: chat('200'), until: 'message' })
    expect(list('snoozed').rows).toMatchObject([{ snoozedUntil: 'message' }])
    expect(chatWrites['chats.endTimedMarks'](tx)).toEqual({ nextAt: null })
    chatWrites['chats.snooze'](tx, { chat: chat('200'), until: null })
    expect(ids()).toEqual(['200'])
  })

  it('is done when the person says so, until the customer writes again', () => {
    const { tx, give, text, chat, ids, takeChanges } = waiting()
    give('200', [text('thank you!')])
    takeChanges()
    const change = chatWrites['chats.setDone'](tx, { chat: chat('200'), upTo: null })
    expect(ids()).toEqual([])
    expect(takeChanges()).toContainEqual({ kind: 'chats', instance: expect.anything(), chats: [chat('200')] })
    chatWrites['chats.undo'](tx, { changes: [change] })
    expect(ids()).toEqual(['200'])
    chatWrites['chats.setDone'](tx, { chat: chat('200'), upTo: null })
    give('200', [text('one thing more', later(9))])
    expect(ids()).toEqual(['200'])
  })

  it('is done as far as the person saw, and Undo brings back what waited before, no more', () => {
    const { tx, give, text, chat, ids, list, setNow } = waiting()
    give('200', [text('last month', later(0))])
    const first = chatWrites['chats.setDone'](tx, { chat: chat('200'), upTo: null })
    setNow(testNow + 20_000)
    give('200', [text('today', later(20))])
    const seen = list().rows[0]?.newest ?? null
    // A late one arrives between the drawing and the click, and a new one.
    setNow(testNow + 30_000)
    give('200', [text('late', later(15))])
    give('200', [text('new', later(30))])
    const second = chatWrites['chats.setDone'](tx, { chat: chat('200'), upTo: seen })
    expect(list('waiting').rows).toMatchObject([{ waitingSince: testNow + 15_000 }])
    const third = chatWrites['chats.setDone'](tx, { chat: chat('200'), upTo: list().rows[0]?.newest ?? null })
    expect(ids()).toEqual([])
    // The second act is not the last one: its undo changes nothing.
    chatWrites['chats.undo'](tx, { changes: [second] })
    expect(ids()).toEqual([])
    chatWrites['chats.undo'](tx, { changes: [third] })
    expect(list('waiting').rows).toMatchObject([{ waitingSince: testNow + 15_000 }])
    chatWrites['chats.undo'](tx, { changes: [second, first] })
    expect(list('waiting').rows).toMatchObject([{ waitingSince: testNow + 0 }])
  })

  it('is nobody for a reaction, whose message may not be here, and no reaction is an answer', () => {
    const { tx, give, text, chat, ids, list, setNow } = waiting()
    const reaction = (seconds: number, more: object = {}) => ({
      ...{
        typeMessage: 'reactionMessage',
        extendedTextMessageData: { text: '👍' },
        quotedMessage: { stanzaId: 'gone' },
      },
      ...{ idMessage: `reaction ${seconds}`, ...later(seconds), ...more },
    })
    give('200', [reaction(10)])
    expect(list().rows).toMatchObject([{ chatId: '200', unread: 0, waitingSince: null }])
    give('200', [text('is it on its way?', later(20)), reaction(30, { type: 'outgoing' })])
    expect(ids()).toEqual(['200'])
    expect(list().rows).toMatchObject([{ chatId: '200', unread: 1 }])
    give('200', [reaction(35)])
    const shown = tx.all<{ key: MessageKey }>("select key from message where direction = 'incoming'")
    const noticed = noticeCandidatesOf(
      tx,
      shown.map(({ key }) => key),
    )
    expect(noticed.map(({ text: words }) => words)).toEqual(['is it on its way?'])
    setNow(testNow + 40_000)
    chatWrites['chats.snooze'](tx, { chat: chat('200'), until: 'message' })
    give('200', [reaction(50)])
    expect(list('snoozed').total).toBe(1)
  })

  it('comes back from a snooze with a message from any source, also when the clock was set back', () => {
    const { tx, give, text, chat, ids, setNow } = waiting()
    give('200', [text('hello', later(0))])
    setNow(testNow + 60_000)
    const snooze = () => chatWrites['chats.snooze'](tx, { chat: chat('200'), until: 'message' })
    snooze()
    // An hour back, as after a wrong clock was corrected; a minute's difference is enough.
    setNow(testNow - 3_600_000)
    give('200', [text('anybody there?', later(70))])
    expect(ids()).toEqual(['200'])
    snooze()
    give('200', [text('by a history', later(80))], { live: false })
    expect(ids()).toEqual(['200'])
    const change = snooze()
    give('200', [text('an old one', later(-90_000))], { live: false })
    expect(ids()).toEqual([])
    // A message in the queue may be a day old.
    give('200', [text('waited in the queue', later(-3_000))])
    expect(ids()).toEqual(['200'])
    chatWrites['chats.undo'](tx, { changes: [change] })
    expect(ids()).toEqual(['200'])
  })

  it('comes back from a snooze with what a history brings from before an own message that still waits', () => {
    const { tx, give, text, chat, list, setNow } = waiting()
    give('200', [text('hello', later(0))])
    setNow(testNow + 60_000)
    enqueue(tx, { chat: chat('200'), text: 'waits' })
    chatWrites['chats.snooze'](tx, { chat: chat('200'), until: 'message' })
    expect(list('snoozed').total).toBe(1)
    give('200', [text('anybody there?', later(30))], { live: false })
    expect(list('snoozed').total).toBe(0)
  })

  it('is gone to one after another, past who was passed over, and round to the one who waits longest', () => {
    const { give, text, chat, own, next } = waiting()
    expect(next(null)).toBeNull()
    for (const [index, id] of ['200', '300', '400'].entries()) give(id, [text('hi', later(index))])
    expect(next(null)).toEqual({
      chat: chat('200'),
      instance: expect.anything(),
      title: '200',
      waitingSince: testNow,
    })
    expect(next('200')?.chat).toBe(chat('300'))
    own('300', 60)
    // Without its place in the list an answered chat leads to the beginning; with it the round goes on.
    expect(next('300')?.chat).toBe(chat('200'))
    expect(next('300', testNow + 1000)?.chat).toBe(chat('400'))
    give('300', [text('and again', later(70))])
    expect(next('300', testNow + 1000)?.chat).toBe(chat('400'))
    expect(next('400')?.chat).toBe(chat('300'))
    own('300', 80)
    own('200', 80)
    expect(next('400')).toBeNull()
  })

  it('is listed, counted and gone to by an index that has the order', () => {
    const { tx, instance, chat, give, text } = waiting()
    give('200', [text('hi')])
    const { plans, spied } = explained(tx)
    for (const scope of [null, instance]) {
      chatReads['chats.list'](spied, { scope, filter: 'waiting', offset: 0, limit: 50 })
      chatReads['chats.nextWaiting'](spied, { scope, after: { chat: chat('200'), at: null } })
      chatReads['chats.indexOf'](spied, { scope, filter: 'waiting', chat: chat('200') })
    }
    const ofWaiting = plans.filter(({ sql }) => sql.includes('answer_due_at > 0')).flatMap(({ details }) => details)
    expect(ofWaiting.filter((detail) => detail.includes('chat_answer_due'))).not.toEqual([])
    expect(
      ofWaiting.filter((detail) => /(SCAN|SEARCH) c\b(?!.*(chat_answer_due|INTEGER PRIMARY KEY))/u.test(detail)),
    ).toEqual([])
    const assignee = crypto.randomUUID()
    const before = plans.length
    for (const scope of [null, instance])
      for (const filter of ['all', 'unread', 'waiting'] as const)
        chatReads['chats.list'](spied, { scope, filter, assignee, offset: 0, limit: 50 })
    const ofOne = plans.slice(before).filter(({ sql }) => sql.includes('c.assignee = ?'))
    expect(ofOne.length).toBeGreaterThan(5)
    const walked = ofOne.flatMap(({ details }) => details).filter((detail) => /(SCAN|SEARCH) c\b/u.test(detail))
    expect(walked.filter((detail) => !/chat_assignee|chat_answer_due|INTEGER PRIMARY KEY/u.test(detail))).toEqual([])
    // Only the page that was cut is sorted, for the rows that are joined to it.
    const gone = plans.filter(({ sql }) => sql.includes('as waitingSince')).flatMap(({ details }) => details)
    expect(gone.filter((detail) => detail.includes('TEMP B-TREE'))).toEqual([])
  })

  it('is counted beside drafts and snoozed chats, each by an index of those alone', () => {
    const { tx, instance, chat, give, text, list } = waiting()
    give('200', [text('hi')])
    give('300', [text('hi')])
    chatWrites['chats.saveDraft'](tx, { chat: chat('200'), text: 'Half an answer' })
    chatWrites['chats.setArchived'](tx, { chat: chat('200'), archived: true })
    expect(list('drafts').rows.map((row) => row.chatId)).toEqual(['200'])
    expect(list().counts).toMatchObject({ drafts: 1, snoozed: 0 })
    const { plans, spied } = explained(tx)
    for (const scope of [null, instance]) chatReads['chats.list'](spied, { scope, filter: 'all', offset: 0, limit: 50 })
    for (const [condition, index] of [
      [`c.draft <> ''`, 'chat_draft'],
      ['c.snoozed_until is not null', 'chat_snoozed'],
      ['indexed by outbox_due_chat', 'PRIMARY KEY'],
    ] as const) {
      const counted = plans.filter(({ sql }) => sql.includes('count(*)') && sql.includes(condition))
      expect(counted.length).toBeGreaterThan(0)
      expect(counted.flatMap(({ details }) => details).filter((detail) => /(SCAN|SEARCH) c\b/u.test(detail))).toEqual(
        counted.map(() => expect.stringContaining(index)),
      )
    }
  })

  it('is also who wrote something that came late: its time is before the answer, or before what was read', () => {
    const { tx, give, text, chat, list, own, setNow, window } = waiting()
    give('200', [text('is it on its way?', later(10))])
    setNow(testNow + 20_000)
    own('200', 20)
    expect(list().rows[0]).toMatchObject({ unread: 0, waitingSince: null })
    setNow(testNow + 25_000)
    const [late] = give('200', [text('please cancel my order!', later(19))])
    expect(list().rows[0]).toMatchObject({ unread: 1, waitingSince: testNow + 19_000 })
    expect(window('200').firstUnread).toBe(late)
    chatWrites['chats.markRead'](tx, { chat: chat('200') })
    expect(list().rows[0]).toMatchObject({ unread: 0, waitingSince: testNow + 19_000 })
    expect(window('200').firstUnread).toBeNull()

    give('300', [text('first', later(30))])
    chatWrites['chats.markRead'](tx, { chat: chat('300') })
    setNow(testNow + 40_000)
    const [message] = give('300', [text('late as well', later(5))])
    const created = message === undefined ? [] : [message]
    expect(noticeCandidatesOf(tx, created).map(({ text: written }) => written)).toEqual(['late as well'])
    expect(list().rows.find(({ chatId }) => chatId === '300')?.unread).toBe(1)
  })

  it('is nobody whose answer a history tells before the queue has brought the question', () => {
    const { give, text, list, setNow } = waiting()
    give('200', [text('answered on the phone', { type: 'outgoing', ...later(20) })], { live: false })
    setNow(testNow + 60_000)
    give('200', [text('asked at night', later(10))])
    expect(list().rows[0]).toMatchObject({ unread: 0, waitingSince: null })
  })

  it('is nobody whose old messages a history brings, whenever it is read', () => {
    const { give, text, list, own, setNow } = waiting()
    own('200', 20)
    setNow(testNow + 60_000)
    give('200', [text('long answered', later(10))], { live: false })
    expect(list().rows[0]).toMatchObject({ unread: 0, waitingSince: null })
  })
})
