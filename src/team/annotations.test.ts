import { expect, test } from 'vitest'
import type { LabelKey, NoteKey } from '../contract/ids.ts'
import { setUpTeam } from './set-up-team.ts'
import { createAnnotatedChat } from './testing/annotated-chat.ts'

test('a note and a label that one writes are with the other, who finds them, changes them, and sees who it was', async () => {
  const { yara, anna } = await createAnnotatedChat()
  await yara.call('notes.add', { chat: yara.chatKey, text: 'Wants the green one' })
  const { key } = await yara.call('labels.save', { name: 'Urgent', hue: 4 })
  await yara.call('labels.set', { chat: yara.chatKey, label: key, on: true })
  await anna.untilNotes('the note is there too', ['Wants the green one'])
  expect(await anna.notes()).toEqual([['Wants the green one', 'Yara', false]])
  expect(await anna.call('notes.list', { chat: anna.chatKey })).toMatchObject([{ editedAt: null }])
  await anna.waitFor('the label is there too', async () => (await anna.labels()).includes('Urgent'))
  expect(await anna.call('labels.list', {})).toMatchObject([{ name: 'Urgent', hue: 4, chats: 1 }])
  const found = await anna.call('search.notes', { text: 'green', scope: null, limit: 10 })
  expect(found).toMatchObject([{ chat: anna.chatKey, chatTitle: 'Lena' }])

  const [note] = await anna.call('notes.list', { chat: anna.chatKey })
  await anna.call('notes.change', { key: note?.key as NoteKey, text: 'Took the blue one' })
  await yara.untilNotes('it is changed there too', ['Took the blue one'])
  const [label] = await anna.call('labels.list', {})
  await anna.call('labels.save', { key: label?.key as LabelKey, name: 'Done soon' })
  await yara.waitFor('the label has its new name', async () => String(await yara.labels()) === 'Done soon')
  await anna.call('labels.set', { chat: anna.chatKey, label: label?.key as LabelKey, on: false })
  await yara.waitFor('the label is off', async () => (await yara.labels()).length === 0)
  const [own] = await yara.call('notes.list', { chat: yara.chatKey })
  await yara.call('notes.remove', { key: own?.key as NoteKey })
  await anna.untilNotes('it is gone there too', [])
  if (own !== undefined) await yara.call('notes.restore', { ...own })
  await anna.untilNotes('it is back there too', ['Took the blue one'])
})

test('two who change one note while they can not hear each other keep both texts, on both desks', async () => {
  const { yara, anna, desk, at } = await createAnnotatedChat()
  await yara.call('notes.add', { chat: yara.chatKey, text: 'before' })
  await anna.untilNotes('the note is there too', ['before'])
  anna.line.cut(true)
  await anna.until('team.status', {}, (status) => status.kind === 'joined' && status.state === 'away')
  for (const [who, text] of [
    [anna, 'says Anna'],
    [yara, 'says Yara'],
  ] as const) {
    const [note] = await who.call('notes.list', { chat: who.chatKey })
    await who.call('notes.change', { key: note?.key as NoteKey, text })
  }
  anna.line.cut(false)
  for (const who of [anna, yara]) await who.untilNotes('both are there', ['says Anna', 'says Yara'])
  expect(await yara.notes()).toEqual(expect.arrayContaining([['says Anna', 'Anna', false]]))
  // Who joins later gets what stands.
  const late = await desk('Ines')
  await late.join()
  await (await at(late)).untilNotes('both are there', ['says Anna', 'says Yara'])
})

test('what was written before an instance is shared, or while its database knows no notes, is with all when it can be', async () => {
  const { yara, anna, database, desk, at } = await createAnnotatedChat()
  await database.run(`drop table switchboard.note, switchboard.chat_label cascade;
    drop function switchboard.next_n, switchboard.check_room, switchboard.put_labels, switchboard.keep_entry,
      switchboard.append(bigint, bigint, uuid, bigint, text, boolean, text, text, boolean, boolean); update switchboard.team set schema_version = 2;
    drop index switchboard.send_waiting`)
  // Desks of before go on: these look at the schema when they join.
  const tom = await desk('Tom')
  await tom.join()
  const late = await at(tom)
  const chat = late.chatKey
  await tom.call('notes.add', { chat, text: 'while nobody could read it' })
  const { key } = await tom.call('labels.save', { name: 'Early' })
  await tom.call('labels.set', { chat, label: key, on: true })
  expect(await tom.joined()).toMatchObject({ state: 'live', trouble: null })
  expect(await setUpTeam(database.owner)).toBe(4)
  await anna.untilNotes('it is there', ['while nobody could read it'])
  await yara.waitFor('the label is there', async () => (await yara.labels()).includes('Early'))
})
