import { expect, it, onTestFinished } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { startDirectory } from '../testing/start-directory.ts'

it('keeps read marks here, and tells the service only where the person wants it', async () => {
  const account = { idInstance: '1101000001', token: 'reading-secret-token' }
  const emulator = createEmulator({ limits: 'off' })
  const apiUrl = await emulator.start()
  const person = emulator.addInstance(account).person('79990001122')
  const { store, instance, refresh, load, handlers, context, start, stop, directory } = await startDirectory({
    apiUrl,
    account,
  })
  onTestFinished(async () => {
    await stop()
    await emulator.stop()
  })
  start()
  const receive = async () => {
    person.says('hello', { notify: false, at: Date.now() + 60_000 })
    const { chat } = await load(person.chatId)
    return chat
  }
  const unread = async (chat: Awaited<ReturnType<typeof receive>>) =>
    (await handlers['chats.details']({ chat }, context)).unread
  const asked = () => emulator.recorder.list({ operation: 'readChat' }).length

  const chat = await receive()
  expect(await unread(chat)).toBe(1)
  await handlers['chats.markRead']({ chat }, context)
  expect(await unread(chat)).toBe(0)
  await directory.settled()
  expect(asked()).toBe(0)

  await store.write('accounts.edit', { key: instance, tellRead: true })
  await refresh()
  // Nothing new was read: nothing is told.
  await handlers['chats.markRead']({ chat }, context)
  await handlers['chats.markUnread']({ chat }, context)
  const told = emulator.untilRequest('readChat')
  await handlers['chats.markRead']({ chat }, context)
  await told
})
