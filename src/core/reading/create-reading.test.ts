import { expect, it, onTestFinished } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { loadHistory } from '../testing/load-history.ts'
import { startTestCore, unlimited } from '../testing/start-test-core.ts'

it('read marks stay local, and read receipts are sent only where the person wants it', async () => {
  const account = { idInstance: '1101000001', token: 'reading-secret-token' }
  const emulator = createEmulator({ limits: 'off' })
  const apiUrl = await emulator.start()
  const person = emulator.addInstance(account).person('79990001122')
  const core = await startTestCore({
    services: ['directory', 'media'],
    limitClasses: unlimited,
    instances: [{ apiUrl, ...account }],
  })
  const { call, services, store } = core
  onTestFinished(async () => {
    await core.stop()
    await emulator.stop()
  })
  const receive = async () => {
    person.says('hello', { notify: false, at: Date.now() + 60_000 })
    const { chat } = await loadHistory(core, person.chatId)
    return chat
  }
  const unread = async (chat: Awaited<ReturnType<typeof receive>>) => (await call('chats.details', { chat })).unread
  const asked = () => emulator.recorder.list({ operation: 'readChat' }).length

  const chat = await receive()
  expect(await unread(chat)).toBe(1)
  await call('chats.markRead', { chat })
  expect(await unread(chat)).toBe(0)
  await services.directory.settled()
  expect(asked()).toBe(0)

  await store.write('accounts.edit', { key: core.firstKey(), sendsReadReceipts: true })
  await core.refresh()
  // Nothing new was read, so no receipt is sent.
  await call('chats.markRead', { chat })
  await call('chats.markUnread', { chat })
  const request = emulator.untilRequest('readChat')
  await call('chats.markRead', { chat })
  await request
})
