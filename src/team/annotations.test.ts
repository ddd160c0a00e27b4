import { expect, test } from 'vitest'
import type { LabelKey, NoteKey } from '../contract/ids.ts'
import { createAnnotatedChat, watchChat } from './testing/annotated-chat.ts'
import { createTeamScene, giveToken } from './testing/team-scene.ts'

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

test('a note changed before the database lost it is written over no change that a colleague made since', async () => {
  const { yara, anna, database } = await createAnnotatedChat()
  const standby = await database.copy()
  const change = async (who: typeof yara, text: string) => {
    const [note] = await who.call('notes.list', { chat: who.chatKey })
    await who.call('notes.change', { key: note?.key as NoteKey, text })
  }
  const inDatabase = (text: string) =>
    yara.waitFor(`the database has "${text}"`, async () => {
      const rows = await database.run('select text from switchboard.note')
      return rows.length === 1 && rows[0]?.['text'] === text
    })
  await yara.call('notes.add', { chat: yara.chatKey, text: 'first' })
  await inDatabase('first')
  await change(yara, 'second')
  await anna.untilNotes('the note is there too', ['second'])
  anna.line.cut(true)
  await anna.until('team.status', {}, (status) => status.kind === 'joined' && status.state === 'away')
  await change(anna, 'says Anna')
  await database.swapWith(standby)
  await inDatabase('second')
  await change(yara, 'says Yara')
  await inDatabase('says Yara')
  anna.line.cut(false)
  for (const who of [anna, yara]) await who.untilNotes('both are there', ['says Anna', 'says Yara'])
  const rows = await database.run('select text from switchboard.note order by text')
  expect(rows.map(({ text }) => text)).toEqual(['says Anna', 'says Yara'])
})

test('what was written before an instance is shared is with all when it is', async () => {
  const scene = await createTeamScene()
  const yara = await scene.desk('Yara', 'administrator', { instances: [scene.account] })
  await giveToken(yara, scene)
  const lena = scene.instance.person('79990001122')
  lena.says('a question')
  await yara.waitFor('the question is there', async () => (await yara.texts(lena.chatId)).length === 1)
  const chat = await yara.chat(yara.firstKey(), lena.chatId)
  await yara.call('notes.add', { chat, text: 'from before the team' })
  const { key } = await yara.call('labels.save', { name: 'Early' })
  await yara.call('labels.set', { chat, label: key, on: true })
  await yara.join()
  await yara.call('team.share', { instance: yara.firstKey() })
  const joined = await scene.desk('Anna')
  await joined.join()
  const anna = await watchChat(joined, lena.chatId)
  await anna.untilNotes('the note is there', ['from before the team'])
  await anna.waitFor('the label is there', async () => (await anna.labels()).includes('Early'))
  expect(await anna.labels()).toEqual(['Early'])
})
