import { describe, expect, onTestFinished, test } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { createSystemClock } from '../base/system-clock.ts'
import { createStoreFaults } from '../store/store-faults.ts'
import { hurried } from '../testing/hurried.ts'
import { createReceivingScene, rowsOf, textsOf } from '../testing/receiving-scene.ts'
import { readStore, worldDifferences } from '../testing/world-differences.ts'

async function scene() {
  const emulator = createEmulator({ limits: 'off' })
  await emulator.start()
  onTestFinished(() => emulator.stop())
  const instance = emulator.addInstance({ idInstance: '1101000001', token: 'token-one' })
  const account = { apiUrl: emulator.url, idInstance: instance.idInstance, token: instance.token }
  return { emulator, instance, account, ...createReceivingScene(account) }
}

describe('receiving', () => {
  test('a message is on the disk before it is deleted from the queue', async () => {
    const { emulator, instance, start } = await scene()
    const faults = createStoreFaults()
    const persisting = Promise.withResolvers<void>()
    const core = await start({
      faults,
      watchStore: (store) => ({
        ...store,
        write: (...given) => {
          if (given[0] === 'receiving.persist') persisting.resolve()
          return store.write(...given)
        },
      }),
    })
    await emulator.untilWaiting(instance.idInstance)
    faults.holdCommits()
    // Also where this fails: a core that ends waits for its commits.
    onTestFinished(() => faults.releaseCommits())
    const anna = instance.person('79990001122', { name: 'Anna' })
    anna.says('held back')
    // Another write may be the one whose commit is held first.
    await persisting.promise
    await faults.commitHeld()
    expect(instance.notifications.size).toBe(1)
    expect(emulator.recorder.list().filter(({ operation }) => operation === 'deleteNotification')).toEqual([])
    faults.releaseCommits()
    await core.waitFor('the queue is empty', () => instance.notifications.size === 0)
    await core.untilApplied()
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
    const api = instance.apiSends.accept(anna.chat, 'sent by another program')
    emulator.clock.advance(5000)

    await core.waitFor('the queue is empty', () => instance.notifications.size === 0)
    await core.untilApplied()
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
    const written = anna.says('first')
    for (const text of ['edit 9', 'edit 10', 'edit 1']) anna.edits(written, text)
    const core = await start()
    await core.waitFor('the queue is empty', () => instance.notifications.size === 0)
    await core.untilApplied()
    expect(await textsOf(core, anna.chatId)).toEqual(['edit 1'])
  })

  test('a status that comes before its message waits for it', async () => {
    const { instance, start } = await scene()
    const anna = instance.person('79990001122')
    instance.notify('outgoingMessageStatus', { chatId: anna.chatId, idMessage: '1234567890123', status: 'read' })
    instance.phone.says('late', { to: anna, id: '1234567890123' })
    const core = await start()
    await core.waitFor('the queue is empty', () => instance.notifications.size === 0)
    await core.untilApplied()
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
    instance.notify('x'.repeat(300_000), {})
    instance.notifyRaw({ typeWebhook: 'deviceInfo', instanceData: { idInstance: '4'.repeat(300_000) } })
    const anna = instance.person('79990001122')
    anna.says('after all that')
    const core = await start()
    await core.waitFor('the message is there', async () => (await textsOf(core, anna.chatId)).length === 1)
    await core.waitFor('the queue is empty', () => instance.notifications.size === 0)
    await core.untilApplied()
    const events = readStore(dataDir, (tx) => tx.all('select type_webhook, state, reason from journal order by key'))
    expect(events).toEqual([
      { type_webhook: 'incomingMessageReceived', state: 'quarantined', reason: 'wrongShape' },
      { type_webhook: '', state: 'quarantined', reason: 'noBody' },
      { type_webhook: '', state: 'quarantined', reason: 'wrongShape' },
      { type_webhook: 'incomingMessageReceived', state: 'quarantined', reason: 'otherInstance' },
      { type_webhook: 'deviceInfo', state: 'unknown', reason: null },
      { type_webhook: 'x'.repeat(200), state: 'unknown', reason: null },
      { type_webhook: 'deviceInfo', state: 'quarantined', reason: 'otherInstance' },
      { type_webhook: 'incomingMessageReceived', state: 'applied', reason: null },
    ])
    const [longest] = readStore(dataDir, (tx) => tx.all<{ n: number }>('select max(length(detail)) as n from journal'))
    expect(longest?.n).toBeLessThan(300)
  })

  test('an answer that was cut on its way is asked for again', async () => {
    const { emulator, instance, start } = await scene()
    const anna = instance.person('79990001122')
    anna.says('cut once')
    emulator.fault({ kind: 'broken-json' }, { operation: 'receiveNotification', count: 1 })
    const core = await start({ random: () => 0 })
    expect(
      await core.waitFor('it came whole', async () => (await textsOf(core, anna.chatId)).join() === 'cut once'),
    ).toBe(true)
  })

  test('an answer that stays broken is set aside and blocks nobody', async () => {
    const { emulator, instance, dataDir, start } = await scene()
    const anna = instance.person('79990001122')
    anna.says('broken for good')
    emulator.fault({ kind: 'broken-json' }, { operation: 'receiveNotification' })
    const core = await start({ random: () => 0, clock: hurried(createSystemClock()) })
    await core.waitFor('it is deleted', () => instance.notifications.size === 0)
    emulator.faults.clear()
    // Only now: by the hurried clock a second one would be broken for good, too, before the fault is cleared.
    anna.says('the next one')
    await core.waitFor('the queue is empty', () => instance.notifications.size === 0)
    await core.untilApplied()
    await core.waitFor('the next one came', async () => (await textsOf(core, anna.chatId)).includes('the next one'))
    const stored = readStore(dataDir, (tx) => tx.all("select reason from journal where state = 'quarantined'"))
    expect(stored).toEqual([{ reason: 'notJson' }])
  })

  test('what a lost answer and refused deletes bring again stands once', async () => {
    const { emulator, instance, start } = await scene()
    const anna = instance.person('79990001122')
    emulator.fault({ kind: 'reset-after' }, { operation: 'receiveNotification', count: 1 })
    emulator.fault({ kind: 'refuse', status: 503 }, { operation: 'deleteNotification', count: 2 })
    anna.says('once')
    const core = await start({ random: () => 0 })
    await core.waitFor('the queue is empty', () => instance.notifications.size === 0)
    await core.untilApplied()
    expect(await textsOf(core, anna.chatId)).toEqual(['once'])
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
    await core.waitFor('the first sync is done', () => core.instances.list()[0]?.row().firstSyncedAt)
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
    await core.waitFor('the queue is empty', () => instance.notifications.size === 0)
    await core.untilApplied()
    expect(Object.fromEntries(await unread())).toEqual({ [anna.chatId]: 1, [boris.chatId]: 0 })
    await core.waitFor('a notice', () => core.notices.length > 0)
    expect(core.notices[0]).toMatchObject({ kind: 'incoming', body: 'new' })
  })
})
