import { expect, test } from 'vitest'
import { openAdministration, refusalOf } from '../testing/administration-scene.ts'

async function scene(
  family: 'v3' | 'whatsapp' | 'telegram' = 'whatsapp',
  more: Parameters<typeof openAdministration>[1] = {},
) {
  const opened = await openAdministration({ family }, more)
  const { instance, core } = opened
  const anna = instance.person('79990001122', { name: 'Anna' })
  anna.says('Good morning')
  const { chat } = await core.store.write('sending.openChat', { instance: core.firstKey(), chatId: anna.chatId })
  const details = () => core.call('chats.details', { chat })
  return { ...opened, anna, chat, details }
}
type Scene = Awaited<ReturnType<typeof scene>>

test('disappearing messages are set in the messenger, and stay in this archive', async () => {
  const { core, chat, details, anna, asked } = await scene()
  expect(await details()).toMatchObject({ lifetime: null })
  await core.call('chats.setLifetime', { chat, seconds: 604_800 })
  expect(anna.chat.lifetime).toBe(604_800)
  expect(await details()).toMatchObject({ lifetime: 604_800 })
  await core.call('chats.setLifetime', { chat, seconds: 0 })
  expect(await details()).toMatchObject({ lifetime: 0 })
  expect(asked('setDisappearingChat')).toBe(2)
})

test.each(['whatsapp', 'telegram'] as const)(
  'on %s a chat goes into the archive of the messenger and back, and stays where it is here',
  async (family) => {
    const { core, chat, details, anna } = await scene(family)
    await core.call('chats.archiveAtService', { chat, archived: true })
    expect(anna.chat.isArchived).toBe(true)
    expect(await details()).toMatchObject({ serviceArchived: true, archived: false })
    await core.call('chats.archiveAtService', { chat, archived: false })
    expect(anna.chat.isArchived).toBe(false)
    expect(await details()).toMatchObject({ serviceArchived: false, archived: false })
  },
)

const writes: Readonly<Record<string, (opened: Scene) => unknown>> = {
  'a message of the customer': ({ anna }) => anna.says('One more thing'),
  'a message of this side': ({ core, chat }) => core.call('messages.send', { chat, text: 'Of course' }),
}

test.each(Object.entries(writes))('%s takes a chat out of the archive of the messenger', async (_, write) => {
  const opened = await scene('whatsapp', { services: ['administration', 'receiving', 'sending'] })
  const { core, chat, details, anna, pass } = opened
  await core.call('chats.archiveAtService', { chat, archived: true })
  expect(await details()).toMatchObject({ serviceArchived: true })
  await write(opened)
  await core.waitFor('it came out', async () => {
    await pass(500)
    return !anna.chat.isArchived && (await details()).serviceArchived === false
  })
})

test('the service says how long messages stay, whatever was asked for', async () => {
  const { core, chat, details, emulator } = await scene()
  const body = JSON.stringify({ chatId: '', disappearingMessagesInChat: false, ephemeralExpiration: 604_800 })
  emulator.fault({ kind: 'refuse', status: 200, body }, { operation: 'setDisappearingChat' })
  await core.call('chats.setLifetime', { chat, seconds: 604_800 })
  expect(await details()).toMatchObject({ lifetime: 0 })
})

test('a message of the customer is not deleted for this side alone', async () => {
  const { core, anna, asked } = await scene()
  const { messages } = await core.store.write('archive.ingest', {
    instance: core.firstKey(),
    source: 'getChatHistory',
    chatId: anna.chatId,
    records: [
      { type: 'incoming', idMessage: 'A1', timestamp: 1_790_000_000, typeMessage: 'textMessage', textMessage: 'Hi' },
    ],
    seenAt: 1_790_000_000_000,
  })
  expect(messages).toHaveLength(1)
  for (const message of messages)
    expect(await refusalOf(core.call('messages.deleteForMe', { message }))).toMatchObject({ code: 'notEditable' })
  expect(asked('deleteMessage')).toBe(0)
})

test('what a family cannot do is not asked for, and what an instance lacks is asked once', async () => {
  const max = await scene('v3')
  for (const ask of [
    () => max.core.call('chats.archiveAtService', { chat: max.chat, archived: true }),
    () => max.core.call('chats.setLifetime', { chat: max.chat, seconds: 0 }),
  ])
    expect(await refusalOf(ask())).toMatchObject({ code: 'operationMissing' })
  expect([max.asked('archiveChat'), max.asked('setDisappearingChat')]).toEqual([0, 0])
  const { core, instance, chat, asked, details } = await scene()
  instance.behave({ optionalOperations: [] })
  const ask = () => core.call('chats.setLifetime', { chat, seconds: 86_400 })
  expect(await refusalOf(ask())).toMatchObject({ code: 'operationMissing' })
  expect(await refusalOf(ask())).toMatchObject({ code: 'operationMissing' })
  expect(asked('setDisappearingChat')).toBe(1)
  expect(await details()).toMatchObject({ lifetime: null })
})

test('the changes of the state come newest first, with what the service left out left out', async () => {
  const { core, instance, emulator } = await scene()
  instance.journals.states.push(
    { stateInstance: 'authorized', timestamp: '1790000300', phoneNumber: 79_990_000_001 },
    { stateInstance: 'blocked', timestamp: 'never' },
    { timestamp: 1_790_000_000 },
  )
  instance.becomes('notAuthorized')
  const states = await core.call('account.readStates', { instance: core.firstKey() })
  const now = Math.floor(emulator.clock.now() / 1000) * 1000
  expect(states).toEqual([
    { state: 'notAuthorized', at: now, phone: instance.phoneNumber },
    { state: 'authorized', at: 1_790_000_300_000, phone: '79990000001' },
    { state: 'blocked', at: null, phone: '' },
  ])
})
