import { describe, expect, it } from 'vitest'
import { cardWrites } from '../../messages/archive/tx/person-cards.ts'
import { storePerson } from '../../messages/archive/tx/people.ts'
import { quickReplyWrites } from '../../quick-replies/tx/quick-replies-intents.ts'
import { endDraft } from '../../messages/archive/tx/chat-row.ts'
import { explained } from '../testing/explained.ts'
import { openReading } from '../testing/open-reading.ts'
import { messageReads } from './messages.ts'
import { testNow, testSeconds } from '../../testing/create-test-archive.ts'
import { chatReads, chatWrites } from './chats.ts'

describe('the chat list', () => {
  it('is newest first, pinned before all, with names, numbers and counts', () => {
    const { tx, give, chat, text, list, titles } = openReading()
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
    const { give, text, list } = openReading()
    give('-100', [text('one', { senderId: '7', senderName: 'Own name', senderContactName: 'Known name' })])
    give('-100', [text('two', { senderId: '8', timestamp: testSeconds + 1 })])
    expect(list().rows[0]?.preview).toMatchObject({ text: 'two', senderName: '8' })
    give('-100', [text('three', { senderId: '7', timestamp: testSeconds + 2 })])
    expect(list().rows[0]?.preview).toMatchObject({ text: 'three', senderName: 'Known name' })
  })

  it('filters unread, groups, archived, and by typed text without case and accents', () => {
    const { tx, give, chat, text, titles } = openReading()
    give('200', [text('hi', { senderId: '200', senderName: 'Zoë Ünal' })])
    give('-100', [text('hello', { senderId: '200' })])
    give('79990001122@c.us', [text('hello')])
    chatWrites['chats.markRead'](tx, { chat: chat('200') })
    expect(titles('unread')).toHaveLength(2)
    expect(titles('groups')).toEqual(['-100'])
    expect(titles('all', 'zoe u')).toEqual(['Zoë Ünal', '-100'])
    expect(titles('all', '+7 (999)')).toEqual(['+7 999 000 11 22'])
    expect(titles('all', '100%')).toEqual([])
    chatWrites['chats.setArchived'](tx, { chat: chat('200'), archived: true })
    expect(titles('all')).not.toContain('Zoë Ünal')
    expect(titles('archived')).toEqual(['Zoë Ünal'])
    expect(chatReads['chats.search'](tx, { scope: null, text: 'zoe', limit: 10 })).toHaveLength(2)
  })

  it('moves up with a draft and falls back when it is emptied', () => {
    const { tx, give, chat, text, titles, list, setNow } = openReading()
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

  it('keeps what two windows wrote into a draft at once, and what each sent without an answer', () => {
    const { tx, give, chat, text } = openReading()
    give('200', [text('Is it ready?', { senderId: '200', senderName: 'Ann' })])
    const save = (written: string, before: string, unanswered: readonly string[] = []) =>
      chatWrites['chats.saveDraft'](tx, {
        ...{ chat: chat('200'), text: written, before, id: idOf(written) },
        unanswered: unanswered.map((one) => ({ id: idOf(one), text: one })),
      }).text
    const idOf = (written: string): string => `save-${written.replaceAll(/\W/g, '_')}`
    expect(save('Ready', '')).toBe('Ready')
    expect(save('Hello. Ready', 'Ready')).toBe('Hello. Ready')
    expect(save('Ready, Ann', 'Ready')).toBe('Hello. Ready, Ann')
    expect(save('Hello. Ready', 'Hello. Ready, Ann')).toBe('Hello. Ready')
    expect(save('Hello. Ready at noon', '', ['Hello. Ready', 'Hello. Read'])).toBe('Hello. Ready at noon')
    expect(chatReads['chats.details'](tx, { chat: chat('200') }).draftText).toBe('Hello. Ready at noon')
    endDraft(tx, chat('200'), 'Hello. Ready at noon')
    expect(save('Hello. Ready at noon, Ann', 'Hello. ', ['Hello. Ready at noon'])).toBe(', Ann')
  })

  it('names the kind of a newest message that could not be read, where its type is known', () => {
    const { give, text, list } = openReading()
    const preview = () => list().rows[0]?.preview
    const { textMessage: _, ...record } = text('unused')
    give('200', [{ ...record, typeMessage: 'groupInviteMessage' }])
    expect(preview()).toMatchObject({ kind: 'unsupported', known: 'invitation' })
    give('300', [{ ...record, idMessage: 'other', typeMessage: 'kindOfTomorrow', timestamp: testSeconds + 1 }])
    expect(preview()).toMatchObject({ kind: 'unsupported' })
    expect(preview()).not.toHaveProperty('known')
  })

  it('keeps what a draft answers with it, also while nothing is written yet', () => {
    const { tx, give, chat, text } = openReading()
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
    // Another window, which knows of no quote.
    chatWrites['chats.saveDraft'](tx, { chat: chat('200'), text: 'Yes, it is' })
    expect(details()).toMatchObject({ draftText: 'Yes, it is', draftQuote: { key: quote } })
    chatWrites['chats.saveDraft'](tx, { chat: chat('200'), text: 'Yes', quote: null })
    expect(details()).toMatchObject({ draftText: 'Yes', draftQuote: null })
  })

  it('keeps the quick reply and the word against a preview with a draft, until it is sent', () => {
    const { tx, give, chat, text } = openReading()
    give('200', [text('Is it ready?', { senderId: '200' })])
    const details = () => chatReads['chats.details'](tx, { chat: chat('200') })
    expect(details()).toMatchObject({ draftReply: null, draftLinkPreview: true })
    const key = quickReplyWrites['quickReplies.save'](tx, { instance: null, name: 'ready', text: 'It is ready' })
    const draft = { chat: chat('200'), text: 'It is ready: https://example.test' }
    chatWrites['chats.saveDraft'](tx, { ...draft, quickReply: key })
    expect(details()).toMatchObject({ draftReply: key, draftLinkPreview: true })
    // The same text with another choice is another draft.
    chatWrites['chats.saveDraft'](tx, { ...draft, quickReply: key, linkPreview: 'large' })
    expect(details()).toMatchObject({ draftReply: key, draftLinkPreview: 'large' })
    chatWrites['chats.saveDraft'](tx, { ...draft, linkPreview: false })
    expect(details()).toMatchObject({ draftReply: key, draftLinkPreview: false })
    chatWrites['chats.saveDraft'](tx, { ...draft, text: `${draft.text}/now` })
    expect(details()).toMatchObject({ draftReply: key, draftLinkPreview: false })
    quickReplyWrites['quickReplies.remove'](tx, { key })
    expect(details()).toMatchObject({ draftReply: null, draftLinkPreview: false })
    endDraft(tx, chat('200'), `${draft.text}/now`)
    expect(details()).toMatchObject({ draftText: '', draftReply: null, draftLinkPreview: true })
  })

  it('gives the same places to indexOf as to the pages', () => {
    const { tx, instance, give, text, list, chat } = openReading()
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
    const { tx, give, chat, text } = openReading()
    give('200', [text('a')])
    give('300', [text('b', { timestamp: testSeconds - 9 })])
    const next = (after: string | null) =>
      chatReads['chats.nextUnread'](tx, { scope: null, after: after === null ? null : chat(after) })
    expect([next(null), next('200'), next('300')]).toEqual([chat('200'), chat('300'), chat('200')])
  })

  it('shows a timed mute until its time', () => {
    const { tx, give, chat, text, list, setNow } = openReading()
    give('200', [text('a')])
    chatWrites['chats.setMuted'](tx, { chat: chat('200'), mutedUntil: testNow + 5000 })
    expect(list().rows[0]?.mutedUntil).toBe(testNow + 5000)
    setNow(testNow + 6000)
    expect(list().rows[0]?.mutedUntil).toBeNull()
    chatWrites['chats.setMuted'](tx, { chat: chat('200'), mutedUntil: 'forever' })
    expect(list().rows[0]?.mutedUntil).toBe('forever')
  })
})

describe('people are found', () => {
  const people = () => {
    const archive = openReading()
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

  it('by the name that people here gave who writes in a group, as long as it is given', () => {
    const { tx, instance, give, text, found, chat: chatOf } = people()
    give('79995554433@c.us', [text('hello')])
    const chat = chatOf('79995554433@c.us')
    cardWrites['people.setName'](tx, { chat, name: 'Olga from the bakery' })
    expect(found('bakery').toSorted()).toEqual([
      ['-100', 'Olga from the bakery'],
      ['Olga from the bakery', null],
    ])
    // A group in which she writes later, and under an id that hides her number.
    give('-200', [text('three', { senderId: '79995554433@c.us', senderName: 'Olga Sidorova' })])
    give('-300', [text('four', { senderId: '4711@lid', senderName: 'O.' })])
    expect(found('bakery').map(([title]) => title)).not.toContain('-300')
    storePerson(tx, instance, { id: '4711@lid', name: 'O.', contactName: '', phone: '79995554433' }, tx.now + 1)
    expect(found('bakery').map(([title]) => title)).toEqual(
      expect.arrayContaining(['-100', '-200', '-300', 'Olga from the bakery']),
    )
    cardWrites['people.setName'](tx, { chat, name: 'Olga, wholesale' })
    expect(found('bakery')).toEqual([])
    expect(found('wholesale')).toHaveLength(4)
    cardWrites['people.setName'](tx, { chat, name: '' })
    expect(found('wholesale')).toEqual([])
    expect(found('sidorova').map(([title]) => title)).toContain('-200')
  })

  it('by a name that came later, and no longer by the one before', () => {
    const { tx, instance, found } = people()
    const named = { id: '79995554433@c.us', name: 'Olga Ёлкина', contactName: 'Olga', phone: '' }
    expect(storePerson(tx, instance, named, tx.now + 1)).toBe(true)
    expect(found('елкина')).toEqual([['-100', 'Olga Ёлкина']])
    expect(found('sidorova')).toEqual([])
  })

  it.each([
    ['Łukasz Gießner', 'giessner', 'giesser'],
    ['Nguyễn Thị Đặng'.normalize('NFD'), 'dang', 'dong'],
    ['Андрей Ёлкин'.normalize('NFD'), 'андрей елк', 'андреи'],
    ['Ελένη Παπαδάκη', 'παπαδακη', 'παπαδοκη'],
    ['مُحَمَّد الأحمد', 'محمد', 'محمود'],
    ['מֹשֶׁה כֹּהֵן', 'כהן', 'כהנה'],
    ['सोनिया शर्मा', 'शर्मा', 'शर्मी'],
    ['สมชาย ใจดี', 'ชาย', 'ชาม'],
    ['王小明', '小明', '明小'],
    ['さくら田中', '田中', '中田'],
    ['김민준'.normalize('NFD'), '민준', '준민'],
    ['Արամ Պետրոսյան', 'պետ', 'պեր'],
    ['გიორგი ბერიძე', 'ბერი', 'ბერა'],
    ['Ｓａｋｕｒａ', 'sakura', 'sakuro'],
  ])('in every script: %s by %s, not by %s', (name, typed, other) => {
    const { give, text, found } = people()
    give('79995550001@c.us', [text('hello', { senderId: '79995550001@c.us', senderName: name })])
    give('-200', [text('here', { senderId: '79995550002@c.us', senderName: name })])
    expect(found(typed)).toEqual([
      [name, null],
      ['-200', name],
    ])
    expect(found(other)).toEqual([])
  })

  it('without reading all chats', () => {
    const { tx, instance } = people()
    const { plans: explainedReads, spied } = explained(tx)
    for (const scope of [null, instance]) chatReads['chats.search'](spied, { scope, text: 'pet', limit: 5 })
    const plans = explainedReads.flatMap(({ details }) => details)
    expect(plans.filter((detail) => /(SCAN|SEARCH) c\b/u.test(detail))).not.toEqual([])
    expect(plans.filter((detail) => /(SCAN|SEARCH) c\b(?!.*INTEGER PRIMARY KEY)/u.test(detail))).toEqual([])
    expect(plans.filter((detail) => /SCAN (?!instance|label|f VIRTUAL TABLE|json_each)/u.test(detail))).toEqual([])
  })
})

it('finds a chat by any form of its id, by our key or the service’s', () => {
  const { tx, instance, chat, give, text } = openReading()
  give('200', [text('a')])
  for (const of of [instance, '1101000001']) {
    for (const chatId of ['200', '200@c.us']) {
      expect(chatReads['chats.find'](tx, { instance: of, chatId })).toEqual({ instance, chat: chat('200') })
    }
  }
  expect(chatReads['chats.find'](tx, { instance, chatId: '404' })).toBeNull()
})
