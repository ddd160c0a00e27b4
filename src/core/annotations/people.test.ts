import { expect, onTestFinished, test } from 'vitest'
import type { ChatKey, InstanceKey } from '../../contract/ids.ts'
import type { SharedKind } from '../../contract/people.ts'
import { eraseSome, markErased, recordCopiesErased } from '../erasing/tx/erase-some.ts'
import { joinChats } from '../messages/archive/tx/join-chats.ts'
import { storePerson } from '../messages/archive/tx/people.ts'
import { chatReads } from '../reading/tx/chats.ts'
import { messageReads } from '../reading/tx/messages.ts'
import { sharedFiles } from '../reading/tx/shared-files.ts'
import { createTestArchive, testNow, testSeconds } from '../testing/create-test-archive.ts'
import { annotationReads, annotationWrites } from './tx/annotations-intents.ts'

const number = '79990001122@c.us'

function open() {
  const archive = createTestArchive()
  onTestFinished(() => archive[Symbol.dispose]())
  const { tx, give, chat, addInstance, instance } = archive
  const warehouse = addInstance('1101000002')
  const written = (id: string, senderName: string, of: InstanceKey = instance): ChatKey => {
    give(id, [{ typeMessage: 'textMessage', textMessage: 'hello', senderId: id, senderName }], { instance: of })
    return chat(id, of)
  }
  const card = (on: ChatKey) => annotationReads['people.card'](tx, { chat: on })
  const title = (on: ChatKey) => chatReads['chats.details'](tx, { chat: on }).title
  const setName = (on: ChatKey, name: string) => annotationWrites['people.setName'](tx, { chat: on, name })
  const setField = (on: ChatKey, name: string, value: string) =>
    annotationWrites['people.setField'](tx, { chat: on, name, value })
  const merge = (on: ChatKey, other: ChatKey) => annotationWrites['people.merge'](tx, { chat: on, other })
  const separate = (on: ChatKey, other: ChatKey) => annotationWrites['people.separate'](tx, { chat: on, other })
  const chatsOf = (on: ChatKey) => (card(on)?.chats ?? []).map((one) => one.chat)
  const fieldsOf = (on: ChatKey) => (card(on)?.fields ?? []).map(({ name, value }) => `${name}: ${value}`)
  const files = (on: ChatKey, kind: SharedKind, limit = 10) => sharedFiles(tx, { chat: on, kind, limit })
  return { ...archive, warehouse, written, card, title, setName, setField, merge, separate, chatsOf, fieldsOf, files }
}

test('the chats of one number on all instances are one person, and those of no other number', () => {
  const { written, warehouse, tx, instance, chatsOf, card } = open()
  const [inShop, inWarehouse] = [written(number, 'Anna'), written(number, 'Anna K', warehouse)]
  // Numbers that begin or end like it are others, and a group is no person.
  const stranger = written('799900011223@c.us', 'Other')
  written('9990001122@c.us', 'Other')
  const group = written('79990001122-1600000000@g.us', 'Anna')
  annotationWrites['notes.store'](tx, {
    chat: inWarehouse,
    text: 'Collects by van',
    id: '00000000-0000-4000-8000-000000000001',
    at: testNow,
    editedAt: null,
  })
  expect(card(inShop)).toMatchObject({
    chats: [{ chat: inWarehouse, instance: warehouse, notes: 1, title: 'Anna K', byHand: false }],
  })
  expect(chatsOf(inWarehouse)).toEqual([inShop])
  expect([chatsOf(stranger), card(group)]).toEqual([[], null])
  const notes = (on: ChatKey) => annotationReads['notes.list'](tx, { chat: on }).map(({ text, chat }) => [text, chat])
  expect(notes(inShop)).toEqual([['Collects by van', inWarehouse]])
  expect([notes(stranger), notes(group)]).toEqual([[], []])
  tx.run('update instance set detached_at = 1 where key = ?', [warehouse])
  expect(chatsOf(inShop)).toEqual([])
  expect(() => card(999 as ChatKey)).toThrow('notFound')
  expect(instance).not.toBe(warehouse)
})

test('a name given here shows in every chat of the number, in groups, in the search, and in chats that come later', () => {
  const { written, warehouse, setName, title, card, tx, give, chat, takeChanges, instance, addInstance } = open()
  const [inShop, inWarehouse] = [written(number, 'Anna'), written(number, 'Anna K', warehouse)]
  const group = '79990003344-1600000000@g.us'
  give(group, [{ typeMessage: 'textMessage', textMessage: 'hi', senderId: number, senderName: 'Anna' }])
  takeChanges()
  setName(inShop, '  Anna \n of the bakery ')
  expect([title(inShop), title(inWarehouse)]).toEqual(['Anna of the bakery', 'Anna of the bakery'])
  // Among the chats of the person each has its own.
  expect(card(inShop)?.chats).toMatchObject([{ title: 'Anna K' }])
  expect(takeChanges()).toEqual(
    expect.arrayContaining([
      { kind: 'chats', instance, chats: [inShop] },
      { kind: 'chats', instance: warehouse, chats: [inWarehouse] },
      { kind: 'people' },
    ]),
  )
  const rows = (text: string) =>
    chatReads['chats.list'](tx, { scope: null, filter: 'all', text, offset: 0, limit: 9 }).rows
  expect(rows('bakery').map(({ key }) => key)).toEqual(expect.arrayContaining([inShop, inWarehouse]))
  expect(rows('1600000000')[0]?.preview?.senderName).toBe('Anna of the bakery')
  const shown = messageReads['messages.window'](tx, {
    chat: chat(group),
    anchor: { kind: 'newest' },
    before: 5,
    after: 0,
  }).rows
  expect(shown[0]?.sender.name).toBe('Anna of the bakery')
  // What the service reports later renames nobody, and a number that is learned later is the person's.
  storePerson(tx, instance, { id: number, name: 'Anna B', contactName: 'Bakery', phone: '' }, testNow)
  written(number, 'Anna B')
  expect(title(inShop)).toBe('Anna of the bakery')
  const third = chat(number, addInstance('1101000003'))
  expect(title(third)).toBe('Anna of the bakery')
  setName(third, '')
  expect([title(inShop), title(third)]).toEqual(['Bakery', '+7 999 000 11 22'])
})

test('merging by hand shows one person, and separating gives back both as they were', () => {
  const { written, warehouse, setName, setField, merge, separate, title, chatsOf, fieldsOf, card } = open()
  const [anna, work, hidden] = [
    written(number, 'Anna'),
    written('4915112345678@c.us', 'A. K.', warehouse),
    written('77@lid', '?'),
  ]
  setField(anna, 'Size', 'M')
  setName(work, 'Anna from work')
  setField(work, 'Invoice', 'by post')
  merge(anna, work)
  merge(work, hidden)
  merge(anna, hidden)
  for (const one of [anna, work, hidden]) {
    expect(title(one)).toBe('Anna from work')
    expect(fieldsOf(one)).toEqual(['Size: M', 'Invoice: by post'])
    expect([one, ...chatsOf(one)].toSorted()).toEqual([anna, work, hidden].toSorted())
  }
  expect(card(anna)?.chats.every(({ byHand }) => byHand)).toBe(true)
  // The name that is shown is the one that is changed.
  setName(hidden, 'Anna at work')
  separate(hidden, anna)
  expect([anna, work, hidden].map(title)).toEqual(['Anna at work', 'Anna at work', '?'])
  separate(work, anna)
  expect([anna, work, hidden].map(title)).toEqual(['Anna', 'Anna at work', '?'])
  expect([fieldsOf(anna), fieldsOf(work), chatsOf(anna)]).toEqual([['Size: M'], ['Invoice: by post'], []])
})

test('a merge is undone from either side, and cards that were merged before stay together', () => {
  const { written, setName, merge, separate, title, chatsOf, give } = open()
  const [a, b, c] = [written('11111111@c.us', 'A'), written('22222222@c.us', 'B'), written('33333333@c.us', 'C')]
  merge(a, b)
  merge(c, a)
  setName(c, 'Three in one')
  // The newest first, whichever it is.
  give('33333333@c.us', [{ typeMessage: 'textMessage', textMessage: 'hello', timestamp: testSeconds + 1 }])
  expect(chatsOf(b)).toEqual([c, a])
  give('11111111@c.us', [{ typeMessage: 'textMessage', textMessage: 'hello', timestamp: testSeconds + 2 }])
  expect(chatsOf(b)).toEqual([a, c])
  separate(c, a)
  expect([chatsOf(a), chatsOf(b), chatsOf(c)]).toEqual([[b], [a], []])
  expect([a, b, c].map(title)).toEqual(['A', 'B', 'Three in one'])
  merge(c, a)
  // From the chat that was merged: the one above it leaves.
  separate(a, c)
  expect([chatsOf(a), chatsOf(c)]).toEqual([[b], []])
  separate(a, c)
  expect(chatsOf(a)).toEqual([b])
})

test('a card of a hidden number becomes that of the number, and two chats that prove to be one have one card', () => {
  const { written, warehouse, setName, setField, title, fieldsOf, chatsOf, tx, instance, merge } = open()
  const hidden = written('10000077@lid', 'Boris')
  setName(hidden, 'Boris by name')
  setField(hidden, 'Door', '4')
  const known = written(number, 'Boris')
  setField(known, 'Floor', '2')
  merge(known, hidden)
  const joined = joinChats(tx, instance, number, '10000077@lid', 'history')
  expect([title(joined), fieldsOf(joined)]).toEqual(['Boris by name', ['Door: 4', 'Floor: 2']])
  setField(joined, 'Bell', 'K')
  const elsewhere = written(number, 'B', warehouse)
  expect([title(elsewhere), chatsOf(elsewhere)]).toEqual(['Boris by name', [joined]])
  expect(fieldsOf(elsewhere)).toEqual(['Door: 4', 'Floor: 2', 'Bell: K'])
  expect(tx.all('select key from person_card')).toHaveLength(1)
})

test('chats that prove to be one join their cards without a circle, so that one Separate is enough', () => {
  const { written, chatsOf, tx, instance, merge, separate } = open()
  const [known, other] = [written(number, 'Boris'), written('22222222@c.us', 'Boris at home')]
  const hidden = written('10000077@lid', 'Boris')
  merge(other, known)
  merge(hidden, other)
  const joined = joinChats(tx, instance, number, '10000077@lid', 'history')
  expect(chatsOf(joined)).toEqual([other])
  separate(joined, other)
  expect([chatsOf(joined), chatsOf(other)]).toEqual([[], []])
})

test('what can not be kept is refused with a word for it, and hostile text is text', () => {
  const { written, setName, setField, merge, card, tx } = open()
  const anna = written(number, 'Anna')
  const group = written('79990001122-1600000000@g.us', 'Anna')
  setName(anna, 'x'.repeat(300))
  expect(() => setName(anna, 'x'.repeat(301))).toThrow('personTextTooLong')
  expect(() => setName(anna, '\ud83d')).toThrow('textBroken')
  expect(() => setName(group, 'Anna')).toThrow('notPerson')
  expect(() => merge(anna, group)).toThrow('notPerson')
  expect(() => setField(anna, ' \n', 'x')).toThrow('fieldNameEmpty')
  expect(() => setField(anna, 'x', 'y'.repeat(2001))).toThrow('personTextTooLong')
  const { key } = setField(anna, `'); drop table person_field; --`, '')
  expect(card(anna)?.fields.map((field) => field.key)).toEqual([key])
  const other = written('22222222@c.us', 'Other')
  // A field of somebody else is not changed by a window that shows another person.
  expect(() => annotationWrites['people.setField'](tx, { chat: other, key, name: 'n', value: 'v' })).toThrow('notFound')
  annotationWrites['people.setField'](tx, { chat: anna, key, name: 'Plain', value: 'v' })
  expect(card(anna)?.fields).toMatchObject([{ name: 'Plain', value: 'v' }])
  // Its answer was lost, and the person saved it once more.
  expect(setField(anna, 'Plain', 'v')).toEqual({ key })
  expect(card(anna)?.fields).toHaveLength(1)
  for (let n = 1; n < 50; n++) setField(anna, `Field ${n}`, '')
  expect(() => setField(anna, 'One more', '')).toThrow('fieldTooMany')
  annotationWrites['people.removeField'](tx, { key })
  annotationWrites['people.removeField'](tx, { key })
  expect(card(anna)?.fields).toHaveLength(49)
  for (let n = 0; n < 19; n++) merge(anna, written(`3333333${String(n).padStart(2, '0')}@c.us`, 'P'))
  expect(() => merge(anna, written('44444444@c.us', 'P'))).toThrow('personTooManyChats')
})

test('shared files are those of all chats of the person by kind, the newest first, without what was deleted', () => {
  const { give, chat, warehouse, files, tx } = open()
  const file = (typeMessage: string, fileName: string, at: number, mimeType: string) => ({
    typeMessage,
    fileName,
    mimeType,
    caption: '',
    downloadUrl: `https://media.example/${fileName}`,
    timestamp: testSeconds - at,
    senderId: number,
  })
  give(number, [
    file('imageMessage', 'a.jpg', 50, 'image/jpeg'),
    file('documentMessage', 'offer.pdf', 40, 'application/pdf'),
    file('audioMessage', 'voice.ogg', 30, 'audio/ogg'),
    { typeMessage: 'textMessage', textMessage: 'no file', senderId: number },
  ])
  const [gone] = give(
    number,
    ['b.mp4', 'c.jpg'].map((name, index) => file('videoMessage', name, 20 - 10 * index, 'video/mp4')),
    {
      instance: warehouse,
    },
  )
  const [inShop, inWarehouse] = [chat(number), chat(number, warehouse)]
  const names = (on: ChatKey, kind: SharedKind, limit = 10) =>
    files(on, kind, limit).files.map(({ fileName }) => fileName)
  expect(names(inShop, 'pictures')).toEqual(['c.jpg', 'b.mp4', 'a.jpg'])
  expect(names(inWarehouse, 'pictures', 2)).toEqual(['c.jpg', 'b.mp4'])
  expect(names(inWarehouse, 'pictures', 1)).toEqual(['c.jpg'])
  expect([names(inShop, 'files'), names(inShop, 'sounds')]).toEqual([['offer.pdf'], ['voice.ogg']])
  expect(files(inShop, 'files')).toMatchObject({
    files: [{ kind: 'document', chat: inShop, hasLink: true, file: { kind: 'absent' } }],
    counts: { pictures: 3, files: 1, sounds: 1 },
  })
  tx.run('update message set hidden_at = 1 where key = ?', [gone])
  expect(files(inShop, 'pictures').counts.pictures).toBe(2)
  expect(() => files(999 as ChatKey, 'files')).toThrow('notFound')
})

test('erasing an instance takes the cards of people who have no chat left, and no other one', () => {
  const { written, warehouse, setName, setField, merge, title, tx, instance } = open()
  const [onlyHere, both, merged] = [written('11111111@c.us', 'A'), written(number, 'B'), written('55@lid', 'C')]
  const elsewhere = written(number, 'B', warehouse)
  for (const one of [onlyHere, both, merged]) setField(one, 'Secret', 'yes')
  setName(merged, 'Kept with B')
  merge(both, merged)
  tx.run('update instance set detached_at = 1 where key = ?', [instance])
  markErased(tx, instance)
  for (let done = eraseSome(tx); done.more; done = eraseSome(tx))
    if (done.copies !== null) recordCopiesErased(tx, { instance: done.copies })
  expect(tx.all('select digits from person_card order by digits')).toEqual([
    { digits: null },
    { digits: '79990001122' },
  ])
  expect(title(elsewhere)).toBe('Kept with B')
})
