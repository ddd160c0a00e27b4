import { createRequire } from 'node:module'
import { GreenApiClient } from '@green-api/whatsapp-api-client-js-v2'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createEmulator, type Emulator } from './create-emulator.ts'
import type { Instance } from './world/instance.ts'

const startAt = Date.UTC(2026, 10, 20, 12)

let emulator: Emulator
let instance: Instance

beforeEach(async () => {
  emulator = createEmulator({ limits: 'off', clock: { mode: 'manual', startAt } })
  await emulator.start()
  instance = emulator.addInstance({ idInstance: '1101000001', token: 'emulated0001c0ffee5eed' })
})

afterEach(() => emulator.stop())

/** The vendor's current client. Its address is a constant; the axios instance inside is where it can be replaced. */
const currentClient = (): GreenApiClient => {
  const client = new GreenApiClient({ idInstance: Number(instance.idInstance), apiTokenInstance: instance.token })
  const axios: unknown = Reflect.get(client, 'client')
  const defaults: unknown = typeof axios === 'function' ? Reflect.get(axios, 'defaults') : undefined
  if (typeof defaults !== 'object' || defaults === null)
    throw new Error('The client keeps its axios instance elsewhere now.')
  Reflect.set(defaults, 'baseURL', `${emulator.baseUrl(instance)}/waInstance${instance.idInstance}`)
  const silent = (): void => undefined
  Reflect.set(client, 'logger', { info: silent, debug: silent, warn: silent, error: silent, logErrorResponse: silent })
  return client
}

describe('@green-api/whatsapp-api-client-js-v2, which nobody here wrote', () => {
  test('sends, and finds what it sent in the chat, in the journal and by its id', async () => {
    const client = currentClient()
    instance.behave({ journalIdsDiffer: true })
    const sent = await client.sendMessage({ chatId: '79990001122@c.us', message: 'Hello, your order is ready 🙂' })
    expect(sent).toEqual({ idMessage: instance.sends[0]?.answeredId })
    emulator.clock.advance(3000)
    const [message] = instance.chat('79990001122').messages
    const expected = {
      idMessage: message?.id,
      chatId: '59514599',
      textMessage: 'Hello, your order is ready 🙂',
      statusMessage: 'read',
      sendByApi: true,
    }
    expect(await client.getChatHistory({ chatId: '79990001122', count: 10 })).toMatchObject([expected])
    expect(await client.lastOutgoingMessages(60)).toMatchObject([expected])
    expect(await client.getMessage({ chatId: '79990001122', idMessage: message?.id ?? '' })).toMatchObject(expected)
  })

  test('reads a group and an avatar', async () => {
    const client = currentClient()
    instance.group('-100200', { subject: 'Routes', membership: 'admin' }).add('79990001122', 'owner')
    instance.person('79990001122').hasAvatar({ kind: 'set', mediaId: 'face-anna' })
    expect(await client.getGroupData({ groupId: '-100200' })).toMatchObject({
      groupId: '-100200',
      subject: 'Routes',
      owner: '79990001122',
      creation: startAt / 1000,
    })
    expect(await client.getAvatar({ chatId: '79990001122' })).toEqual({
      urlAvatar: `${emulator.url}/media/face-anna/face-anna.jpg`,
      available: true,
    })
  })

  test('receives in order and deletes, then waits in vain', async () => {
    const client = currentClient()
    const person = instance.person('79990001122', { name: 'Anna' })
    for (const text of ['one', 'two', 'three']) person.says(text)
    const texts: unknown[] = []
    for (let round = 0; round < 3; round += 1) {
      const notification = await client.receiveNotification(5)
      if (!notification) throw new Error('The queue is not empty.')
      texts.push(Reflect.get(notification.body, 'messageData'))
      expect(await client.deleteNotification(notification.receiptId)).toEqual({ result: true })
    }
    expect(texts).toMatchObject(['one', 'two', 'three'].map((textMessage) => ({ textMessageData: { textMessage } })))
    const mark = emulator.effects.mark()
    const empty = client.receiveNotification(20)
    await emulator.untilWaiting(instance.idInstance, { after: mark })
    emulator.clock.advance(20_000)
    expect(await empty).toBeNull()
    expect(emulator.violations()).toEqual([])
  })

  test('tells a refusal in the specified words', async () => {
    await expect(currentClient().getMessage({ chatId: '79990001122', idMessage: '1' })).rejects.toThrow(
      "'message id' must be at least 16 symbols",
    )
  })

  test('contradicts the specification in the participants of a group, where the specification stands', async () => {
    // The client's types call a participant's id `id`; service 2.6 calls it chatId.
    instance.group('-100200', { membership: 'member' })
    const group = await currentClient().getGroupData({ groupId: '-100200' })
    expect(group.participants).toEqual([{ chatId: instance.accountId, isAdmin: false, isSuperAdmin: false }])
  })
})

/** The vendor's older client, as far as these tests use it; its own declarations name their module differently. */
interface OlderClient {
  readonly message: {
    sendMessage(chatId: string, phoneNumber: number | null, message: string): Promise<unknown>
    getMessage(chatId: string, idMessage: string): Promise<unknown>
    getChatHistory(chatId: string, count: number): Promise<unknown>
    lastOutgoingMessages(): Promise<unknown>
  }
  readonly group: { getGroupData(groupId: string): Promise<unknown> }
  readonly webhookService: {
    receiveNotification(): Promise<unknown>
    deleteNotification(receiptId: number): Promise<unknown>
  }
}

const olderClient = (): OlderClient => {
  const { restAPI }: { restAPI(params: object): OlderClient } = createRequire(import.meta.url)(
    '@green-api/whatsapp-api-client',
  )
  return restAPI({
    idInstance: instance.idInstance,
    apiTokenInstance: instance.token,
    host: emulator.baseUrl(instance),
  })
}

describe('@green-api/whatsapp-api-client, the older one', () => {
  test('sends and reads back', async () => {
    const client = olderClient()
    instance.behave({ journalIdsDiffer: true })
    expect(await client.message.sendMessage('79990001122@c.us', null, 'Hello')).toEqual({
      idMessage: instance.sends[0]?.answeredId,
    })
    emulator.clock.advance(3000)
    const [message] = instance.chat('79990001122').messages
    const expected = { idMessage: message?.id, textMessage: 'Hello', statusMessage: 'read' }
    expect(await client.message.getChatHistory('79990001122@c.us', 10)).toMatchObject([expected])
    expect(await client.message.lastOutgoingMessages()).toMatchObject([expected])
    expect(await client.message.getMessage('79990001122@c.us', message?.id ?? '')).toMatchObject(expected)
  })

  test('receives, deletes and reads a group', async () => {
    const client = olderClient()
    instance.person('79990001122').says('hello')
    instance.group('-100200', { subject: 'Routes' })
    expect(await client.webhookService.receiveNotification()).toMatchObject({ receiptId: 1 })
    expect(await client.webhookService.deleteNotification(1)).toEqual({ result: true })
    expect(await client.group.getGroupData('-100200')).toMatchObject({ groupId: '-100200', subject: 'Routes' })
  })
})
