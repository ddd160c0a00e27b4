import { afterEach, describe, expect, test } from 'vitest'
import type { Emulator } from '../../emulator/create-emulator.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import type { Instance, InstanceInit } from '../../emulator/world/instance.ts'
import { createUndiciHttp } from '../http/undici-http.ts'
import { createStoreFaults } from '../store/store-faults.ts'
import { createBorrowedClock } from '../testing/borrowed-clock.ts'
import { createTempDir } from '../testing/temp-dir.ts'
import { startTestCore } from '../testing/start-test-core.ts'
import type { StartTestCoreOptions, TestCore } from '../testing/start-test-core.ts'
import { readStore, worldDifferences } from '../testing/world-differences.ts'

const cleanups: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

interface Scene {
  readonly emulator: Emulator
  readonly instance: Instance
  readonly dataDir: string
  readonly account: { readonly apiUrl: string; readonly idInstance: string; readonly token: string }
  start(options?: Partial<StartTestCoreOptions>): Promise<TestCore>
}

async function scene(init: Partial<InstanceInit> = {}): Promise<Scene> {
  const emulator = createEmulator()
  await emulator.start()
  cleanups.push(() => emulator.stop())
  const instance = emulator.addInstance({ idInstance: '1101000001', token: 'token-one', ...init })
  const dir = createTempDir()
  cleanups.push(() => dir[Symbol.dispose]())
  const account = { apiUrl: emulator.url, idInstance: instance.idInstance, token: instance.token }
  return {
    emulator,
    instance,
    dataDir: dir.path,
    account,
    async start(options) {
      const core = await startTestCore({ dataDir: dir.path, instances: [account], ...options })
      cleanups.push(() => core.stop())
      return core
    },
  }
}

const rowsOf = async (core: TestCore, chatId: string, index = 0) => {
  const key = core.keys[index]
  if (key === undefined) return []
  const found = await core.store.read('chats.find', { instance: key, chatId })
  if (found === null) return []
  const window = await core.store.read('messages.window', {
    chat: found.chat,
    anchor: { kind: 'newest' },
    before: 600,
    after: 0,
  })
  return window.rows
}

const textsOf = async (core: TestCore, chatId: string) =>
  (await rowsOf(core, chatId)).map(({ content }) => ('text' in content ? content.text : content.kind))

describe('receiving', () => {
  test('a message is on the disk before it is deleted from the queue', async () => {
    const { emulator, instance, start } = await scene()
    const faults = createStoreFaults()
    const core = await start({ faults })
    await emulator.untilWaiting(instance.idInstance)
    faults.holdCommits()
    const anna = instance.person('79990001122', { name: 'Anna' })
    anna.says('held back')
    await faults.commitHeld()
    expect(instance.notifications.size).toBe(1)
    expect(emulator.recorder.list().filter(({ operation }) => operation === 'deleteNotification')).toEqual([])
    faults.releaseCommits()
    await core.until('the queue is empty', () => instance.notifications.size === 0)
    expect(await textsOf(core, anna.chatId)).toEqual(['held back'])
  })
})

describe('what a notification brings', () => {
  test('every kind of message, change and status ends up in the archive as the world has it', async () => {
    const { emulator, instance, dataDir, start } = await scene()
    const anna = instance.person('79990001122', { name: 'Anna', contactName: 'Anna (shop)' })
    const boris = instance.person('79990003344', { name: 'Boris' })
    const group = instance.group('-500000001', { subject: 'Team' })
    const core = await start()

    const first = anna.says('first')
    const reply = anna.says('a reply', { quotes: first })
    anna.sendsLink({ text: 'see https://example.org', title: 'Example', description: 'An example' })
    anna.sendsImage({ caption: 'a picture' })
    anna.sendsDocument({ caption: 'a document' })
    anna.sendsSticker()
    anna.sendsAudio()
    anna.sendsVideo({ caption: 'a film' })
    anna.sendsLocation({ nameLocation: 'Home', address: 'Street 1', latitude: 1.5, longitude: 2.5 })
    anna.sendsContact({ displayName: 'Carl', vcard: 'BEGIN:VCARD\nFN:Carl\nEND:VCARD' })
    anna.sendsContacts([
      { displayName: 'Dora', vcard: '' },
      { displayName: 'Emil', vcard: '' },
    ])
    const poll = anna.asksPoll('Tea?', ['yes', 'no'])
    anna.votes(poll, ['yes'])
    anna.sendsUnsupported('buttonsMessage', { buttons: [] })
    anna.sendsUnsupported('')
    const edited = anna.says('with a tyop')
    anna.edits(edited, 'with a typo')
    const deleted = anna.says('not for you')
    anna.deletes(deleted)
    const own = instance.phone.says('from the phone', { to: anna })
    anna.reacts(own, '👍')
    instance.phone.reacts(first, '❤️')
    instance.phone.reacts(first, '')
    boris.says('in the group', { to: group })
    const api = instance.acceptSend(anna.chat, 'sent by another program')
    emulator.clock.advance(5000)

    await core.until('the queue is empty', () => instance.notifications.size === 0)
    const world = emulator.snapshot().instances[0]
    expect(world && readStore(dataDir, (tx) => worldDifferences(tx, world))).toEqual([])
    const rows = await rowsOf(core, anna.chatId)
    const shown = (id: string) => rows.find(({ idMessage }) => idMessage === id)
    expect(shown(first.id)?.reactions).toEqual([])
    expect(shown(own.id)?.reactions.map(({ emoji, count }) => [emoji, count])).toEqual([['👍', 1]])
    expect(shown(deleted.id)).toMatchObject({ deleted: true, content: { kind: 'text', text: 'not for you' } })
    expect(shown(edited.id)).toMatchObject({ edited: true, content: { text: 'with a typo' } })
    expect(shown(api.id)).toMatchObject({ sentByApi: true, status: { kind: 'read' } })
    expect(shown(poll.id)?.content).toMatchObject({
      kind: 'poll',
      voters: 1,
      options: [
        { name: 'yes', votes: 1 },
        { name: 'no', votes: 0 },
      ],
    })
    expect(rows.every(({ content }) => content.kind !== 'reaction')).toBe(true)
    expect(shown(reply.id)?.quoted).toMatchObject({ idMessage: first.id, text: 'first' })
  })

  test('of two edits in one second the later one stands, whatever the texts are', async () => {
    const { instance, start } = await scene()
    const anna = instance.person('79990001122')
    const said = anna.says('first')
    for (const text of ['edit 9', 'edit 10', 'edit 1']) anna.edits(said, text)
    const core = await start()
    await core.until('the queue is empty', () => instance.notifications.size === 0)
    expect(await textsOf(core, anna.chatId)).toEqual(['edit 1'])
  })

  test('a status that comes before its message waits for it', async () => {
    const { instance, start } = await scene()
    const anna = instance.person('79990001122')
    instance.notify('outgoingMessageStatus', { chatId: anna.chatId, idMessage: '1234567890123', status: 'read' })
    instance.phone.says('late', { to: anna, id: '1234567890123' })
    const core = await start()
    await core.until('the queue is empty', () => instance.notifications.size === 0)
    expect(await rowsOf(core, anna.chatId)).toMatchObject([{ idMessage: '1234567890123', status: { kind: 'read' } }])
  })

  test('what can not be read goes to quarantine with its reason, and blocks nobody', async () => {
    const { instance, dataDir, start } = await scene()
    instance.notifyRaw({ typeWebhook: 'incomingMessageReceived', senderData: {} })
    instance.notifyRaw(null)
    instance.notifyRaw('just text')
    instance.notifyRaw({
      typeWebhook: 'incomingMessageReceived',
      instanceData: { idInstance: 42 },
      timestamp: 1795176000,
      idMessage: 'A',
      senderData: { chatId: '1' },
      messageData: {},
    })
    instance.notify('deviceInfo', { deviceData: { platform: 'x' } })
    const anna = instance.person('79990001122')
    anna.says('after all that')
    const core = await start()
    await core.until('the message is there', async () => (await textsOf(core, anna.chatId)).length === 1)
    await core.until('the queue is empty', () => instance.notifications.size === 0)
    const events = readStore(dataDir, (tx) => tx.all('select type_webhook, state, reason from journal order by key'))
    expect(events).toEqual([
      { type_webhook: 'incomingMessageReceived', state: 'quarantined', reason: 'wrongShape' },
      { type_webhook: '', state: 'quarantined', reason: 'noBody' },
      { type_webhook: '', state: 'quarantined', reason: 'wrongShape' },
      { type_webhook: 'incomingMessageReceived', state: 'quarantined', reason: 'otherInstance' },
      { type_webhook: 'deviceInfo', state: 'unknown', reason: null },
      { type_webhook: 'incomingMessageReceived', state: 'applied', reason: null },
    ])
  })

  test('an answer that was cut on its way is asked for again', async () => {
    const { emulator, instance, start } = await scene()
    const anna = instance.person('79990001122')
    anna.says('cut once')
    emulator.fault({ kind: 'broken-json' }, { operation: 'receiveNotification', count: 1 })
    const core = await start({ random: () => 0 })
    expect(
      await core.until('it came whole', async () => (await textsOf(core, anna.chatId)).join() === 'cut once'),
    ).toBe(true)
  })

  test('an answer that stays broken is set aside and blocks nobody', async () => {
    const { emulator, instance, dataDir, start } = await scene()
    const anna = instance.person('79990001122')
    anna.says('broken for good')
    anna.says('the next one')
    emulator.fault({ kind: 'broken-json' }, { operation: 'receiveNotification', count: 3 })
    const core = await start({ random: () => 0 })
    await core.until('the queue is empty', () => instance.notifications.size === 0, 15_000)
    await core.until(
      'the next one came',
      async () => (await textsOf(core, anna.chatId)).includes('the next one'),
      15_000,
    )
    const kept = readStore(dataDir, (tx) => tx.all("select reason from journal where state = 'quarantined'"))
    expect(kept).toEqual([{ reason: 'notJson' }])
  })

  test('a redelivery changes nothing and is known as one', async () => {
    const { emulator, instance, start } = await scene()
    const anna = instance.person('79990001122')
    emulator.fault({ kind: 'reset-after' }, { operation: 'receiveNotification', count: 1 })
    emulator.fault({ kind: 'refuse', status: 503 }, { operation: 'deleteNotification', count: 2 })
    anna.says('once')
    const core = await start({ random: () => 0 })
    await core.until('the queue is empty', () => instance.notifications.size === 0)
    expect(await textsOf(core, anna.chatId)).toEqual(['once'])
  })
})

describe('an idle queue', () => {
  for (const face of ['empty', 'null', '408', '504'] as const) {
    test(`is asked at most twice a second when it answers ${face} at once`, async () => {
      const { emulator, start } = await scene()
      emulator.clock.setMode('manual')
      emulator.fault({ kind: 'empty-wait', face }, { operation: 'receiveNotification' })
      const clock = createBorrowedClock(emulator.clock)
      const http = createUndiciHttp()
      cleanups.push(() => http.close())
      const askedAt: number[] = []
      const core = await start({
        clock,
        http: {
          request(request) {
            if (request.url.includes('/receiveNotification/')) askedAt.push(clock.now())
            return http.request(request)
          },
        },
      })
      await core.until('it was asked six times', () => {
        emulator.clock.advance(100)
        return askedAt.length >= 6
      })
      const withinASecond = askedAt.map((at) => askedAt.filter((other) => other >= at && other < at + 1000).length)
      expect(Math.max(...withinASecond)).toBeLessThanOrEqual(2)
      // And less often the longer it goes on.
      expect((askedAt.at(-1) ?? 0) - (askedAt.at(-2) ?? 0)).toBeGreaterThanOrEqual(4000)
      const [key] = core.keys
      expect(key && core.instances.get(key)?.connection.state().kind).toBe('live')
    })
  }
})

test('a head of the queue that can not be removed is asked for less and less often', async () => {
  const { emulator, instance, start, dataDir } = await scene()
  emulator.clock.setMode('manual')
  emulator.fault({ kind: 'unacked' }, { operation: 'deleteNotification' })
  const anna = instance.person('79990001122')
  anna.says('stays where it is')
  const core = await start({ clock: createBorrowedClock(emulator.clock), random: () => 0 })
  const asked = () => emulator.recorder.list({ operation: 'receiveNotification' })
  await core.until(
    'it came eight times',
    () => {
      emulator.clock.advance(250)
      return asked().length >= 8
    },
    30_000,
  )
  const gaps = asked().map(({ at }, index) => at - (asked()[index - 1]?.at ?? at))
  expect(gaps.slice(4, 8).every((gap, index) => gap >= 1000 * 2 ** index)).toBe(true)
  emulator.faults.clear()
  anna.says('the next one')
  await core.until('the queue is empty', () => {
    emulator.clock.advance(1000)
    return instance.notifications.size === 0
  })
  const [world] = emulator.snapshot().instances
  await core.until('all is there', () => world && readStore(dataDir, (tx) => worldDifferences(tx, world)).length === 0)
  expect(await textsOf(core, anna.chatId)).toEqual(['stays where it is', 'the next one'])
})

test('an instance that hangs, floods or answers garbage delays no other', async () => {
  const { emulator, instance: calm, dataDir, account } = await scene()
  const [hanging, flooding, broken] = ['1101000002', '1101000003', '1101000004'].map((idInstance) =>
    emulator.addInstance({ idInstance, token: 'token-one' }),
  )
  if (hanging === undefined || flooding === undefined || broken === undefined) throw new Error('Three are needed.')
  emulator.fault({ kind: 'hang' }, { idInstance: hanging.idInstance })
  emulator.fault({ kind: 'garbage' }, { idInstance: broken.idInstance })
  const flood = flooding.person('79990003344')
  for (let index = 0; index < 1500; index++) flood.says(`flood ${index}`)
  const anna = calm.person('79990001122')
  for (let index = 0; index < 20; index++) anna.says(`calm ${index}`)
  const core = await startTestCore({
    dataDir,
    instances: [hanging, flooding, broken, calm].map(({ idInstance }) => ({ ...account, idInstance })),
  })
  cleanups.push(() => core.stop())
  await core.until('the calm queue is empty', () => calm.notifications.size === 0, 30_000)
  // Each has its own loop: its backlog would have to be read first behind the flood otherwise.
  expect(flooding.notifications.size).toBeGreaterThan(1000)
  expect(await rowsOf(core, anna.chatId, 3)).toHaveLength(20)
})

describe('trouble', () => {
  test('a webhook stops receiving, is shown, and receiving goes on by itself when it is gone', async () => {
    const { emulator, instance, start } = await scene()
    const anna = instance.person('79990001122')
    instance.set({ webhookUrl: 'https://example.org/hook' })
    const core = await start()
    const [key] = core.keys
    if (key === undefined) throw new Error('no instance')
    const state = await core.untilConnection(key, 'webhookSet')
    expect(state.retryAt).toBeGreaterThanOrEqual(Date.now() + 50_000)
    anna.says('meanwhile')
    expect(emulator.recorder.list({ operation: 'receiveNotification' })).toHaveLength(1)
    instance.set({ webhookUrl: '' })
    core.instances.nudge(key)
    await core.untilConnection(key, 'live')
    await core.until('it came', async () => (await textsOf(core, anna.chatId)).length === 1)
  })

  test('all notification kinds off is said, until something arrives', async () => {
    const { instance, start } = await scene({ settings: 'new' })
    const core = await start()
    const [key] = core.keys
    if (key === undefined) throw new Error('no instance')
    expect(await core.untilConnection(key, 'notificationsOff')).toMatchObject({ kind: 'notificationsOff' })
    instance.set({ incomingWebhook: 'yes' })
    instance.person('79990001122').says('they are on again')
    expect(await core.untilConnection(key, 'live')).toMatchObject({ receiving: true })
  })

  test('another program on the queue is noticed, and what it took comes from the histories', async () => {
    const { emulator, instance, dataDir, start } = await scene()
    const anna = instance.person('79990001122')
    const core = await start()
    const [key] = core.keys
    if (key === undefined) throw new Error('no instance')
    await emulator.untilWaiting(instance.idInstance)
    emulator.fault({ kind: 'unacked' }, { operation: 'deleteNotification', count: 1 })
    anna.says('taken by both')
    await core.untilConnection(key, 'sharedQueue')
    anna.says('taken by the other', { notify: false })
    core.instances.nudge(key)
    await core.until('it came by the journals', async () => (await textsOf(core, anna.chatId)).length === 2)
    const world = emulator.snapshot().instances[0]
    expect(world && readStore(dataDir, (tx) => worldDifferences(tx, world))).toEqual([])
  })

  for (const fault of ['full', 'readOnly', 'failing'] as const) {
    test(`a store that is ${fault} stops receiving before anything is deleted, and goes on when it can`, async () => {
      const { emulator, instance, start } = await scene()
      const faults = createStoreFaults()
      const anna = instance.person('79990001122')
      const core = await start({ faults })
      await emulator.untilWaiting(instance.idInstance)
      faults.failWith(fault)
      for (let index = 0; index < 40; index++) anna.says(`message ${index} ${'x'.repeat(3000)}`)
      const [key] = core.keys
      if (key === undefined) throw new Error('no instance')
      await core.untilConnection(key, 'storeTrouble')
      const stored = (await textsOf(core, anna.chatId)).length
      expect(instance.notifications.size).toBe(40 - stored)
      faults.failWith(null)
      await core.until('all came', async () => (await textsOf(core, anna.chatId)).length === 40, 15_000)
      await core.until('the queue is empty', () => instance.notifications.size === 0, 15_000)
    })
  }

  test('a wake or a change of network restarts the loop at once', async () => {
    const { emulator, instance, start } = await scene()
    emulator.fault({ kind: 'hang' }, { operation: 'receiveNotification', count: 1 })
    const anna = instance.person('79990001122')
    anna.says('while asleep')
    const core = await start()
    await emulator.untilRequest('receiveNotification')
    core.instances.restart()
    const came = await core.until('it came', async () => (await textsOf(core, anna.chatId)).length === 1, 3000)
    expect(came).toBe(true)
  })
})

describe('unread', () => {
  test('live messages are unread until the account answers; a first sync makes nothing unread', async () => {
    const { emulator, instance, start } = await scene()
    const anna = instance.person('79990001122')
    const boris = instance.person('79990003344')
    for (let index = 0; index < 5; index++) {
      anna.says(`old ${index}`, { notify: false, at: emulator.clock.now() - 3_600_000 + index * 1000 })
      boris.says(`old ${index}`, { notify: false, at: emulator.clock.now() - 7_200_000 + index * 1000 })
    }
    const core = await start()
    await core.until('the first sync is done', () => core.instances.list()[0]?.row().firstSyncedAt)
    const unread = async () => {
      const [key] = core.keys
      if (key === undefined) return []
      const page = await core.store.read('chats.list', { scope: key, filter: 'all', offset: 0, limit: 50 })
      return page.rows.map((row) => [row.chatId, row.unread])
    }
    expect(await textsOf(core, anna.chatId)).toHaveLength(5)
    expect(await textsOf(core, boris.chatId)).toHaveLength(5)
    expect(await unread()).toEqual([
      [anna.chatId, 0],
      [boris.chatId, 0],
    ])
    anna.says('new')
    boris.says('new')
    instance.phone.says('answered', { to: boris })
    await core.until('the queue is empty', () => instance.notifications.size === 0)
    expect(Object.fromEntries(await unread())).toEqual({ [anna.chatId]: 1, [boris.chatId]: 0 })
    await core.until('a notice', () => core.notices.length > 0)
    expect(core.notices[0]).toMatchObject({ kind: 'incoming', body: 'new' })
  })
})
