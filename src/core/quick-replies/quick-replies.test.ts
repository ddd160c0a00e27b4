import { csvLine } from '../base/csv.ts'
import { readCsvReplies, readJsonReplies } from './rules/read-quick-replies.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestCore, type TestCore } from '../testing/start-test-core.ts'

let app: TestCore
let shop: number
beforeAll(async () => {
  app = await startTestCore({
    started: false,
    instances: [{ apiUrl: 'https://api.example.com', idInstance: '1101000001', token: null }],
  })
  shop = app.firstKey()
})
afterAll(() => app.stop())

const names = async (scope: number | null = null) =>
  (await app.call('quickReplies.list', { scope: scope as never })).map(({ name }) => name)
const save = (name: string, text: string, instance: number | null = null) =>
  app.call('quickReplies.save', { instance: instance as never, name, text })
const bringIn = (text: string, format: 'csv' | 'json' = 'csv') => app.call('quickReplies.import', { format, text })

test('keeps quick replies for all and for one instance, by name, and refuses what can not be used, with a word for it', async () => {
  const { key } = await save('  Pick-up,  both ways ', 'Thank you, {name}.\r\nYours, {instance}')
  await save('Hours', 'Open from 9.', shop)
  await save('Hours', 'Open from 10.')
  expect(await names(shop)).toEqual(['Hours', 'Hours', 'Pick-up, both ways'])
  await expect(save('HOURS', 'x')).rejects.toThrow('quickReplyNameTaken')
  await expect(save(' ', 'x')).rejects.toThrow('quickReplyNameEmpty')
  await expect(save('x'.repeat(65), 'x')).rejects.toThrow('quickReplyNameTooLong')
  await expect(save('Blank', ' \n')).rejects.toThrow('textBlank')
  await expect(save('Long', 'x'.repeat(20_001))).rejects.toThrow('textTooLong')
  await expect(save('Half', '\ud83d')).rejects.toThrow('textBroken')
  await expect(save('Price', 'It is {price}')).rejects.toMatchObject({ data: { details: { text: '{price}' } } })
  await save('Long', '<b>'.padEnd(20_000, 'x'))
  const changed = await app.call('quickReplies.save', { key, instance: null, name: 'Pick-up', text: 'Thanks.' })
  expect(changed.key).toBe(key)
  await app.call('quickReplies.remove', { key })
  await expect(app.call('quickReplies.save', { key, instance: null, name: 'Gone', text: 'x' })).rejects.toThrow(
    'notFound',
  )
  expect(await names()).toEqual(['Hours', 'Hours', 'Long'])
})

test('a save from a window that still shows a removed quick reply changes no other one', async () => {
  const { key } = await save('Removed elsewhere', 'Old words')
  await app.call('quickReplies.remove', { key })
  const other = await save('Added elsewhere', 'Its own words')
  expect(other.key).not.toBe(key)
  await expect(
    app.call('quickReplies.save', { key, instance: null, name: 'Removed elsewhere', text: 'New words' }),
  ).rejects.toThrow('notFound')
  const replies = await app.call('quickReplies.list', { scope: null })
  expect(replies.find((reply) => reply.key === other.key)).toMatchObject({ text: 'Its own words' })
  await app.call('quickReplies.remove', { key: other.key })
})

test('one that is removed while its text is being written costs neither the draft nor the message', async () => {
  const { key } = await save('Soon gone', 'We come at nine.')
  const { chat } = await app.call('chats.open', { instance: shop as never, chatId: '79990001122@c.us' })
  const draft = { chat, text: 'We come at nine.', quickReply: key }
  await app.call('chats.saveDraft', draft)
  await app.call('quickReplies.remove', { key })
  expect(await app.call('chats.details', { chat })).toMatchObject({ draftText: draft.text, draftReply: null })
  await app.call('chats.saveDraft', { ...draft, text: 'We come at nine, Anna.' })
  const { message } = await app.call('messages.send', { ...draft, text: 'We come at nine, Anna.' })
  expect((await app.call('messages.details', { message })).message).toMatchObject({
    content: { text: 'We come at nine, Anna.' },
    status: { kind: 'queued' },
  })
})

test('takes in what spreadsheets write, leaves out what can not be used with its line and a reason, and overwrites nothing', async () => {
  await save('Taken', 'My own words')
  const result = await bringIn(
    [
      '\ufeffInstance;Name;Text;Notes',
      ';"Delivery ""today""";"Two lines\nof text; and a semicolon";x',
      'shop;Ours;Only here',
      "nowhere;Lost;It's nobody's",
      ';Taken;Other words',
      ';Taken;My own words',
      ";Formula;'=HYPERLINK(1)",
      ';;No name',
      ';Price;It costs {price}',
      `;Long;${'x'.repeat(20_001)}`,
      '',
    ].join('\r\n'),
  )
  expect(result).toEqual({
    kind: 'read',
    added: 3,
    same: 1,
    skipped: [
      { line: 5, name: 'Lost', why: 'instance', value: 'nowhere' },
      { line: 6, name: 'Taken', why: 'nameTaken', value: '' },
      { line: 9, name: '', why: 'nameEmpty', value: '' },
      { line: 10, name: 'Price', why: 'variable', value: '{price}' },
      { line: 11, name: 'Long', why: 'textTooLong', value: '' },
    ],
  })
  const all = await app.call('quickReplies.list', { scope: null })
  expect(all.find(({ name }) => name === 'Taken')?.text).toBe('My own words')
  expect(all.find(({ name }) => name === 'Formula')?.text).toBe('=HYPERLINK(1)')
  expect(all.find(({ name }) => name === 'Delivery "today"')?.text).toBe('Two lines\nof text; and a semicolon')
  expect(all.find(({ name }) => name === 'Ours')?.instance).toBe(shop)
})

test('says what a file lacks that holds no quick replies, and takes nothing of it', async () => {
  const before = await names()
  expect(await bringIn('titel,inhalt\na,b')).toEqual({ kind: 'unreadable', why: 'columns', found: ['titel', 'inhalt'] })
  expect(await bringIn('')).toMatchObject({ kind: 'unreadable', why: 'columns' })
  expect(await bringIn('name,text\nA,"never closed')).toEqual({ kind: 'unreadable', why: 'quote', found: ['2'] })
  expect(await bringIn('{"a":', 'json')).toMatchObject({ kind: 'unreadable', why: 'json' })
  expect(await bringIn('[1,{"name":"No text"}]', 'json')).toMatchObject({
    kind: 'read',
    added: 0,
    skipped: [
      { line: 1, why: 'shape' },
      { line: 2, why: 'shape' },
    ],
  })
  expect(await names()).toEqual(before)
})

test.each(['csv', 'json'] as const)('writes all into a %s that it reads back word for word', async (format) => {
  await app.call('quickReplies.save', {
    instance: null,
    name: `Back ${format}`,
    text: '=1+1, "quoted"; {time}\nsecond',
  })
  const { id, rows } = await app.call('quickReplies.export', { format })
  const file = await app.core.openFile(id)
  const { readFileSync } = await import('node:fs')
  const text = readFileSync(file?.path ?? '', 'utf8')
  expect(await bringIn(text, format)).toEqual({ kind: 'read', added: 0, same: rows, skipped: [] })
})

test.each(["'=1+1", "''=1+1", '=1+1', "'quoted'", "' @home", "'"])('%j comes back from a table as it was', (text) => {
  const read = readCsvReplies(csvLine(['name', 'text']) + csvLine(['Hours', text]))
  expect(read).toMatchObject({ kind: 'read', replies: [{ text }] })
})

test.each([
  ['sep=;\r\nname;text\r\nHours;9 to 5, daily\r\n'],
  ['"sep=\t"\nname\ttext\nHours\t9 to 5, daily\n'],
  ['\uFEFFsep=,\nname,text\nHours,"9 to 5, daily"\n'],
])('the line by which Excel names the separator is no line of the table: %j', (table) => {
  expect(readCsvReplies(table)).toMatchObject({ kind: 'read', replies: [{ name: 'Hours', text: '9 to 5, daily' }] })
})

test('a byte order mark, and blanks round the name of an instance, are no part of a file', () => {
  expect(readJsonReplies('\uFEFF[{"name":"Hours","text":"9 to 5"}]')).toMatchObject({ replies: [{ name: 'Hours' }] })
  expect(readCsvReplies('name,text,instance\nHours,9 to 5, Shop \n')).toMatchObject({ replies: [{ instance: 'Shop' }] })
})

test('a line of blanks is no quick reply, and none that was left out', () => {
  const table = 'name;text\nHours;Open from 9.\n ; \n;\n\n'
  expect(readCsvReplies(table)).toMatchObject({ kind: 'read', replies: [{ line: 2 }] })
})

test.each([
  ['had an older version', [{ version: 1, text: 'Open from 9.' }], 1],
  ['had lost it', [], 2],
] as const)('a text given back to a database that %s yields to a colleague, without a copy', async (_, held, base) => {
  const { store } = app
  const id = crypto.randomUUID()
  const reply = { id, name: 'Given back', n: 1 }
  await store.write('quickReplies.takeShared', {
    replies: [{ ...reply, text: 'Open from 10.', version: 2 }],
    mayWrite: true,
  })
  await store.write('quickReplies.recheckShared', undefined)
  await store.write('quickReplies.takeShared', { replies: held.map((one) => ({ ...reply, ...one })), mayWrite: true })
  const [change] = await store.read('quickReplies.unsynced', undefined)
  expect(change).toEqual({ id, name: 'Given back', text: 'Open from 10.', base })
  const now = { ...reply, text: 'Open from 11.', version: 4 }
  await store.write('quickReplies.uploaded', { change: change as never, now })
  const texts = (await app.call('quickReplies.list', { scope: null })).filter(({ name }) =>
    name.startsWith('Given back'),
  )
  expect(texts).toMatchObject([{ text: 'Open from 11.', shared: 'shared' }])
  expect(await store.read('quickReplies.unsynced', undefined)).toEqual([])
  await app.call('quickReplies.remove', { key: texts[0]?.key as never })
  await store.write('quickReplies.uploaded', { change: { id, name: '-', text: null, base: 4 }, now: null })
})
