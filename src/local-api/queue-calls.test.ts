import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { createManualClock } from '../api/testing/manual-clock.ts'
import type { TestCoreOptions } from '../core/testing/start-test-core.ts'
import { idInstance, rawRequest, type ProgramScene } from './testing/program-scene.ts'
import { everySend, startSendingPrograms } from './testing/sending-scene.ts'
import { createCurrentClient } from './testing/vendor-clients.ts'

const chatId = '79990001122'

async function start(services?: readonly ('receiving' | 'sending')[], options: TestCoreOptions = {}) {
  const scene = await startSendingPrograms(services, options)
  const { key } = await scene.scene.add('queue', { rights: ['see', 'send'], writesFirst: true })
  return { ...scene, key, client: createCurrentClient(scene.scene.base, idInstance, key) }
}

const call = async (
  { port }: ProgramScene,
  key: string,
  method: string,
  { body, verb = body === undefined ? 'GET' : 'POST' }: { body?: unknown; verb?: string } = {},
) => {
  const { status, text } = await rawRequest(
    port,
    `/waInstance${idInstance}/${method.replace('?', `/${key}?`)}${method.includes('?') ? '' : `/${key}`}`,
    {
      method: verb,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? '' : JSON.stringify(body),
    },
  )
  return { status, body: JSON.parse(text) as Record<string, unknown> }
}

interface Received {
  readonly idMessage: string
  readonly senderData: { readonly chatId: string }
}

/** The vendor's older client, as far as these tests use it. */
interface OlderClient {
  readonly message: {
    sendMessage(chatId: string, phoneNumber: number | null, message: string): Promise<unknown>
    getMessage(chatId: string, idMessage: string): Promise<unknown>
    getChatHistory(chatId: string, count: number): Promise<unknown>
    lastOutgoingMessages(): Promise<unknown>
  }
  readonly file: {
    sendFileByUrl(
      chatId: string,
      phone: number | null,
      urlFile: string,
      fileName: string,
      caption: string,
    ): Promise<unknown>
  }
  readonly group: { getGroupData(groupId: string): Promise<unknown> }
}

function olderClient({ base }: ProgramScene, key: string): OlderClient {
  const { restAPI }: { restAPI(params: object): OlderClient } = createRequire(import.meta.url)(
    '@green-api/whatsapp-api-client',
  )
  return restAPI({ idInstance, apiTokenInstance: key, host: base })
}

describe("the vendor's clients, unmodified", () => {
  test('send each kind, and get the id that the service gave', async () => {
    const { account, client } = await start(['receiving', 'sending'])
    account.person('79990001122', { name: 'Anna' }).says('Is it ready?')
    const { body } = (await client.receiveNotification(60)) as unknown as { body: Received }
    const { idMessage: quotedMessageId, senderData } = body
    const { chatId } = senderData
    const picture = { data: new Blob(['a picture'], { type: 'image/png' }), fileName: 'picture.png' }
    const sent = [
      await client.sendMessage({ chatId, message: 'Yes', quotedMessageId }),
      await client.sendLocation({ chatId, latitude: 55.75, longitude: 37.6, nameLocation: 'Shop' }),
      await client.sendContact({ chatId, contact: { phoneContact: 79990001133, chatId } as never }),
      await client.sendPoll({
        ...{ chatId, message: 'When?', multipleAnswers: false },
        options: [{ optionName: 'Today' }, { optionName: 'Later' }],
      }),
      await client.sendFileByUrl({
        chatId,
        file: { url: 'https://files.example/a.pdf', fileName: 'a.pdf' },
        caption: 'A',
      } as never),
      await client.sendFileByUpload({ chatId, file: picture, caption: 'Today' }),
    ]
    expect(sent).toEqual(account.sends.map(({ answeredId }) => ({ idMessage: answeredId })))
    const kinds = ['text', 'location', 'contact', 'poll', 'file', 'file']
    expect(account.sends.map(({ content }) => content.kind)).toEqual(kinds)
    expect(account.sends.at(-1)?.content).toMatchObject({ as: 'image', fileName: 'picture.png', caption: 'Today' })
    const older = await start()
    const url = ['https://files.example/b.pdf', 'b.pdf', 'B'] as const
    expect(await olderClient(older.scene, older.key).file.sendFileByUrl(`${chatId}@c.us`, null, ...url)).toEqual({
      idMessage: older.account.sends[0]?.answeredId,
    })
  })

  test('get the id of a message that was accepted, also when it has failed meanwhile', async () => {
    const { scene, key } = await start(['receiving', 'sending'])
    const send = async () => {
      const { status, text } = await rawRequest(scene.port, `/waInstance${idInstance}/sendFileByUrl/${key}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'order-17-list' },
        body: JSON.stringify({
          chatId: `${chatId}@c.us`,
          urlFile: 'https://files.example/gone.pdf',
          fileName: 'a.pdf',
        }),
      })
      return { status, body: JSON.parse(text) as unknown }
    }
    const accepted = { status: 200, body: { idMessage: expect.stringMatching(/^\w+$/) as string } }
    expect(await send()).toEqual(accepted)
    await scene.app.until(
      'outgoing.list',
      { filter: everySend, sort: { by: 'time', direction: 'asc' }, offset: 0, limit: 1 },
      ({ rows }) => rows[0]?.status.kind === 'failed',
    )
    expect(await send()).toEqual(accepted)
  })

  test('forward messages of a chat, each as a message of its own', async () => {
    const { account, scene, client, key } = await start()
    const person = account.person(chatId, { name: 'Anna' })
    for (const text of ['one', 'two']) {
      const sent = person.says(text)
      await scene.receiveRaw(
        JSON.stringify({
          typeWebhook: 'incomingMessageReceived',
          instanceData: { idInstance: Number(idInstance), wid: '79000000001@c.us', typeInstance: 'v3' },
          ...{ timestamp: Math.floor(Date.now() / 1000), idMessage: sent.id },
          senderData: { chatId, sender: chatId, senderName: 'Anna' },
          messageData: { typeMessage: 'textMessage', textMessageData: { textMessage: text } },
        }),
      )
    }
    await scene.app.untilApplied()
    const messages = account.chat(chatId).messages.map(({ id }) => id)
    const forwarded = await client.forwardMessages({ chatId: '79990003344', chatIdFrom: chatId, messages })
    expect(forwarded).toEqual({ messages: account.sends.map(({ answeredId }) => answeredId) })
    expect(account.sends).toHaveLength(2)
    const none = { chatId, chatIdFrom: chatId }
    for (const wrong of [[], 'x', null, ['x'], [7], Array<string>(21).fill(messages[0] ?? '')])
      expect(
        (await call(scene, key, 'forwardMessages', { body: { ...none, messages: wrong } })).status,
      ).toBeGreaterThan(399)
    expect(account.sends).toHaveLength(2)
  })

  test('read what the service says, as it says it', async () => {
    const { account, client, emulator, scene, key } = await start()
    // The service answers a send with another id than its journals have.
    account.behave({ journalIdsDiffer: true })
    const group = account.group('-100200', { subject: 'Routes', membership: 'admin' })
    group.add(chatId, 'owner')
    account.person(chatId, { name: 'Anna' }).hasAvatar({ kind: 'set', mediaId: 'face-anna' })
    const sent = await client.sendMessage({ chatId, message: 'Ready 🙂' })
    expect(sent).toEqual({ idMessage: account.sends[0]?.answeredId })
    const idMessage = account.chat(chatId).messages[0]?.id ?? ''
    const expected = { idMessage, textMessage: 'Ready 🙂' }
    await expect.poll(() => client.getChatHistory({ chatId, count: 10 })).toMatchObject([expected])
    expect(await client.lastOutgoingMessages(60)).toMatchObject([expected])
    expect(await client.lastIncomingMessages(60)).toEqual([])
    expect(await client.getMessage({ chatId, idMessage })).toMatchObject(expected)
    expect(await client.getGroupData({ groupId: '-100200' })).toMatchObject({ groupId: '-100200', subject: 'Routes' })
    expect(await client.getAvatar({ chatId })).toEqual({
      urlAvatar: `${emulator.url}/media/face-anna/face-anna.jpg`,
      available: true,
    })
    expect(await client.getContacts()).toMatchObject([{ phoneNumber: Number(chatId) }])
    expect(await client.getContactInfo({ chatId })).toMatchObject({ name: 'Anna' })
    expect(await client.getStateInstance()).toEqual({ stateInstance: 'authorized' })
    expect(await client.showMessagesQueue()).toEqual([])
    await expect(client.getMessage({ chatId, idMessage: '1' })).rejects.toThrow("'message id' must be at least 16")
    const older = olderClient(scene, key)
    expect(await older.group.getGroupData('-100200')).toMatchObject({ subject: 'Routes' })
    expect(await older.message.getMessage(`${chatId}@c.us`, idMessage)).toMatchObject(expected)
    expect(await older.message.lastOutgoingMessages()).toMatchObject([expected])
  })
})

test('settings and counts are the own ones of the program, and nothing of the instance changes', async () => {
  const { account, scene, key, client } = await start()
  const kinds = ['incomingMessageReceived']
  const some = await scene.add('queue', { scope: { instances: null, kinds, labels: null, groups: true } })
  account.set({ incomingWebhook: 'yes', outgoingWebhook: 'yes', stateWebhook: 'yes' })
  expect(await client.getSettings()).toMatchObject({ webhookUrl: '', incomingWebhook: 'yes', outgoingWebhook: 'yes' })
  const settings = (await call(scene, some.key, 'getSettings')).body
  expect(settings).toMatchObject({ incomingWebhook: 'yes', outgoingWebhook: 'no', stateWebhook: 'no' })
  const set = (body: unknown) => call(scene, some.key, 'setSettings', { body })
  expect(await set({ webhookUrl: '', incomingWebhook: 'yes' })).toEqual({ status: 200, body: { saveSettings: true } })
  for (const body of [{ outgoingWebhook: 'yes' }, { webhookUrl: 'https://evil.example' }, { __proto__x: 1 }])
    expect(await set(body), JSON.stringify(body)).toMatchObject({ status: 403, body: { code: 'methodNotForPrograms' } })
  // What says nothing that could be read is not saved.
  for (const body of [[], 7, 'x', {}]) expect(await set(body), JSON.stringify(body)).toMatchObject({ status: 400 })
  for (const text of ['one', 'two', 'three']) await scene.receive(text)
  expect((await call(scene, key, 'getWebhooksCount')).body).toEqual({ count: 3 })
  expect((await call(scene, key, 'clearWebhooksQueue', { verb: 'DELETE' })).body).toEqual({
    isCleared: true,
    reason: '',
  })
  expect((await call(scene, key, 'getWebhooksCount')).body).toEqual({ count: 0 })
  expect((await call(scene, some.key, 'getWebhooksCount')).body).toEqual({ count: 3 })
})

test('what only a person may do is refused for every program, and an unknown method as the service does', async () => {
  const { scene, key, client, account } = await start()
  for (const method of ['reboot', 'logout', 'qr', 'updateApiToken', 'EditMessage'])
    expect(await call(scene, key, method), method).toMatchObject({
      status: 403,
      body: { code: 'methodNotForPrograms' },
    })
  await expect(client.reboot()).rejects.toThrow('403')
  const unknown = await call(scene, key, 'getNothing')
  expect(unknown).toMatchObject({ status: 404, body: { message: `Cannot GET /waInstance${idInstance}/getnothing` } })
  expect(JSON.stringify(unknown)).not.toContain(key)
  // A name that every object has.
  expect(await call(scene, key, 'constructor')).toMatchObject({ status: 404 })
  expect(account.state).toBe('authorized')
})

test('a program whose scope is a part of the chats reads no others through the service', async () => {
  const { scene } = await start()
  await scene.receive('hello', `${chatId}@c.us`)
  await scene.app.untilApplied()
  const scopes = [
    { groups: false, status: 404, listed: 403 },
    { groups: true, kinds: ['incomingMessageReceived'], status: 403, listed: 403 },
    { groups: true, status: 200, listed: 200 },
  ]
  for (const { status, listed, ...part } of scopes) {
    const scope = { instances: null, kinds: null, labels: null, ...part }
    const { key } = await scene.add('queue', { scope })
    const body = { chatId: '-100200' }
    expect((await call(scene, key, 'getChatHistory', { body })).status, JSON.stringify(part)).toBe(status)
    expect((await call(scene, key, 'lastIncomingMessages')).status).toBe(listed)
    expect((await call(scene, key, 'getContacts')).status).toBe(listed)
    expect((await call(scene, key, 'getStateInstance')).status).toBe(200)
  }
})

test('a loop of reads is bounded, and goes after everybody else', async () => {
  // Within one second, however long the machine takes for so many.
  const clock = createManualClock(Date.now())
  const { scene, key, account } = await start(undefined, { clock })
  const body = { chatId }
  const statuses: number[] = []
  const asking = Array.from({ length: 30 }, async () => {
    statuses.push((await call(scene, key, 'getChatHistory', { body })).status)
  })
  const refusals = () => statuses.filter((status) => status === 429).length
  await scene.app.waitFor('all but one a second and four that wait are refused', () => refusals() >= 25)
  /** Lets each second pass once what came of the one before it is known. */
  const untilAll = async (ends: readonly unknown[], count: number) => {
    while (ends.length < count) {
      const before = ends.length
      await clock.advance(1000)
      await scene.app.waitFor('the next read', () => ends.length > before)
    }
  }
  await untilAll(statuses, asking.length)
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  expect(account.state).toBe('authorized')
  // Reads that wait go after a person, who waits for the pace of the service alone.
  await clock.advance(1000)
  const instance = scene.app.instances.get(scene.app.firstKey())
  const ends: string[] = []
  const reading = Array.from({ length: 4 }, async () => {
    ends.push(`program ${(await call(scene, key, 'getChatHistory', { body })).status}`)
  })
  await scene.app.waitFor('reads of the program wait', () =>
    instance?.limiter.levels().some(({ operation, waiting }) => operation === 'getChatHistory' && waiting >= 3),
  )
  const asked = instance?.run()?.api.call('getChatHistory', { chatId }, { priority: 'view' })
  const person = asked?.then(() => ends.push('person'))
  // While a person waits a program has a quarter of the limit, and is told at once what is beyond.
  expect(await call(scene, key, 'getChatHistory', { body })).toMatchObject({ status: 429 })
  await scene.app.waitFor('the first read', () => ends.length >= 1)
  await untilAll(ends, reading.length + 1)
  await person
  expect(ends.slice(-3)).toEqual(['program 200', 'program 200', 'program 200'])
})

test('a program that has read for long waits no longer than another one once somebody else waits', async () => {
  const clock = createManualClock(Date.now())
  const { scene, key } = await start(undefined, { clock })
  const read = () =>
    rawRequest(scene.port, `/waInstance${idInstance}/getChatHistory/${key}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ chatId }),
    })
  for (let count = 0; count < 12; count++) {
    expect((await read()).status).toBe(200)
    await clock.advance(1000)
  }
  const instance = scene.app.instances.get(scene.app.firstKey())
  const people = Array.from({ length: 3 }, () =>
    instance?.run()?.api.call('getChatHistory', { chatId }, { priority: 'view' }),
  )
  await scene.app.waitFor('people wait', () =>
    instance?.limiter.levels().some(({ operation, waiting }) => operation === 'getChatHistory' && waiting > 0),
  )
  const { status, headers } = await read()
  expect(status).toBe(429)
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(4)
  for (const person of people) {
    await clock.advance(1000)
    await person
  }
})

test('the token of the instance is in no answer, whatever the service writes into it', async () => {
  const { scene, key, token, emulator } = await start()
  emulator.fault(
    { kind: 'refuse', status: 400, body: `{"message":"bad /waInstance${idInstance}/getAvatar/${token} ${token}"}` },
    { operation: 'getAvatar', count: 1 },
  )
  const leaked = await call(scene, key, 'getAvatar', { body: { chatId } })
  expect(leaked.status).toBe(400)
  expect(JSON.stringify(leaked)).not.toContain(token)
  emulator.fault({ kind: 'refuse', status: 401, body: '' }, { operation: 'getAvatar', count: 1 })
  expect(await call(scene, key, 'getAvatar', { body: { chatId } })).toMatchObject({ status: 502 })
})
