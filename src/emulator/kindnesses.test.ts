import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createEmulator, type Emulator } from './create-emulator.ts'
import { asker, type Asker } from './testing/ask.ts'
import type { Family } from './world/behaviour.ts'
import type { Instance, InstanceInit } from './world/instance.ts'
import { kindnesses, type Kindness } from './world/kindnesses.ts'

interface World {
  readonly emulator: Emulator
  readonly instance: Instance
  readonly api: Asker
}

const account = { idInstance: '1101000001', token: 'secret-of-the-kind', phone: '79001234567' }

async function open(init: Partial<InstanceInit>, kinder: readonly Kindness[]): Promise<World> {
  const emulator = createEmulator({ limits: 'off', clock: { mode: 'manual', startAt: Date.UTC(2026, 10, 20, 12) } })
  await emulator.start()
  onTestFinished(() => emulator.stop())
  const instance = emulator.addInstance({
    ...account,
    ...init,
    ...(kinder.length === 0 ? {} : { behaviour: { kinder } }),
  })
  return { emulator, instance, api: asker(emulator, instance) }
}

interface Row {
  readonly family: Family
  readonly state?: 'notAuthorized'
  /** What a client sees of it. */
  readonly read: (world: World) => unknown
  readonly unkind: unknown
  readonly kind: unknown
}

const anna = ({ instance }: World) => instance.person('79990001122', { name: 'Anna' })
const history = async ({ api }: World, chatId: string) => (await api.post('getChatHistory', { chatId })).json
/** Kinds and statuses of the notifications that the account's own send brought within ten seconds. */
const notifiedOfSend = async (world: World) => {
  await world.api.post('sendMessage', { chatId: anna(world).chatId, message: 'Hello' })
  world.emulator.clock.advance(10_000)
  return world.instance.notifications.list().map(({ body }) => {
    const { typeWebhook, status } = body as { readonly typeWebhook: string; readonly status?: string }
    return status ?? typeWebhook
  })
}
/** The newest notification's body. */
const newestBody = ({ instance }: World) => instance.notifications.list().at(-1)?.body
const vcard = 'TEL:+79995556677'

const rows: Readonly<Record<Kindness, Row>> = {
  immediateHistory: {
    family: 'v3',
    state: 'notAuthorized',
    async read(world) {
      const { instance, emulator } = world
      for (let n = 0; n < 10; n++) anna(world).says(`${n}`, { notify: false })
      emulator.clock.advance(1_000)
      instance.becomes('authorized')
      emulator.clock.advance(30_000)
      const { json: contacts } = await world.api.get('getContacts')
      emulator.clock.advance(30_000)
      const half = await history(world, anna(world).chatId)
      return [contacts, half].map((list) => (Array.isArray(list) ? list.length : list))
    },
    unkind: [0, 5],
    kind: [1, 10],
  },
  immediateJournals: {
    family: 'whatsapp',
    async read(world) {
      const { emulator, api } = world
      anna(world).says('Hello')
      const count = async () => {
        const lists = [await history(world, anna(world).chatId), (await api.get('lastIncomingMessages')).json]
        return lists.map((list) => (Array.isArray(list) ? list.length : list))
      }
      const soon = await count()
      emulator.clock.advance(120_000)
      return [...soon, ...(await count())]
    },
    unkind: [0, 0, 1, 1],
    kind: [1, 1, 1, 1],
  },
  journalsOfAll: {
    family: 'whatsapp',
    async read(world) {
      const { instance, emulator, api } = world
      instance.set({ incomingWebhook: 'no', outgoingMessageWebhook: 'no' })
      anna(world).says('Hello')
      instance.phone.says('Good day', { to: anna(world) })
      instance.phone.says('By the API', { to: anna(world), sendByApi: true })
      emulator.clock.advance(120_000)
      const lists = [(await api.get('lastIncomingMessages')).json, (await api.get('lastOutgoingMessages')).json]
      return lists.map((list) => (Array.isArray(list) ? list.length : list))
    },
    unkind: [0, 1],
    kind: [1, 2],
  },
  ownIdOnWhatsapp: {
    family: 'whatsapp',
    read: async ({ api }) => {
      const { json } = await api.get('getWaSettings')
      return Object.keys(json as object).filter((name) => name === 'chatId' || name === 'deviceId')
    },
    unkind: ['deviceId'],
    kind: ['chatId'],
  },
  phonesAsIds: {
    family: 'v3',
    read: (world) => [anna(world).chatId.length, world.instance.accountId.length],
    unkind: [8, 8],
    kind: [11, 11],
  },
  growingIds: {
    family: 'whatsapp',
    read(world) {
      const ids = Array.from({ length: 20 }, (_, n) => anna(world).says(`${n}`).id)
      return ids.join() === ids.toSorted().join()
    },
    unkind: false,
    kind: true,
  },
  votesInPolls: {
    family: 'v3',
    async read(world) {
      const boris = world.instance.person('79990003344')
      const group = world.instance.group('-100200')
      const poll = anna(world).asksPoll('Lunch?', ['Soup'], { to: group })
      anna(world).votes(poll, ['Soup'])
      boris.votes(poll, ['Soup'])
      const records = JSON.stringify(await history(world, group.id))
      const voters = (json: string) =>
        [...json.matchAll(/"optionVoters":\[([^\]]*)\]/g)].map(([, ids]) => ids?.split(',').filter(Boolean).length)
      return [voters(JSON.stringify(newestBody(world))), voters(records).at(-1)]
    },
    unkind: [[1], 0],
    kind: [[2], 2],
  },
  pollIdsInJournals: {
    family: 'whatsapp',
    async read(world) {
      const poll = anna(world).asksPoll('Lunch?', ['Soup'])
      anna(world).votes(poll, ['Soup'])
      world.emulator.clock.advance(120_000)
      return JSON.stringify(await history(world, anna(world).chatId)).includes('stanzaId')
    },
    unkind: false,
    kind: true,
  },
  contactsAtTop: {
    family: 'whatsapp',
    async read(world) {
      anna(world).sendsContacts([{ displayName: 'Bob', vcard }])
      world.emulator.clock.advance(120_000)
      const [record] = (await history(world, anna(world).chatId)) as object[]
      return Object.keys(record ?? {}).filter((name) => name === 'contacts' || name === 'messageData')
    },
    unkind: ['messageData'],
    kind: ['contacts'],
  },
  wholeContacts: {
    family: 'v3',
    read(world) {
      anna(world).sendsContact({ displayName: 'Bob', vcard })
      return /"displayName":"(\w*)"/.exec(JSON.stringify(newestBody(world)))?.[1]
    },
    unkind: '',
    kind: 'Bob',
  },
  linkOfTooLarge: {
    family: 'v3',
    read(world) {
      anna(world).sendsDocument({ isTooLarge: true })
      return JSON.stringify(newestBody(world)).includes('{{SWE002}}')
    },
    unkind: true,
    kind: false,
  },
  senderIsChat: {
    family: 'whatsapp',
    read(world) {
      anna(world).says('Hello')
      return /"sender":"[^"@]*(@[^"]*)"/.exec(JSON.stringify(newestBody(world)))?.[1]
    },
    unkind: '@lid',
    kind: '@c.us',
  },
  checkAnswersNumber: {
    family: 'whatsapp',
    async read(world) {
      const { json } = await world.api.post('checkWhatsapp', { phoneNumber: Number(anna(world).phone) })
      return /@\w+/.exec(JSON.stringify(json))?.[0]
    },
    unkind: '@lid',
    kind: '@c',
  },
  noJunkChat: {
    family: 'whatsapp',
    async read(world) {
      anna(world).says('Hello')
      return JSON.stringify((await world.api.get('getChats')).json).includes('"0@c.us"')
    },
    unkind: true,
    kind: false,
  },
  namesInChats: {
    family: 'v3',
    async read(world) {
      const { instance, api } = world
      anna(world).says('Hello', { to: instance.group('-100200', { subject: 'Shift' }) })
      instance.phone.says('Hello', { to: anna(world) })
      const lists = [(await api.get('getChats')).json, (await api.get('getContacts')).json] as object[][]
      const [chat, contact] = lists.map((list) => Object.entries(list.at(-1) ?? {}).flat())
      return [chat?.includes('type'), chat?.includes('Anna'), contact?.includes('Shift'), lists[1]?.length]
    },
    unkind: [false, false, false, 1],
    kind: [true, true, true, 2],
  },
  switchedFailures: {
    family: 'v3',
    read(world) {
      world.instance.set({ outgoingWebhook: 'no' })
      world.instance.phone.says('Hello', { to: anna(world), notify: false }).becomes('failed')
      return world.instance.notifications.size
    },
    unkind: 1,
    kind: 0,
  },
  statusesAfterEcho: {
    family: 'v3',
    read: async (world) => (await notifiedOfSend(world)).indexOf('outgoingAPIMessageReceived'),
    unkind: 1,
    kind: 0,
  },
  statusesInOrder: {
    family: 'v3',
    async read(world) {
      for (let n = 0; n < 3; n++) {
        world.instance.notifications.clear()
        await notifiedOfSend(world)
      }
      const words = world.instance.notifications.list().map(({ body }) => (body as { status?: string }).status)
      return words.filter((word) => word !== undefined)
    },
    unkind: ['delivered', 'sent', 'read', 'delivered'],
    kind: ['sent', 'delivered', 'read'],
  },
  wholeNotifications: {
    family: 'v3',
    read(world) {
      anna(world).sendsImage()
      const { messageData, senderData } = newestBody(world) as Record<string, object>
      const names = JSON.stringify([messageData, senderData])
      return ['caption', 'isForwarded', 'forwardingScore', 'senderContactName'].filter((name) => names.includes(name))
    },
    unkind: [],
    kind: ['caption', 'isForwarded', 'forwardingScore', 'senderContactName'],
  },
  callsOfAll: {
    family: 'whatsapp',
    async read(world) {
      const { api, emulator, instance } = world
      instance.set({ incomingCallWebhook: 'no' })
      anna(world).calls('missed', { id: 'while it was off' })
      instance.set({ incomingCallWebhook: 'yes' })
      anna(world).calls('missed', { id: 'while it was on' })
      emulator.clock.advance(3 * 60_000)
      const { json } = await api.get('lastIncomingCalls')
      return Array.isArray(json) ? json.map(({ idMessage }: { readonly idMessage: string }) => idMessage).sort() : json
    },
    unkind: ['while it was on'],
    kind: ['while it was off', 'while it was on'],
  },
  endlessPlan: {
    family: 'whatsapp',
    async read(world) {
      const { api, emulator, instance } = world
      instance.planUse.useElsewhere('getChatHistory', 299)
      const allowed = await history(world, anna(world).chatId)
      const { status, json } = await api.post('getChatHistory', { chatId: anna(world).chatId })
      emulator.clock.advance(11 * 24 * 3_600_000)
      return [allowed, status, json, await history(world, anna(world).chatId)]
    },
    unkind: [
      [],
      466,
      { quotaData: expect.objectContaining({ method: 'getchathistory', used: 300, total: '300' }) },
      [],
    ],
    kind: [[], 200, [], []],
  },
}

test.each(kindnesses)('the emulator is as unkind as the service unless %s is named', async (kindness) => {
  const { family, state, read, unkind, kind } = rows[kindness]
  const init = { family, ...(state === undefined ? {} : { state }) }
  expect(await read(await open(init, []))).toEqual(unkind)
  expect(await read(await open(init, [kindness]))).toEqual(kind)
})

test('every kindness has its row in the manual, with a test that exists', () => {
  const root = path.resolve(import.meta.dirname, '../..')
  // The table behind it has what is no kindness.
  const [manual = ''] = readFileSync(path.join(root, 'docs/emulator.md'), 'utf8').split('\nFurther unkindnesses')
  const listed = [...manual.matchAll(/^\| `(\w+)` \|.*\| `([\w./-]+)`: (.+) \|$/gm)].map(([, name, file, title]) => ({
    name,
    file,
    title,
  }))
  expect(listed.map(({ name }) => name)).toEqual([...kindnesses])
  for (const { file = '', title = '' } of listed) expect(readFileSync(path.join(root, file), 'utf8')).toContain(title)
})
