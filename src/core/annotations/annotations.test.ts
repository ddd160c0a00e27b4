import { expect, onTestFinished, test } from 'vitest'
import type { ChatKey, LabelKey } from '../../contract/ids.ts'
import { accountWrites } from '../accounts/tx/accounts-intents.ts'
import { eraseSome, markErased, recordCopiesErased } from '../erasing/tx/erase-some.ts'
import { joinChats } from '../messages/archive/tx/join-chats.ts'
import { chatReads, chatWrites } from '../reading/tx/chats.ts'
import { readSearch } from '../search/rules/search-query.ts'
import { searchReads } from '../search/tx/search-intents.ts'
import { createTestArchive, testNow } from '../testing/create-test-archive.ts'
import { annotationReads, annotationWrites } from './tx/annotations-intents.ts'

function open() {
  const archive = createTestArchive()
  onTestFinished(() => archive[Symbol.dispose]())
  const { tx, give, chat } = archive
  const written = (id: string, senderName: string): ChatKey => {
    give(id, [{ typeMessage: 'textMessage', textMessage: 'hello', senderId: id, senderName }])
    return chat(id)
  }
  const label = (name: string, hue?: number) => annotationWrites['labels.save'](tx, { name, hue })
  let made = 0
  const note = (on: ChatKey, text: string, at = testNow) => {
    made += 1
    const id = `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`
    return annotationWrites['notes.store'](tx, { chat: on, id, text, at, editedAt: null })
  }
  const labels = () => annotationReads['labels.list'](tx)
  const notesOf = (on: ChatKey) => annotationReads['notes.list'](tx, { chat: on }).map(({ text }) => text)
  const set = (on: ChatKey, key: LabelKey, isOn = true) =>
    annotationWrites['labels.set'](tx, { chat: on, label: key, on: isOn })
  const list = (more: Partial<Parameters<(typeof chatReads)['chats.list']>[1]> = {}) =>
    chatReads['chats.list'](tx, { scope: null, filter: 'all', offset: 0, limit: 50, ...more })
  const found = (typed: string) => {
    const query = readSearch(typed)
    return query === null ? [] : searchReads['search.notes'](tx, { query, scope: null, limit: 10 })
  }
  return { ...archive, written, label, labels, note, notesOf, set, list, found }
}

test('labels are named once, deal out their hues, and what can not be one is refused with a word for it', () => {
  const { label, labels, tx } = open()
  const urgent = label('  Urgent \n now ')
  expect(labels()).toEqual([{ key: urgent, name: 'Urgent now', hue: 1, chats: 0 }])
  expect(() => label('URGENT NOW')).toThrow('labelNameTaken')
  expect(() => label(' \u200b ')).toThrow('labelNameEmpty')
  label('x'.repeat(32))
  expect(() => label('x'.repeat(33))).toThrow('labelNameTooLong')
  annotationWrites['labels.save'](tx, { key: urgent, name: 'urgent now', hue: 6 })
  expect(labels().find(({ key }) => key === urgent)).toMatchObject({ name: 'urgent now', hue: 6 })
  for (let n = labels().length; n < 50; n++) label(`Label ${n}`)
  const used = Map.groupBy(labels(), ({ hue }) => hue)
  expect([...used.values()].every((of) => of.length >= 8 && of.length <= 9)).toBe(true)
  expect(() => label('One too many')).toThrow('labelTooMany')
  annotationWrites['labels.remove'](tx, { key: urgent })
  label('Now it fits')
  expect(() => annotationWrites['labels.save'](tx, { key: urgent, name: 'Gone' })).toThrow('notFound')
})

test('a window that still shows a removed label or note changes no other one', () => {
  const { written, label, labels, note, notesOf, tx } = open()
  const anna = written('200', 'Anna')
  const [goneLabel, goneNote] = [label('Gone'), note(anna, 'Gone')]
  annotationWrites['labels.remove'](tx, { key: goneLabel })
  annotationWrites['notes.remove'](tx, { key: goneNote })
  label('Other')
  note(anna, 'Other')
  expect(() => annotationWrites['labels.save'](tx, { key: goneLabel, name: 'Renamed' })).toThrow('notFound')
  expect(() => annotationWrites['notes.change'](tx, { key: goneNote, text: 'Changed' })).toThrow('notFound')
  expect([labels().map(({ name }) => name), notesOf(anna)]).toEqual([['Other'], ['Other']])
})

test('the list says which labels a chat has, shows the chats of one, and finds them by its name', () => {
  const { written, label, labels, set, list, tx, takeChanges } = open()
  const [anna, boris] = [written('200', 'Anna'), written('300', 'Boris')]
  const [order, vip] = [label('Order'), label('VIP customer')]
  takeChanges()
  set(anna, order)
  set(anna, order)
  expect(takeChanges().filter(({ kind }) => kind === 'chats')).toHaveLength(1)
  set(anna, vip)
  set(boris, vip)
  expect(list().rows.find(({ key }) => key === anna)?.labels).toEqual([order, vip])
  expect(list({ label: order })).toMatchObject({ total: 1, rows: [{ title: 'Anna' }] })
  expect(list({ label: vip, filter: 'waiting' }).rows.map(({ title }) => title)).toEqual(['Anna', 'Boris'])
  expect(labels().map(({ name, chats }) => [name, chats])).toEqual([
    ['Order', 1],
    ['VIP customer', 2],
  ])
  expect(list({ text: 'vip' }).rows.map(({ title, found }) => [title, found])).toEqual(
    expect.arrayContaining([
      ['Anna', 'VIP customer'],
      ['Boris', 'VIP customer'],
    ]),
  )
  // Whoever looks for a chat finds it wherever it was put.
  chatWrites['chats.setArchived'](tx, { chat: boris, archived: true })
  expect(list({ text: 'vip' }).rows.map(({ title }) => title)).toEqual(['Anna', 'Boris'])
  expect(list({ label: vip }).rows.map(({ title }) => title)).toEqual(['Anna'])
  set(anna, order, false)
  expect(list({ label: order }).total).toBe(0)
  annotationWrites['labels.remove'](tx, { key: vip })
  expect(list().rows.map((row) => row.labels)).toEqual([[]])
  expect(() => set(anna, vip)).toThrow('notFound')
})

test('notes stand newest first, can be changed and taken back, and are found by their words and numbers', () => {
  const { written, note, notesOf, found, tx, setNow, instance } = open()
  const anna = written('200', 'Anna')
  const first = note(anna, ' Wants the green one.\r\nCall +7 999 000-11-22 ', testNow - 1000)
  note(anna, 'Счёт отправлен')
  expect(notesOf(anna)).toEqual(['Счёт отправлен', 'Wants the green one.\nCall +7 999 000-11-22'])
  expect(found('green call')).toMatchObject([{ note: first, chat: anna, chatTitle: 'Anna' }])
  expect(found('79990001122')).toHaveLength(1)
  expect(found('счет')[0]?.snippet).toBe('Счёт отправлен')
  setNow(testNow + 5000)
  annotationWrites['notes.change'](tx, { key: first, text: 'Wants the blue one' })
  expect(found('green')).toEqual([])
  const [, changed] = annotationReads['notes.list'](tx, { chat: anna })
  expect(changed).toMatchObject({ key: first, at: testNow - 1000, editedAt: testNow + 5000 })
  annotationWrites['notes.remove'](tx, { key: first })
  expect(found('blue')).toEqual([])
  if (changed === undefined) throw new Error('no note')
  annotationWrites['notes.store'](tx, changed)
  expect(annotationReads['notes.list'](tx, { chat: anna })[1]).toMatchObject({ id: changed.id, text: changed.text })
  expect(found('blue')).toHaveLength(1)
  // The same note from another computer: the newer text stays.
  annotationWrites['notes.store'](tx, { ...changed, text: 'Wanted the red one', editedAt: testNow })
  expect(found('red')).toEqual([])
  annotationWrites['notes.store'](tx, { ...changed, text: 'Took the red one', editedAt: testNow + 9000 })
  expect(found('red')).toHaveLength(1)
  // Nor is it found of an instance that was removed.
  accountWrites['accounts.detach'](tx, { key: instance, erase: false })
  expect(found('red')).toEqual([])
})

test('a note that can not be kept is refused with a word for it, and hostile text is text', () => {
  const { written, note, notesOf, found } = open()
  const anna = written('200', 'Anna')
  expect(() => note(anna, ' \n ')).toThrow('noteBlank')
  expect(() => note(anna, 'x'.repeat(4001))).toThrow('noteTooLong')
  expect(() => note(anna, '\ud83d')).toThrow('textBroken')
  expect(() => note(999 as ChatKey, 'x')).toThrow('notFound')
  note(anna, `'); drop table note; -- " * NEAR(`)
  expect(found('"drop table*')).toHaveLength(1)
  for (let n = 1; n < 200; n++) note(anna, 'x'.repeat(4000))
  expect(() => note(anna, 'one more')).toThrow('noteTooMany')
  expect(notesOf(anna)).toHaveLength(200)
})

test('two chats that prove to be one keep the labels and notes of both, and what is erased takes them with it', () => {
  const { written, label, set, note, notesOf, list, found, tx, instance } = open()
  const [typed, reported] = ['79990001122@c.us', '10000077']
  const [first, second] = [written(typed, 'Anna'), written(reported, 'Anna')]
  const [order, vip] = [label('Order'), label('VIP')]
  for (const [on, key] of [
    [first, order],
    [second, order],
    [second, vip],
  ] as const)
    set(on, key)
  note(first, 'one', testNow)
  note(second, 'two', testNow + 1)
  const joined = joinChats(tx, instance, reported, typed, 'checkAccount')
  expect(list().rows.map((row) => row.labels.toSorted())).toEqual([[order, vip]])
  expect(notesOf(joined)).toEqual(['two', 'one'])
  tx.run('update instance set detached_at = 1 where key = ?', [instance])
  expect(found('two')).toEqual([])
  markErased(tx, instance)
  for (let done = eraseSome(tx); done.more; done = eraseSome(tx))
    if (done.copies !== null) recordCopiesErased(tx, { instance: done.copies })
  for (const table of ['note', 'chat_label']) expect(tx.all(`select * from ${table}`)).toEqual([])
  expect(tx.all(`select rowid from note_fts where note_fts match 'two'`)).toEqual([])
})
