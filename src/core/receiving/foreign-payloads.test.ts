import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { anyEvent } from '../../contract/journal.ts'
import { anyRequest } from '../../contract/requests.ts'
import { documentedKinds } from '../reading/testing/documented-kinds.ts'
import { rowsOf, startReceivingAccount } from '../testing/receiving-scene.ts'
import { sized } from '../testing/marathon.ts'

type Fields = Readonly<Record<string, unknown>>
interface Payload {
  readonly what: string
  readonly data: Fields
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** Words of a person, which get a mark of their own; ids, links and codes stay. */
const isTyped = (value: unknown): value is string => typeof value === 'string' && /^[A-Z][a-z]+( |$)/.test(value)
/** The value with the mark behind its words. */
const marked = (value: unknown, mark: string): unknown => {
  if (isTyped(value)) return `${value} ${mark}`
  if (Array.isArray(value)) return value.map((one) => marked(one, mark))
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([k, v]) => [k, marked(v, mark)])) : value
}
const nested = (value: unknown, depth: number): unknown =>
  depth === 0 ? value : depth % 2 === 0 ? [nested(value, depth - 1)] : { text: nested(value, depth - 1) }
/** More than any limit of what is indexed or looked through: a megabyte in the long form. */
const longText = ' and more'.repeat(sized(12_000, 120_000))

/** What may stand in place of a value. */
const others: readonly (readonly [what: string, change: (value: unknown) => unknown])[] = [
  ['null', () => null],
  ['a number', () => 2 ** 53],
  ['true', () => true],
  ['an empty text', () => ''],
  ['an empty list', () => []],
  ['an empty object', () => ({})],
  ['an object', (value) => ({ value })],
  ['itself twice', (value) => [value, value]],
  ['itself 90 deep', (value) => nested(value, 90)],
]

/** The documented data of a kind with each of its fields absent, and as each other thing. */
function payloadsOf(data: Fields): readonly Payload[] {
  const [partName = '', part] = Object.entries(data)[0] ?? []
  const withPart = (what: string, changed: unknown): Payload => ({ what, data: { ...data, [partName]: changed } })
  const { [partName]: _part, ...without } = data
  const whole = [
    { what: 'as it is documented', data },
    { what: 'a long text in every field', data: marked(data, longText) as Fields },
    { what: `without ${partName}`, data: without },
    ...others.map(([what, change]) => withPart(`${partName} as ${what}`, change(part))),
  ]
  if (!isObject(part)) return whole
  return [
    ...whole,
    ...Object.entries(part).flatMap(([name, value]) => {
      const { [name]: _value, ...fewer } = part
      return [
        withPart(`without ${name}`, fewer),
        ...others.map(([what, change]) => withPart(`${name} as ${what}`, { ...part, [name]: change(value) })),
      ]
    }),
  ]
}

const unknown: readonly Payload[] = ['title', 'name', 'contentText', 'body', 'caption', 'url', 'displayText'].flatMap(
  (name) => [
    { what: `an unknown type with ${name}`, data: { newMessage: { [name]: 'Open day' } } },
    { what: `an unknown type with ${name} in a list`, data: { newMessageData: [{ [name]: 'Open day' }] } },
    { what: `an unknown type with ${name} of a button`, data: { a: { buttons: [{ b: { [name]: 'Open day' } }] } } },
  ],
)

const corpus = [
  ...documentedKinds.map(({ typeMessage, data }) => ({ typeMessage, payloads: payloadsOf(data as Fields) })),
  { typeMessage: 'tomorrowMessage', payloads: unknown },
].filter(({ typeMessage }) => !['reactionMessage', 'pollUpdateMessage'].includes(typeMessage))

/** In the short form a part of the corpus, of each kind another one. */
const step = sized(21, 1)

const textOf = (content: object): string => JSON.stringify(content)

test('whatever stands in a message of any kind, it is shown, found by its words, and its raw record is there', async () => {
  const { instance, core, received } = await startReceivingAccount('secret-of-the-corpus')
  const sent = corpus.flatMap(({ typeMessage, payloads }, kind) =>
    payloads
      .filter((_payload, index) => index < 3 || index % step === 0)
      .map(({ what, data }, index) => ({
        what: `${typeMessage}: ${what}`,
        chatId: `7999${String(kind).padStart(7, '0')}@c.us`,
        mark: `needle${kind}x${index}z`,
        idMessage: `3EB0${String(kind * 1000 + index).padStart(16, '0')}`,
        typeMessage,
        data,
      })),
  )
  expect(sent.length).toBeGreaterThan(sized(100, 1000))
  const send = ({ chatId, idMessage, typeMessage, data }: (typeof sent)[number], mark: string) =>
    instance.notifyRaw({
      typeWebhook: 'incomingMessageReceived',
      instanceData: instance.instanceData(),
      timestamp: 1_795_176_000,
      idMessage,
      senderData: { chatId, sender: chatId, senderName: 'Anna' },
      messageData: { typeMessage, ...(marked(data, mark) as object) },
    })
  for (const one of sent) send(one, one.mark)
  await received()

  const problems: string[] = []
  const rowsByChat = new Map<string, Awaited<ReturnType<typeof rowsOf>>>()
  for (const { what, chatId, idMessage, mark } of sent) {
    const rows = rowsByChat.get(chatId) ?? (await rowsOf(core, chatId))
    rowsByChat.set(chatId, rows)
    const row = rows.find((one) => one.idMessage === idMessage)
    if (row === undefined) {
      problems.push(`${what}: lost`)
      continue
    }
    const { raw } = await core.call('messages.details', { message: row.key })
    if (!raw?.includes(idMessage)) problems.push(`${what}: without its raw record`)
    if (!textOf(row.content).includes(mark)) continue
    const found = await core.call('search.messages', {
      ...{ scope: null, chat: null, text: mark, cursor: null, limit: 10 },
    })
    if (!found.hits.some((hit) => hit.message === row.key)) problems.push(`${what}: not found: ${textOf(row.content)}`)
  }
  expect(problems).toEqual([])
})

/** What opens an order. It stands wherever a service, or somebody who writes like it, may put it. */
const orderToken = 'AR5kOpensTheOrder=='
const order = { orderId: '4977', token: orderToken, totalPrice: '15300', currency: 'EUR', message: 'Before Tuesday' }
const menuInReply = { stanzaId: '3EB0AA', participant: '79990001122@c.us', typeMessage: 'interactiveButtons' }

/**
 * Whole bodies in the shapes of the documentation, of captures and of tests of others' programs, with values of our
 * own; `shown`: words or numbers that a person has to see. Parts stand where each source has them, which is not always
 * in messageData.
 */
const bodies: readonly { readonly shown: readonly string[]; readonly body: Fields }[] = [
  {
    shown: ['Bob Stone', 'Carol'],
    body: { typeMessage: 'ContactsArrayMessage', contacts: [{ displayName: 'Bob Stone' }, { displayName: 'Carol' }] },
  },
  {
    shown: ['Tuesday', 'Which day?'],
    body: {
      messageData: {
        typeMessage: 'templateButtonsReplyMessage',
        templateButtonReplyMessage: { selectedIndex: '0', selectedDisplayText: 'Tuesday' },
      },
      quotedMessage: { ...menuInReply, interactiveButtons: { contentText: 'Which day?', buttons: [] } },
    },
  },
  {
    shown: ['Wednesday', 'Which week?'],
    body: {
      messageData: {
        typeMessage: 'interactiveButtonsResponse',
        interactiveButtonsResponse: { ...menuInReply, selectedIndex: 1, selectedDisplayText: 'Wednesday' },
        quotedMessage: {
          ...menuInReply,
          interactiveButtons: { contentText: 'Which week?', buttons: 'none' },
          quotedMessage: { ...menuInReply, quotedMessage: { ...menuInReply, quotedMessage: [] } },
        },
      },
    },
  },
  {
    shown: ['4977', 'Before Tuesday', '15300'],
    body: { messageData: { typeMessage: 'orderMessage', orderMessage: order } },
  },
  {
    shown: ['4978', '9007199254740993'],
    body: {
      messageData: {
        typeMessage: 'orderMessage',
        orderMessageData: { orderId: 4978, orderToken, totalPrice: '9007199254740993', isForwarded: 'true' },
      },
    },
  },
  {
    shown: ['4979'],
    body: { messageData: { typeMessage: 'orderMessage', orderMessage: { orderId: '4979', Token: [orderToken] } } },
  },
  {
    shown: ['What about it?'],
    body: {
      messageData: {
        typeMessage: 'quotedMessage',
        extendedTextMessageData: { text: 'What about it?', stanzaId: '3EB0BB' },
        quotedMessage: { stanzaId: '3EB0BB', typeMessage: 'orderMessage', orderMessage: order },
      },
    },
  },
  {
    shown: ['Spring sale'],
    body: {
      messageData: {
        typeMessage: 'catalogMessage',
        catalogMessage: {
          heading: { titleText: 'Spring sale' },
          token: { value: orderToken },
          accessToken: orderToken,
        },
      },
    },
  },
  {
    shown: ['Desk lamp', '95000'],
    body: {
      messageData: {
        typeMessage: 'productMessage',
        productMessage: { productId: 63, title: 'Desk lamp', price: 95000, fileMessageData: 'none', url: 7 },
      },
    },
  },
  {
    shown: ['Coffee?', 'Yes, please', 'No'],
    body: {
      messageData: {
        typeMessage: 'buttonsMessage',
        buttonMessageData: {
          message: 'Coffee?',
          isForwarded: 'false',
          buttons: [{ buttonText: { displayText: 'Yes, please' } }, null, { displayText: 'No' }, 5],
        },
      },
    },
  },
  {
    shown: ['delivery_day', 'Tuesday at nine'],
    body: {
      messageData: {
        typeMessage: 'templateMessage',
        templateMessage: { templateId: 'delivery_day', params: ['Tuesday at nine', 9, null, {}] },
      },
    },
  },
  {
    shown: ['Night shift'],
    body: {
      messageData: {
        typeMessage: 'groupInviteMessage',
        groupInviteMessageData: {
          ...{ groupName: 'Night shift', inviteCode: 'a7E5WU/g7', name: 'Anna' },
          inviteExpiration: { low: -1, high: -1, unsigned: true },
        },
      },
    },
  },
  { shown: ['bar'], body: { messageData: { typeMessage: 'hologramMessage', hologramMessageData: { foo: 'bar' } } } },
  { shown: ['Good evening'], body: { messageData: { textMessageData: { textMessage: 'Good evening' } } } },
]

test('bodies as others write them are shown by their words, and nothing shows what opens an order', async () => {
  const { emulator, instance, core, received } = await startReceivingAccount('secret-of-the-corpus')
  const chatOf = (index: number) => `7999${String(index).padStart(7, '0')}@c.us`
  bodies.forEach(({ body }, index) =>
    instance.notifyRaw({
      ...{ typeWebhook: 'incomingMessageReceived', instanceData: instance.instanceData(), timestamp: 1_795_176_000 },
      ...{ idMessage: `3EB0${String(index).padStart(16, '0')}`, senderData: { chatId: chatOf(index), sender: 1 } },
      ...body,
    }),
  )
  await received()
  const outputs: string[] = []
  for (const [index, { shown }] of bodies.entries()) {
    const [row] = await rowsOf(core, chatOf(index))
    if (row === undefined) throw new Error(`${shown.join()}: lost`)
    const text = JSON.stringify([row.content, row.quoted])
    for (const word of shown) expect(text).toContain(word)
    const details = await core.call('messages.details', { message: row.key })
    expect(details.raw).toContain(row.idMessage)
    const chat = await core.chat(core.firstKey(), chatOf(index))
    for (const format of ['json', 'csv', 'html'] as const) {
      const { id } = await core.call('export.chat', { chat, format, messages: null })
      const file = await core.core.openFile(id)
      outputs.push(file === undefined ? '' : readFileSync(file.path, 'utf8'))
    }
    outputs.push(text, JSON.stringify(details))
  }
  const { rows: events } = await core.call('journal.list', { ...anyEvent, before: null, upTo: null, limit: 100 })
  for (const { key } of events) outputs.push(JSON.stringify(await core.call('journal.details', { event: key })))
  const asked = { filter: anyRequest, before: null, upTo: null, limit: 300 }
  const { rows: requests } = await core.call('requests.list', asked)
  expect(requests.length).toBeGreaterThan(bodies.length)
  for (const { key } of requests) outputs.push(JSON.stringify(await core.call('requests.details', { request: key })))
  const har = await core.core.openFile((await core.call('export.requests', { scope: null })).id)
  outputs.push(har === undefined ? orderToken : readFileSync(har.path, 'utf8'))
  const inAll = { scope: null, chat: null, cursor: null, limit: 10 }
  for (const text of ['AR5k', orderToken, 'OpensTheOrder'])
    outputs.push(JSON.stringify(await core.call('search.messages', { ...inAll, text })))
  const { text: bundle } = await core.call('diagnostics.bundle', {})
  emulator.clock.advance(5_000)
  const notices = await core.waitFor('they are announced', () => core.notices.length > 0 && core.notices)
  outputs.push(bundle, JSON.stringify([events, notices]))
  expect(outputs.filter((output) => output.includes(orderToken))).toEqual([])
})
