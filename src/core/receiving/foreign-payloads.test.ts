import { expect, onTestFinished, test } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { documentedKinds } from '../reading/testing/documented-kinds.ts'
import { createBorrowedClock } from '../testing/borrowed-clock.ts'
import { rowsOf } from '../testing/receiving-scene.ts'
import { sized } from '../testing/marathon.ts'
import { receivingAlone, startTestCore } from '../testing/start-test-core.ts'

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
const megabyte = ' and more'.repeat(120_000)

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
    { what: 'a megabyte in every text', data: marked(data, megabyte) as Fields },
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
  const emulator = createEmulator({ limits: 'off', clock: { mode: 'manual', startAt: Date.UTC(2026, 10, 20, 12) } })
  const apiUrl = await emulator.start()
  const account = { idInstance: '1101000001', token: 'secret-of-the-corpus', family: 'whatsapp' } as const
  const instance = emulator.addInstance(account)
  const core = await startTestCore({
    ...receivingAlone,
    clock: createBorrowedClock(emulator.clock),
    instances: [{ apiUrl, ...account }],
  })
  onTestFinished(async () => {
    await core.stop()
    await emulator.stop()
  })
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
  await core.waitFor('all came', () => instance.notifications.size === 0)
  await core.untilApplied()

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
}, 300_000)
