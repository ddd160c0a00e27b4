import { expect, it, onTestFinished } from 'vitest'
import { anyRequest } from '../../contract/requests.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { startTestCore } from '../testing/start-test-core.ts'

async function open() {
  const emulator = createEmulator({ limits: 'off' })
  const apiUrl = await emulator.start()
  onTestFinished(() => emulator.stop())
  const account = { idInstance: '1101000001', token: 'again-secret-token' }
  const service = emulator.addInstance(account)
  const person = service.person('79990001122', { name: 'Ann' })
  const { chatId } = person
  const core = await startTestCore({ instances: [{ apiUrl, ...account }] })
  onTestFinished(() => core.stop())
  const { call, until } = core
  /** The newest logged request of an operation, once there are so many. */
  const logged = async (operation: string, count = 1) => {
    const list = { filter: { ...anyRequest, operations: [operation] }, before: null, upTo: null, limit: 100 }
    const [newest] = (await until('requests.list', list, ({ rows }) => rows.length >= count)).rows
    if (newest === undefined) throw new Error('not logged')
    return call('requests.details', { request: newest.key })
  }
  return { core, emulator, person, chatId, call, logged }
}

it('asks once more what was asked, with the same words, and logs it as a request of its own', async () => {
  const { core, chatId, call, logged } = await open()
  const { chat } = await call('chats.open', { instance: core.firstKey(), chatId })
  await call('history.refresh', { chat })
  const first = await logged('getChatHistory')
  expect(first.canSendAgain).toBe(true)
  const list = { filter: { ...anyRequest, operations: ['getChatHistory'] }, before: null, upTo: null, limit: 100 }
  const before = (await call('requests.list', list)).rows.length
  await call('requests.sendAgain', { request: first.key })
  const again = await logged('getChatHistory', before + 1)
  expect(again).toMatchObject({ path: first.path, requestBody: first.requestBody, purpose: 'requests.sendAgain' })
  expect(again.key).toBeGreaterThan(first.key)
})

it('never repeats what changes something, or takes from the queue', async () => {
  const { core, emulator, person, chatId, call, logged } = await open()
  const { chat } = await call('chats.open', { instance: core.firstKey(), chatId })
  await call('messages.send', { chat, text: 'Only once', sendId: 'one' })
  const sent = await logged('sendMessage')
  expect(sent.canSendAgain).toBe(false)
  await expect(call('requests.sendAgain', { request: sent.key })).rejects.toMatchObject({ code: 'badInput' })
  await expect(call('requests.sendAgain', { request: 9999 as never })).rejects.toMatchObject({ code: 'notFound' })
  person.says('Is it ready?')
  const received = await logged('receiveNotification')
  expect(received.canSendAgain).toBe(false)
  await expect(call('requests.sendAgain', { request: received.key })).rejects.toMatchObject({ code: 'badInput' })
  const settings = await logged('getSettings')
  expect(settings.canSendAgain).toBe(true)
  const [world] = emulator.snapshot().instances
  const texts = world?.chats.flatMap(({ messages }) => messages.map(({ text }) => text))
  expect(texts?.filter((text) => text === 'Only once')).toHaveLength(1)
})
