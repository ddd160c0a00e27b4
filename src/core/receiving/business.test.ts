import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { anyEvent } from '../../contract/journal.ts'
import { anyRequest } from '../../contract/requests.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { choiceOf, invitationOf, menuOf, orderOf, orderReply, templateOf } from '../../emulator/world/business-kinds.ts'
import type { MenuButton } from '../../emulator/world/business-kinds.ts'
import type { ChatKey } from '../../contract/ids.ts'
import { salvagedSchema } from '../schema/salvaged-schema.ts'
import { openDatabase } from '../store/engine/database.ts'
import { storeFileName } from '../store/client/open-store.ts'
import { salvageStore } from '../store/recovery/salvage-store.ts'
import { readSchema } from '../store/recovery/schema-copy.ts'
import { createTempDir } from '../testing/temp-dir.ts'
import { createBorrowedClock } from '../testing/borrowed-clock.ts'
import { rowsOf } from '../testing/receiving-scene.ts'
import { startTestCore, type TestCore } from '../testing/start-test-core.ts'

const account = { idInstance: '1101000001', token: 'secret-of-the-order-desk', family: 'whatsapp' } as const
const orderToken = 'AR5kTokenThatOpensTheOrder=='

async function scene(dataDir?: string) {
  const emulator = createEmulator({ limits: 'off', clock: { mode: 'manual', startAt: Date.UTC(2026, 10, 20, 12) } })
  const apiUrl = await emulator.start()
  const instance = emulator.addInstance(account)
  const core = await startTestCore({
    services: ['receiving', 'history'],
    ...(dataDir === undefined ? {} : { dataDir }),
    clock: createBorrowedClock(emulator.clock),
    instances: [{ apiUrl, ...account }],
  })
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= core.stop())
  onTestFinished(async () => {
    await stop()
    await emulator.stop()
  })
  const marta = instance.person('79990002290', { name: 'Marta' })
  const received = async () => {
    await core.waitFor('all came', () => instance.notifications.size === 0)
    await core.untilApplied()
  }
  return { emulator, apiUrl, instance, core, marta, received, stop }
}

const buttons: readonly MenuButton[] = [
  { type: 'reply', buttonId: 'mon', buttonText: 'Monday' },
  { type: 'reply', buttonId: 'tue', buttonText: 'Tuesday' },
  { type: 'url', buttonId: 'all', buttonText: 'See all dates', url: 'https://shop.example/dates' },
]
const menu = menuOf({ titleText: '', contentText: 'Which day suits you?', footerText: 'The shop', buttons })

test.each(['newer', 'older'] as const)(
  'what a customer with the %s device chooses is a message with the menu as its quote, and the menu shows who chose it',
  async (device) => {
    const { emulator, instance, core, marta, received } = await scene()
    const asked = instance.phone.sendsUnsupported(...menu, { to: marta })
    emulator.clock.advance(5_000)
    const [monday, tuesday] = buttons
    if (monday === undefined || tuesday === undefined) throw new Error('There are no buttons.')
    marta.sendsUnsupported(...choiceOf(asked.id, monday, 0, device), { quotes: asked })
    await received()
    const [shownMenu, choice] = await rowsOf(core, marta.chatId)
    expect(choice).toMatchObject({
      direction: 'incoming',
      content: { kind: 'choice', text: 'Monday' },
      quoted: { key: shownMenu?.key, kind: 'menu', text: 'Which day suits you?' },
    })
    expect(shownMenu?.content).toMatchObject({
      kind: 'menu',
      options: [{ text: 'Monday', chosenBy: [{ person: { name: 'Marta' } }] }, { chosenBy: [] }, { chosenBy: [] }],
    })
    const [row] = (await core.call('chats.list', { scope: core.firstKey(), filter: 'waiting', offset: 0, limit: 10 }))
      .rows
    expect(row).toMatchObject({ unread: 1, preview: { kind: 'choice', text: 'Monday' } })
    // Every press is a message of its own.
    marta.sendsUnsupported(...choiceOf(asked.id, tuesday, 1, device), { quotes: asked })
    await received()
    const rows = await rowsOf(core, marta.chatId)
    expect(rows.map(({ content }) => content.kind)).toEqual(['menu', 'choice', 'choice'])
  },
)

test('the token of an order is in no view, export, request or bundle; its words are found and exported', async () => {
  const { instance, core, marta, received, emulator } = await scene()
  marta.sendsUnsupported(
    ...orderOf({
      orderId: '4977',
      token: orderToken,
      totalPrice: '15300',
      currency: 'EUR',
      sellerJid: instance.accountId,
      message: 'Before Tuesday, please',
    }),
  )
  await received()
  const chat = await core.chat(core.firstKey(), marta.chatId)
  emulator.clock.advance(120_000)
  await core.call('history.refresh', { chat })
  const [order] = await rowsOf(core, marta.chatId)
  if (order === undefined) throw new Error('There is no order.')
  expect(order.content).toMatchObject({ kind: 'order', orderId: '4977', amount: '15300', currency: 'EUR' })
  const details = await core.call('messages.details', { message: order.key })
  const { rows: events } = await core.call('journal.list', { ...anyEvent, before: null, upTo: null, limit: 10 })
  const bodies = await Promise.all(events.map(({ key }) => core.call('journal.details', { event: key })))
  const page = await core.until(
    'requests.list',
    { filter: anyRequest, before: null, upTo: null, limit: 100 },
    ({ rows }) => rows.some(({ operation }) => operation === 'getChatHistory'),
  )
  const requests = await Promise.all(page.rows.map(({ key }) => core.call('requests.details', { request: key })))
  const files = []
  for (const format of ['json', 'csv', 'html'] as const) {
    const { id } = await core.call('export.chat', { chat, format, messages: null })
    const file = await core.core.openFile(id)
    files.push(file === undefined ? '' : readFileSync(file.path, 'utf8'))
  }
  const bundle = await core.call('diagnostics.bundle', {})
  const output = JSON.stringify([order, details, bodies, requests]) + files.join('') + bundle.text
  expect(output).toContain('Before Tuesday, please')
  expect(JSON.stringify(requests)).toContain('orderMessage')
  expect(output).not.toContain(orderToken)
  for (const file of files) expect(file).toContain('4977')
  const search = { scope: core.firstKey(), chat: null, text: 'Before Tuesday', cursor: null, limit: 10 }
  const found = await core.call('search.messages', search)
  expect(found.hits.map(({ message }) => message)).toEqual([order.key])
})

test('what was ordered is asked once, kept with the message, and its token is in no request or export', async () => {
  const { instance, core, marta, received, emulator } = await scene()
  instance.journals.orders.set('4977', {
    token: orderToken,
    reply: orderReply(instance.now(), 'KWD', [{ name: 'Oak desk lamp', price: '9500', quantity: 2 }], '19000'),
  })
  marta.sendsUnsupported(
    ...orderOf({ orderId: '4977', token: orderToken, totalPrice: '19000', sellerJid: instance.accountId }),
  )
  await received()
  const [order] = await rowsOf(core, marta.chatId)
  if (order === undefined) throw new Error('There is no order.')
  expect(order.content).toMatchObject({ amount: '19000', currency: '', details: null })
  // A double click asks once.
  const input = { message: order.key }
  await Promise.all([core.call('messages.readOrder', input), core.call('messages.readOrder', input)])
  expect(emulator.recorder.list({ operation: 'getOrderDetails' })).toHaveLength(1)
  const read = async () => (await core.call('messages.details', input)).message.content
  const stored = {
    currency: 'KWD',
    details: { lines: [{ name: 'Oak desk lamp', quantity: 2, price: '9500', currency: 'KWD' }] },
  }
  expect(await read()).toMatchObject(stored)
  // The journal's record of the order has the same content, and costs nothing of what was read.
  emulator.clock.advance(120_000)
  const chat = await core.chat(core.firstKey(), marta.chatId)
  await core.call('history.refresh', { chat })
  expect(await read()).toMatchObject(stored)
  // A refusal leaves it as it is.
  instance.journals.orders.clear()
  emulator.clock.advance(60_000)
  await expect(core.call('messages.readOrder', input)).rejects.toMatchObject({ code: 'serviceRefused' })
  expect(await read()).toMatchObject(stored)
  const { id } = await core.call('export.chat', { chat, format: 'html', messages: null })
  const file = await core.core.openFile(id)
  const page = file === undefined ? '' : readFileSync(file.path, 'utf8')
  expect(page).toContain('2 x Oak desk lamp 9.500 KWD')
  const asked = await core.until(
    'requests.list',
    { filter: anyRequest, before: null, upTo: null, limit: 100 },
    ({ rows }) => rows.filter(({ operation }) => operation === 'getOrderDetails').length === 2,
  )
  const requests = await Promise.all(asked.rows.map(({ key }) => core.call('requests.details', { request: key })))
  expect(JSON.stringify(requests)).toContain('4977')
  expect(page + JSON.stringify(requests)).not.toContain(orderToken)
})

const find = async (core: TestCore, text: string, chat: ChatKey | null = null) =>
  (await core.call('search.messages', { scope: null, chat, text, cursor: null, limit: 10 })).hits

test('what was ordered is found in all messages and in its chat, after its record changes and after a salvage', async () => {
  using dir = createTempDir()
  using salvaged = createTempDir()
  const { instance, core, marta, received, emulator, apiUrl, stop } = await scene(dir.path)
  const offer = (...names: string[]) =>
    instance.journals.orders.set('4977', {
      token: orderToken,
      reply: orderReply(
        instance.now(),
        'EUR',
        names.map((name) => ({ name, price: '9500', quantity: 2 })),
        '19000',
      ),
    })
  const content = { orderId: '4977', token: orderToken, totalPrice: '19000', sellerJid: instance.accountId }
  const [type, posted] = orderOf(content)
  marta.says('Is the oak desk still there?')
  marta.sendsUnsupported(type, posted)
  await received()
  const [question, order] = await rowsOf(core, marta.chatId)
  if (question === undefined || order === undefined) throw new Error('There is no order.')
  const chat = await core.chat(core.firstKey(), marta.chatId)
  const keys = async (text: string, within: ChatKey | null = null) =>
    (await find(core, text, within)).map(({ message }) => message)
  expect(await keys('Oak desk')).toEqual([question.key])
  offer('Lamp', 'Oak desk, 140 cm')
  const input = { message: order.key }
  await core.call('messages.readOrder', input)
  const [found] = await find(core, 'oak de')
  expect(found).toMatchObject({
    ...{ message: order.key, snippet: 'Oak desk, 140 cm' },
    marks: [
      [0, 3],
      [4, 6],
    ],
  })
  for (const within of [null, chat]) {
    expect(await keys('Oak desk', within)).toEqual([order.key, question.key])
    expect(await keys('4977 l', within)).toEqual([order.key])
  }
  // The journal's record says more than the notification, so the order is indexed again.
  Object.assign(posted, { orderMessage: { ...content, message: 'Before Tuesday' } })
  emulator.clock.advance(120_000)
  await core.call('history.refresh', { chat })
  expect(await keys('Tuesday lamp')).toEqual([order.key])
  // The customer changed the order.
  offer('Walnut desk')
  emulator.clock.advance(60_000)
  await core.call('messages.readOrder', input)
  expect(await keys('Oak desk')).toEqual([question.key])
  expect(await keys('desk')).toEqual([order.key, question.key])
  await stop()
  const path = join(dir.path, storeFileName)
  const db = openDatabase(path)
  const schema = readSchema(db)
  db.close()
  expect(salvageStore(path, join(salvaged.path, storeFileName), salvagedSchema, 1, schema).lost).toEqual([])
  const again = await startTestCore({
    ...{ services: ['history'], dataDir: salvaged.path, clock: createBorrowedClock(emulator.clock) },
    instances: [{ apiUrl, ...account, token: null }],
  })
  expect((await find(again, 'Walnut desk')).map(({ message }) => message)).toEqual([order.key])
  await again.stop()
})

test('an instance without getOrderDetails is asked once, and an order without its token never', async () => {
  const { instance, core, marta, received, emulator } = await scene()
  instance.behave({ optionalOperations: [] })
  const order = { orderId: '4978', totalPrice: '100', sellerJid: '' }
  marta.sendsUnsupported(...orderOf({ ...order, token: orderToken }))
  marta.sendsUnsupported(...orderOf({ ...order, token: '' }))
  await received()
  const [known, closed] = await rowsOf(core, marta.chatId)
  if (known === undefined || closed === undefined) throw new Error('There are no orders.')
  await expect(core.call('messages.readOrder', { message: closed.key })).rejects.toMatchObject({ code: 'orderClosed' })
  const read = () => core.call('messages.readOrder', { message: known.key })
  await expect(read()).rejects.toMatchObject({ code: 'operationMissing' })
  await expect(read()).rejects.toMatchObject({ code: 'operationMissing' })
  const asked = emulator.recorder.list({ operation: 'getOrderDetails' })
  expect(asked).toHaveLength(1)
  // Who gets an order is its seller, where the record names none.
  expect(JSON.parse(asked[0]?.body ?? '')).toMatchObject({ sellerJid: instance.wid })
})

test('a template and an invitation are the same by notification and by history', async () => {
  const { core, marta, received, emulator } = await scene()
  const buttons = [{ index: 1, quickReplyButton: { displayText: 'Another day', id: 'other' } }]
  marta.sendsUnsupported(
    ...templateOf({ elementName: 'delivery_day', contentText: 'We come on Tuesday', footer: '', buttons }),
  )
  marta.sendsUnsupported(
    ...invitationOf({
      groupJid: '120363000000000001@g.us',
      inviteCode: 'AbCdEf',
      groupName: 'Café buyers',
      caption: '',
      inviteExpiration: { low: 1_790_000_000, high: 0, unsigned: true },
    }),
  )
  await received()
  const shown = async () => (await rowsOf(core, marta.chatId)).map(({ content }) => content)
  const before = await shown()
  expect(before).toMatchObject([
    { kind: 'template', name: 'delivery_day', text: 'We come on Tuesday', options: [{ text: 'Another day' }] },
    { kind: 'invitation', group: 'Café buyers', text: '', expiresAt: 1_790_000_000_000 },
  ])
  emulator.clock.advance(120_000)
  await core.call('history.refresh', { chat: await core.chat(core.firstKey(), marta.chatId) })
  expect(await shown()).toEqual(before)
})

test('an archive of a version that knew none of these kinds shows them after the next start', async () => {
  using dir = createTempDir()
  const { emulator, apiUrl, instance, core, marta, received, stop } = await scene(dir.path)
  const asked = instance.phone.sendsUnsupported(...menu, { to: marta })
  const [monday] = buttons
  if (monday === undefined) throw new Error('There are no buttons.')
  marta.sendsUnsupported(...choiceOf(asked.id, monday, 0), { quotes: asked })
  marta.sendsUnsupported('tomorrowMessage', { tomorrowMessage: { name: 'Open day' } })
  await received()
  const before = await rowsOf(core, marta.chatId)
  await stop()
  const db = openDatabase(join(dir.path, storeFileName))
  db.exec(`update message set content_kind = 'unsupported', content_json = '{"kind":"unsupported"}', text = '', fts = null, quoted_id = null;
    insert into message_fts (message_fts) values ('delete-all'); delete from meta where name = 'messages:knownTypes'`)
  db.close()
  const again = await startTestCore({
    services: ['history'],
    dataDir: dir.path,
    instances: [{ apiUrl, ...account, token: null }],
    clock: createBorrowedClock(emulator.clock),
  })
  await again.waitFor('all are read', async () =>
    (await rowsOf(again, marta.chatId)).every(
      ({ content }) => content.kind !== 'unsupported' || content.fields.length > 0,
    ),
  )
  expect((await rowsOf(again, marta.chatId)).map(({ content, quoted }) => [content, quoted])).toEqual(
    before.map(({ content, quoted }) => [content, quoted]),
  )
  const search = { scope: again.firstKey(), chat: null, text: 'Monday', cursor: null, limit: 10 }
  expect((await again.call('search.messages', search)).hits).toHaveLength(2)
  await again.stop()
})
