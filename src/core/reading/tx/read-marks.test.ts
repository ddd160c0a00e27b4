import { describe, expect, it } from 'vitest'
import { accountReads } from '../../accounts/tx/accounts-intents.ts'
import { openReading } from '../testing/open-reading.ts'
import { testNow, testSeconds } from '../../testing/create-test-archive.ts'
import { chatWrites } from './chats.ts'

describe('read marks', () => {
  it('count up to a message, move forward only, and name what readChat needs', () => {
    const { tx, give, chat, text, list } = openReading()
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
    const { tx, give, chat, text, list, setNow } = openReading()
    give('200', [text('1', { timestamp: testSeconds - 10 })])
    setNow(testNow + 1000)
    chatWrites['chats.markRead'](tx, { chat: chat('200') })
    give('200', [text('late', { timestamp: testSeconds - 5 })])
    expect(list().rows[0]?.unread).toBe(1)
  })

  it('do not cover what comes after them within the same second', () => {
    const { tx, give, chat, text, list, setNow } = openReading()
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

  it.each([
    { title: 'later', second: 3 },
    { title: 'of the same second', second: 2 },
    { title: 'of an earlier time', second: 1 },
  ])('leave unread what came after the row of the list that was marked, a message $title', ({ second }) => {
    const { tx, give, chat, text, list, setNow } = openReading()
    const at = (index: number, seconds = index) => ({ timestamp: testSeconds + seconds, idMessage: `id-${index}` })
    give('200', [text('1', at(1)), text('2', at(2))])
    const upTo = list().rows[0]?.newest ?? null
    setNow(testNow + 10_000)
    give('200', [text('3', at(3, second))])
    const { idMessage } = chatWrites['chats.markRead'](tx, { chat: chat('200'), upTo })
    expect(idMessage).toBe('id-2')
    expect(list().rows[0]?.unread).toBe(1)
  })

  it('go back to where they were, and no further, unless somebody moved them since', () => {
    const { tx, give, chat, text, list } = openReading()
    const unread = () => list().rows[0]?.unread
    give('200', [text('1', { timestamp: testSeconds })])
    chatWrites['chats.markRead'](tx, { chat: chat('200') })
    give('200', [text('2', { timestamp: testSeconds + 10 }), text('3', { timestamp: testSeconds + 11 })])
    const { change } = chatWrites['chats.markRead'](tx, { chat: chat('200') })
    give('200', [text('4', { timestamp: testSeconds + 20 })])
    chatWrites['chats.undo'](tx, { changes: [change] })
    expect(unread()).toBe(3)
    expect(list().rows[0]?.markedUnread).toBe(false)
    const marked = chatWrites['chats.markUnread'](tx, { chat: chat('200') })
    chatWrites['chats.undo'](tx, { changes: [marked] })
    expect(unread()).toBe(3)
    const again = chatWrites['chats.markRead'](tx, { chat: chat('200'), at: testNow + 10_000 }).change
    chatWrites['chats.markRead'](tx, { chat: chat('200') })
    chatWrites['chats.undo'](tx, { changes: [again] })
    expect(unread()).toBe(0)
  })

  it('of a muted chat wait for nobody, until the mute is over', () => {
    const { tx, give, chat, text, setNow } = openReading()
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
    const { tx, give, chat, text, list } = openReading()
    give('200', [text('1')])
    chatWrites['chats.markRead'](tx, { chat: chat('200') })
    chatWrites['chats.markUnread'](tx, { chat: chat('200') })
    expect(list('unread').rows).toHaveLength(1)
    chatWrites['chats.markRead'](tx, { chat: chat('200') })
    expect(list('unread').rows).toHaveLength(0)
  })

  it('announce their chat alone, like all marks of a chat: an event of instances reads every instance again', () => {
    const { tx, give, chat: chatOf, text, takeChanges } = openReading()
    give('200', [text('1')])
    const chat = chatOf('200')
    takeChanges()
    const read = chatWrites['chats.markRead'](tx, { chat })
    chatWrites['chats.markUnread'](tx, { chat })
    chatWrites['chats.snooze'](tx, { chat, until: 'message' })
    chatWrites['chats.setMuted'](tx, { chat, mutedUntil: 'forever' })
    chatWrites['chats.undo'](tx, { changes: [read.change] })
    const changes = takeChanges()
    expect(changes).toContainEqual({ kind: 'chats', instance: expect.anything(), chats: [chat] })
    expect(changes.filter(({ kind }) => kind !== 'chats')).toEqual([])
  })
})
