import { describe, expect, it, onTestFinished } from 'vitest'
import type { ChatFilter } from '../../../contract/chats.ts'
import { accountReads } from '../../accounts/tx/accounts-intents.ts'
import { keepPerson } from '../../archive/tx/people.ts'
import { observe } from '../../statuses/tx/observe.ts'
import { createTestArchive, testNow, testSeconds } from '../../testing/create-test-archive.ts'
import type { ReadTx, SqlParams } from '../../store/tx.ts'
import { chatReads, chatWrites } from './chats-intents.ts'
import { messageReads } from './messages-intents.ts'

function open() {
  const archive = createTestArchive()
  onTestFinished(() => archive[Symbol.dispose]())
  const { tx, instance } = archive
  const text = (textMessage: string, more: object = {}) => ({ typeMessage: 'textMessage', textMessage, ...more })
  const list = (filter: ChatFilter = 'all', search?: string) =>
    chatReads['chats.list'](tx, {
      scope: instance,
      filter,
      offset: 0,
      limit: 50,
      ...(search === undefined ? {} : { text: search }),
    })
  return {
    ...archive,
    text,
    list,
    titles: (...of: Parameters<typeof list>) => list(...of).rows.map((row) => row.title),
  }
}

describe('the chat list', () => {
  it('is newest first, pinned before all, with names, numbers and counts', () => {
    const { tx, give, chat, text, list, titles } = open()
    give('79990001122@c.us', [text('old', { timestamp: testSeconds - 60, senderId: '79990001122@c.us' })])
    give('200', [text('hi', { timestamp: testSeconds - 30, senderId: '200', senderName: 'Ann' })])
    give('300', [text('yo', { senderId: '300', senderName: 'Bob', senderContactName: 'Robert' })])
    expect(titles()).toEqual(['Robert', 'Ann', '+7 999 000 11 22'])
    chatWrites['chats.setPinned'](tx, { chat: chat('79990001122@c.us'), pinned: true })
    expect(titles()).toEqual(['+7 999 000 11 22', 'Robert', 'Ann'])
    expect(list()).toMatchObject({ total: 3, pinned: 1, counts: { unread: 3, archived: 0 } })
    expect(list().rows[0]).toMatchObject({ phone: '+7 999 000 11 22', pinned: true, unread: 1, initials: '22' })
  })

  it('says who wrote last in a group, by the name the account knows', () => {
    const { give, text, list } = open()
    give('-100', [text('one', { senderId: '7', senderName: 'Own name', senderContactName: 'Known name' })])
    give('-100', [text('two', { senderId: '8', timestamp: testSeconds + 1 })])
    expect(list().rows[0]?.preview).toMatchObject({ text: 'two', senderName: '8' })
    give('-100', [text('three', { senderId: '7', timestamp: testSeconds + 2 })])
    expect(list().rows[0]?.preview).toMatchObject({ text: 'three', senderName: 'Known name' })
  })

  it('filters unread, groups, archived, and by typed text without case and accents', () => {
    const { tx, give, chat, text, titles } = open()
    give('200', [text('hi', { senderId: '200', senderName: 'Zoë Ünal' })])
    give('-100', [text('hello', { senderId: '200' })])
    give('79990001122@c.us', [text('hello')])
    chatWrites['chats.markRead'](tx, { chat: chat('200') })
    expect(titles('unread')).toHaveLength(2)
    expect(titles('groups')).toEqual(['-100'])
    expect(titles('all', 'zoe u')).toEqual(['-100', 'Zoë Ünal'])
    expect(titles('all', '+7 (999)')).toEqual(['+7 999 000 11 22'])
    expect(titles('all', '100%')).toEqual([])
    chatWrites['chats.setArchived'](tx, { chat: chat('200'), archived: true })
    expect(titles('all')).not.toContain('Zoë Ünal')
    expect(titles('archived')).toEqual(['Zoë Ünal'])
    expect(chatReads['chats.search'](tx, { scope: null, text: 'zoe', limit: 10 })).toHaveLength(2)
  })

  it('moves up with a draft and falls back when it is emptied', () => {
    const { tx, give, chat, text, titles, list, setNow } = open()
    give('200', [text('newer', { senderName: 'Ann', senderId: '200' })])
    give('300', [text('older', { senderName: 'Bob', senderId: '300', timestamp: testSeconds - 60 })])
    setNow(testNow + 1000)
    chatWrites['chats.saveDraft'](tx, { chat: chat('300'), text: '  a thought ' })
    expect(titles()).toEqual(['Bob', 'Ann'])
    expect(list().rows[0]?.draft).toBe('a thought')
    expect(chatReads['chats.details'](tx, { chat: chat('300') }).draftText).toBe('  a thought ')
    chatWrites['chats.saveDraft'](tx, { chat: chat('300'), text: ' ' })
    expect(titles()).toEqual(['Ann', 'Bob'])
  })

  it('keeps what a draft answers with it, also while nothing is written yet', () => {
    const { tx, give, chat, text } = open()
    give('200', [text('Is it ready?', { idMessage: 'question-1', senderId: '200', senderName: 'Ann' })])
    const quote = messageReads['messages.find'](tx, { chat: chat('200'), idMessage: 'question-1' })
    const details = () => chatReads['chats.details'](tx, { chat: chat('200') })
    expect(details().draftQuote).toBeNull()
    chatWrites['chats.saveDraft'](tx, { chat: chat('200'), text: '', quote })
    expect(details()).toMatchObject({
      draftText: '',
      draftQuote: { key: quote, idMessage: 'question-1', text: 'Is it ready?', sender: { name: 'Ann' } },
    })
    chatWrites['chats.saveDraft'](tx, { chat: chat('200'), text: 'Yes', quote })
    expect(details()).toMatchObject({ draftText: 'Yes', draftQuote: { key: quote } })
    chatWrites['chats.saveDraft'](tx, { chat: chat('200'), text: 'Yes' })
    expect(details()).toMatchObject({ draftText: 'Yes', draftQuote: null })
  })

  it('gives the same places to indexOf as to the pages', () => {
    const { tx, instance, give, text, list, chat } = open()
    for (let index = 0; index < 30; index++) {
      give(String(1000 + index), [text('x', { timestamp: testSeconds - (index % 7) })])
    }
    for (const id of ['1003', '1017']) chatWrites['chats.setPinned'](tx, { chat: chat(id), pinned: true })
    const { rows } = list()
    for (const [index, row] of rows.entries()) {
      expect(chatReads['chats.indexOf'](tx, { scope: instance, filter: 'all', chat: row.key })).toBe(index)
    }
    const next = chatReads['chats.list'](tx, { scope: null, filter: 'all', offset: 10, limit: 5 }).rows
    expect(next.map((row) => row.key)).toEqual(rows.slice(10, 15).map((row) => row.key))
  })

  it('goes round the unread chats', () => {
    const { tx, give, chat, text } = open()
    give('200', [text('a')])
    give('300', [text('b', { timestamp: testSeconds - 9 })])
    const next = (after: string | null) =>
      chatReads['chats.nextUnread'](tx, { scope: null, after: after === null ? null : chat(after) })
    expect([next(null), next('200'), next('300')]).toEqual([chat('200'), chat('300'), chat('200')])
  })

  it('shows a timed mute until its time', () => {
    const { tx, give, chat, text, list, setNow } = open()
    give('200', [text('a')])
    chatWrites['chats.setMuted'](tx, { chat: chat('200'), mutedUntil: testNow + 5000 })
    expect(list().rows[0]?.mutedUntil).toBe(testNow + 5000)
    setNow(testNow + 6000)
    expect(list().rows[0]?.mutedUntil).toBeNull()
    chatWrites['chats.setMuted'](tx, { chat: chat('200'), mutedUntil: 'forever' })
    expect(list().rows[0]?.mutedUntil).toBe('forever')
  })
})

describe('who waits for an answer', () => {
  const later = (seconds: number) => ({ timestamp: testSeconds + seconds })
  const waiting = () => {
    const archive = open()
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
    expect(ids()).toEqual(['-100', '200'])
    for (const id of ['-100', '200']) chatWrites['chats.setMuted'](tx, { chat: chat(id), mutedUntil: testNow + 60_000 })
    expect(ids()).toEqual(['200'])
    expect(list().rows.find((row) => row.chatId === '-100')?.waitingSince).toBeNull()
    setNow(testNow + 60_000)
    expect(ids()).toEqual(['-100', '200'])
    chatWrites['chats.setArchived'](tx, { chat: chat('200'), archived: true })
    expect(ids()).toEqual(['-100'])
  })

  it('still waits for an answer that failed, and no longer once it went after all', () => {
    const { tx, give, text, ids } = waiting()
    give('200', [text('anybody there?')])
    const [answer] = give('200', [text('yes', { type: 'outgoing', idMessage: 'own-1', ...later(5) })])
    expect(ids()).toEqual([])
    const told = (status: 'failed' | 'delivered') => {
      if (answer === undefined) throw new Error('No answer was kept.')
      const more = { source: 'notification', idMessage: 'own-1', serviceAt: null, seenAt: testNow } as const
      observe(tx, answer, { ...more, raw: status })
    }
    told('failed')
    expect(ids()).toEqual(['200'])
    told('delivered')
    expect(ids()).toEqual([])
  })

  it('is done when the person says so, until the customer writes again', () => {
    const { tx, give, text, chat, ids, takeChanges } = waiting()
    give('200', [text('thank you!')])
    takeChanges()
    chatWrites['chats.setDone'](tx, { chat: chat('200'), done: true })
    expect(ids()).toEqual([])
    expect(takeChanges()).toContainEqual({ kind: 'chats', instance: expect.anything(), chats: [chat('200')] })
    chatWrites['chats.setDone'](tx, { chat: chat('200'), done: false })
    expect(ids()).toEqual(['200'])
    chatWrites['chats.setDone'](tx, { chat: chat('200'), done: true })
    give('200', [text('one thing more', later(9))])
    expect(ids()).toEqual(['200'])
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
    const ofWaiting = plans.filter(({ sql }) => sql.includes('waiting_at > 0')).flatMap(({ details }) => details)
    expect(ofWaiting.filter((detail) => detail.includes('chat_waiting'))).not.toEqual([])
    expect(
      ofWaiting.filter((detail) => /(SCAN|SEARCH) c\b(?!.*(chat_waiting|INTEGER PRIMARY KEY))/u.test(detail)),
    ).toEqual([])
    // Only the page that was cut is sorted, for the rows that are joined to it.
    const gone = plans.filter(({ sql }) => sql.includes('limit 1')).flatMap(({ details }) => details)
    expect(gone.filter((detail) => detail.includes('TEMP B-TREE'))).toEqual([])
  })
})

/** Reads, and how SQLite looks for what each statement of them asks for. */
function explained(tx: ReadTx) {
  const plans: { readonly sql: string; readonly details: readonly string[] }[] = []
  const explain = (sql: string, params: SqlParams = []): void => {
    const details = tx.all<{ detail: string }>(`explain query plan ${sql}`, params).map(({ detail }) => detail)
    plans.push({ sql, details })
  }
  const spied: ReadTx = {
    ...tx,
    all: <Row extends object>(sql: string, params?: SqlParams) => {
      explain(sql, params)
      return tx.all<Row>(sql, params)
    },
    get: <Row extends object>(sql: string, params?: SqlParams) => {
      explain(sql, params)
      return tx.get<Row>(sql, params)
    },
  }
  return { plans, spied }
}

describe('people are found', () => {
  const people = () => {
    const archive = open()
    const { tx, give, text, instance } = archive
    give('300@c.us', [text('yo', { senderId: '300@c.us', senderName: 'Vanya', senderContactName: 'Ivan Petrov' })])
    give('79990001122@c.us', [text('hello')])
    give('-100', [
      text('one', { senderId: '79995554433@c.us', senderName: 'Olga Sidorova', senderContactName: 'Olga (office)' }),
      text('two', { senderId: '300@c.us', senderName: 'Vanya', senderContactName: 'Ivan Petrov' }),
    ])
    const found = (typed: string) =>
      chatReads['chats.search'](tx, { scope: null, text: typed, limit: 20 }).map((row) => [row.title, row.found])
    return { ...archive, found, scope: instance }
  }

  it('by their own name beside the one of the contacts', () => {
    const { found, titles } = people()
    expect(found('vanya')).toEqual([
      ['Ivan Petrov', 'Vanya'],
      ['-100', 'Vanya'],
    ])
    expect(titles('all', 'vanya')).toHaveLength(2)
  })

  it('by the names and numbers of who writes in a group, which follows whoever is called so', () => {
    const { found } = people()
    expect(found('sidorova')).toEqual([['-100', 'Olga Sidorova']])
    expect(found('office')).toEqual([['-100', 'Olga (office)']])
    expect(found('+7 999 555')).toEqual([['-100', '+7 999 555 44 33']])
    expect(found('Petrov Ivan')).toEqual([
      ['Ivan Petrov', null],
      ['-100', 'Ivan Petrov'],
    ])
  })

  it('by any part of a number or id, and by the first letters of any word', () => {
    const { found } = people()
    expect(found('1122')).toEqual([['+7 999 000 11 22', null]])
    expect(found('79990001122@c.us')).toEqual([['+7 999 000 11 22', '79990001122@c.us']])
    expect(found('p')).toEqual([
      ['Ivan Petrov', null],
      ['-100', 'Ivan Petrov'],
    ])
    expect(found('pe iv')).toHaveLength(2)
    expect(found('v p')).toHaveLength(2)
    expect(found('trov')).toHaveLength(2)
    expect(found('ro')).toEqual([])
    expect(found('"')).toEqual([])
    expect(found('a"b AND c*')).toEqual([])
  })

  it('by a name that came later, and no longer by the one before', () => {
    const { tx, instance, found } = people()
    const named = { id: '79995554433@c.us', name: 'Olga Ёлкина', contactName: 'Olga', phone: '' }
    expect(keepPerson(tx, instance, named, tx.now + 1)).toBe(true)
    expect(found('елкина')).toEqual([['-100', 'Olga Ёлкина']])
    expect(found('sidorova')).toEqual([])
  })

  it('without reading all chats', () => {
    const { tx, instance } = people()
    const { plans: explainedReads, spied } = explained(tx)
    for (const scope of [null, instance]) chatReads['chats.search'](spied, { scope, text: 'pet', limit: 5 })
    const plans = explainedReads.flatMap(({ details }) => details)
    expect(plans.filter((detail) => /(SCAN|SEARCH) c\b/u.test(detail))).not.toEqual([])
    expect(plans.filter((detail) => /(SCAN|SEARCH) c\b(?!.*INTEGER PRIMARY KEY)/u.test(detail))).toEqual([])
    expect(plans.filter((detail) => /SCAN (?!instance|f VIRTUAL TABLE|json_each)/u.test(detail))).toEqual([])
  })
})

describe('read marks', () => {
  it('count up to a message, move forward only, and name what readChat needs', () => {
    const { tx, give, chat, text, list } = open()
    const at = (index: number) => ({ timestamp: testSeconds + index, idMessage: `id-${index}` })
    give('200', [text('1', at(1)), text('2', at(2)), text('3', at(3))])
    const mark = (upTo?: number) =>
      chatWrites['chats.markRead'](tx, { chat: chat('200'), ...(upTo === undefined ? {} : { at: upTo }) })
    expect(mark(testNow + 2000)).toMatchObject({ chatId: '200', idMessage: 'id-2', moved: true })
    expect(list().rows[0]?.unread).toBe(1)
    expect(mark(testNow + 1000).moved).toBe(false)
    expect(mark()).toMatchObject({ idMessage: 'id-3', moved: true })
    expect(list().rows[0]?.unread).toBe(0)
    expect(mark().moved).toBe(false)
  })

  it('do not cover a message that is still on its way', () => {
    const { tx, give, chat, text, list, setNow } = open()
    give('200', [text('1', { timestamp: testSeconds - 10 })])
    setNow(testNow + 1000)
    chatWrites['chats.markRead'](tx, { chat: chat('200') })
    give('200', [text('late', { timestamp: testSeconds - 5 })])
    expect(list().rows[0]?.unread).toBe(1)
  })

  it('do not cover what comes after them within the same second', () => {
    const { tx, give, chat, text, list, setNow } = open()
    give('200', [text('seen')])
    chatWrites['chats.markRead'](tx, { chat: chat('200') })
    expect(list().rows[0]?.unread).toBe(0)
    setNow(testNow + 300)
    give('200', [text('unseen')])
    expect(list().rows[0]?.unread).toBe(1)
    expect(chatWrites['chats.markRead'](tx, { chat: chat('200') }).moved).toBe(true)
    expect(list().rows[0]?.unread).toBe(0)
    expect(chatWrites['chats.markRead'](tx, { chat: chat('200') }).moved).toBe(false)
  })

  it('of a muted chat wait for nobody, until the mute is over', () => {
    const { tx, give, chat, text, setNow } = open()
    give('200', [text('1')])
    give('300', [text('2'), text('3', { timestamp: testSeconds + 1 })])
    const waiting = () => accountReads['accounts.list'](tx)[0]
    expect(waiting()).toMatchObject({ unreadChats: 2, unreadMessages: 3 })
    chatWrites['chats.setMuted'](tx, { chat: chat('300'), mutedUntil: testNow + 60_000 })
    expect(waiting()).toMatchObject({ unreadChats: 1, unreadMessages: 1 })
    setNow(testNow + 60_000)
    expect(waiting()).toMatchObject({ unreadChats: 2, unreadMessages: 3 })
  })

  it('a chat marked unread asks for attention until it is read', () => {
    const { tx, give, chat, text, list } = open()
    give('200', [text('1')])
    chatWrites['chats.markRead'](tx, { chat: chat('200') })
    chatWrites['chats.markUnread'](tx, { chat: chat('200') })
    expect(list('unread').rows).toHaveLength(1)
    chatWrites['chats.markRead'](tx, { chat: chat('200') })
    expect(list('unread').rows).toHaveLength(0)
  })
})

it('finds a chat by any form of its id, by our key or the service’s', () => {
  const { tx, instance, chat, give, text } = open()
  give('200', [text('a')])
  for (const of of [instance, '1101000001']) {
    for (const chatId of ['200', '200@c.us']) {
      expect(chatReads['chats.find'](tx, { instance: of, chatId })).toEqual({ instance, chat: chat('200') })
    }
  }
  expect(chatReads['chats.find'](tx, { instance, chatId: '404' })).toBeNull()
})
