import { afterEach, expect, test } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import type { InstanceInit } from '../../emulator/world/instance.ts'
import type { InstanceSettings } from '../../emulator/world/settings.ts'
import { createBorrowedClock } from '../testing/borrowed-clock.ts'
import { textsOf } from '../testing/receiving-scene.ts'
import { unlimited, startTestCore, type TestInstance } from '../testing/start-test-core.ts'
import { createTempDir } from '../testing/temp-dir.ts'

const hourMs = 3_600_000
const cleanups: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

async function scene(init: Pick<InstanceInit, 'family' | 'settings'>, mode: TestInstance['mode'] = 'full') {
  const emulator = createEmulator({ limits: 'off' })
  await emulator.start()
  cleanups.push(() => emulator.stop())
  const instance = emulator.addInstance({ idInstance: '1101000001', token: 'token-one', ...init })
  const dir = createTempDir()
  cleanups.push(() => dir[Symbol.dispose]())
  const { idInstance, token } = instance
  const family = init.family === 'whatsapp' ? 'whatsapp' : 'v3'
  const start = async () => {
    const core = await startTestCore({
      services: ['accounts', 'receiving', 'history', 'directory'],
      limitClasses: unlimited,
      dataDir: dir.path,
      instances: [{ apiUrl: emulator.url, idInstance, token, mode, family }],
      clock: createBorrowedClock(emulator.clock),
    })
    cleanups.push(() => core.stop())
    const key = core.firstKey()
    await core.waitFor('the first sync is done', () => core.instances.get(key)?.row().firstSyncedAt)
    return core
  }
  return { emulator, instance, start }
}

test.for<[string, Partial<InstanceSettings>, TestInstance['mode']]>([
  ['only reads and sends', {}, 'sendOnly'],
  ['has a webhook of another program', { webhookUrl: 'https://crm.example/in' }, 'full'],
  ['does not get all kinds of message', { outgoingMessageWebhook: 'no', incomingWebhook: 'no' }, 'full'],
])('after a weekend off, an instance that %s has the message of Friday night', async ([, settings, mode]) => {
  const { emulator, instance, start } = await scene({ family: 'v3', settings }, mode)
  const anna = instance.person('79990001122', { name: 'Anna' })
  anna.says('On Friday')
  const first = await start()
  await first.waitFor('the journals are read', async () => {
    emulator.clock.advance(10_000)
    const { lastIncomingMessages } = await first.store.read('history.journalReads', { instance: first.firstKey() })
    return lastIncomingMessages
  })
  await first.stop()
  emulator.clock.advance(2 * hourMs)
  const night = instance.person('79990003344', { name: 'Night' })
  night.says('On Friday night', { notify: false })
  emulator.clock.advance(60 * hourMs)

  const second = await start()
  const texts = await second.waitFor('it is found', async () => {
    emulator.clock.advance(10_000)
    const found = await textsOf(second, night.chatId).catch((): readonly string[] => [])
    return found.length > 0 && found
  })
  expect(texts).toEqual(['On Friday night'])
})

test('a kind of message that is switched off at rest comes by the journals within a minute', async () => {
  const { emulator, instance, start } = await scene({ family: 'v3' })
  const anna = instance.person('79990001122', { name: 'Anna' })
  anna.says('before')
  const core = await start()
  await core.waitFor('the queue brings everything', async () => (await textsOf(core, anna.chatId)).includes('before'))
  emulator.clock.advance(10 * 60_000)
  instance.set({ incomingWebhook: 'no' })
  await core.store.write('accounts.learn', { key: core.firstKey(), settings: { ...instance.settings } })
  anna.says('after')
  await core.waitFor(
    'the switch is known',
    () => core.instances.list()[0]?.row().settings?.['incomingWebhook'] === 'no',
  )
  emulator.clock.advance(60_000)
  await core.waitFor('it came by the journals', async () => (await textsOf(core, anna.chatId)).includes('after'))
  expect(emulator.recorder.list({ operation: 'lastIncomingMessages' })).not.toEqual([])
})

test('journals are read on although a clock that was wrong dated the last read ahead', async () => {
  const { emulator, instance, start } = await scene({ family: 'v3', settings: {} }, 'sendOnly')
  const anna = instance.person('79990001122')
  anna.says('before')
  const core = await start()
  await core.waitFor('the chat is here', () => core.chat(core.firstKey(), anna.chatId))
  const read = { instance: core.firstKey(), journal: 'lastIncomingMessages', from: 0 } as const
  await core.store.write('history.recordJournalRead', { ...read, at: emulator.clock.now() + 48 * hourMs })
  anna.says('after')
  const texts = await core.waitFor('it came by the journals', async () => {
    emulator.clock.advance(10_000)
    const found = await textsOf(core, anna.chatId)
    return found.includes('after') && found
  })
  expect(texts).toEqual(['before', 'after'])
})

test('a chat that a person left at once is not read again and again', async () => {
  const { emulator, instance, start } = await scene({ family: 'v3', settings: {} }, 'sendOnly')
  const anna = instance.person('79990001122', { name: 'Anna' })
  anna.says('Hello')
  const core = await start()
  const chat = await core.waitFor('the chat is here', async () => {
    const { rows } = await core.call('chats.list', { scope: null, filter: 'all', offset: 0, limit: 10 })
    return rows[0]?.key
  })
  const reads = () => emulator.recorder.list({ operation: 'getChatHistory' }).length
  const before = reads()
  const seen = [
    core.call('chats.inView', { chats: [], open: chat }),
    core.call('chats.inView', { chats: [], open: null }),
  ]
  await Promise.all(seen)
  const journals = () => emulator.recorder.list({ operation: 'lastIncomingMessages' }).length
  const rounds = journals() + 3
  await core.waitFor('three rounds are over', () => {
    emulator.clock.advance(30_000)
    return journals() >= rounds
  })
  expect(reads()).toBe(before)
})

test('a chat that a person left while it loaded does not take the place of the open one', async () => {
  const { emulator, instance, start } = await scene({ family: 'v3', settings: {} }, 'sendOnly')
  const [anna, ben] = [instance.person('79990001122'), instance.person('79990003344')]
  anna.says('Hello')
  ben.says('Hello')
  const core = await start()
  const chatOf = (id: string) => core.waitFor('the chat is here', () => core.chat(core.firstKey(), id))
  const [left, open] = [await chatOf(anna.chatId), await chatOf(ben.chatId)]
  await core.call('chats.inView', { chats: [], open: left })
  // One load waits for the other, and begins when the person looks at another chat.
  const loads = [1, 2].map(() => core.call('history.refresh', { chat: left }))
  await core.call('chats.inView', { chats: [], open })
  await Promise.all(loads)
  const reads = () => emulator.recorder.list({ operation: 'getChatHistory' }).map(({ body }) => body)
  const before = reads().length
  await core.waitFor('the open chat was read again', () => {
    emulator.clock.advance(30_000)
    return reads().length >= before + 3
  })
  for (const body of reads().slice(before)) expect(body).toContain(ben.chatId)
})

test('calls of this month are counted over restarts, by who made them', async () => {
  const { instance, start } = await scene({ family: 'whatsapp', settings: {} })
  instance.person('79990001122').says('Hello')
  const ownOf = async (core: Awaited<ReturnType<typeof start>>) => {
    const { quotas } = await core.call('account.state', { instance: core.firstKey() })
    return quotas.find(({ method }) => method === 'getMessage')
  }
  const ask = async (core: Awaited<ReturnType<typeof start>>) => {
    const run = core.instances.get(core.firstKey())?.run()
    if (!run) throw new Error('The instance does not run.')
    const input = { chatId: '79990001122@c.us', idMessage: '0123456789ABCDEF0123' }
    await run.api.call('getMessage', input, { priority: 'view', purpose: 'test' })
  }
  const first = await start()
  await ask(first)
  await ask(first)
  expect(await ownOf(first)).toMatchObject({ total: 1000, own: { people: 2, programs: 0, background: 0 } })
  await first.stop()
  const second = await start()
  expect(await ownOf(second)).toMatchObject({ own: { people: 2 } })
  await ask(second)
  expect(await ownOf(second)).toMatchObject({ own: { people: 3 } })
  // The customer's programs use up the rest: the refusal says how much, and the background asks no more.
  instance.planUse.useElsewhere('getMessage', 997)
  await ask(second)
  expect(await ownOf(second)).toMatchObject({
    ...{ used: 1000, total: 1000, own: { people: 3 }, usedUpUntil: expect.any(Number) },
  })
})
