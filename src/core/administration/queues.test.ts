import { expect, test } from 'vitest'
import { openAdministration, refusalOf } from '../testing/administration-scene.ts'

const anna = '79990001122@c.us'

async function withQueue() {
  const scene = await openAdministration(
    { settings: { delaySendMessagesMilliseconds: 600_000 } },
    { services: ['administration', 'sending'] },
  )
  const { core, instance } = scene
  instance.person('79990001122', { name: 'Anna' })
  const of = { instance: core.firstKey() }
  const { chat } = await core.call('chats.open', { ...of, chatId: anna })
  // The first leaves at once, whoever it is of.
  instance.apiSends.accept(instance.chat('79990001122'), 'Gone')
  await scene.pass(1)
  const { message } = await core.call('messages.send', { chat, text: 'Ours' })
  await scene.emulator.until({ kind: 'accepted', text: 'Ours' })
  instance.apiSends.accept(instance.chat('79990001122'), 'Another program’s')
  return { ...scene, of, message }
}

test('the queue is shown with whose each entry is, and counted for the chart', async () => {
  const { core, of, message, pass, asked } = await withQueue()
  const state = await core.call('queues.read', of)
  expect(state).toMatchObject({ outgoing: 2, notifications: expect.any(Number) })
  expect(state.entries.map(({ place, text, message: row, ours }) => [place, text, row, ours])).toEqual([
    [1, 'Ours', message, true],
    [2, 'Another program’s', null, false],
  ])
  expect(state.entries[0]?.title).toBe('+7 999 000 11 22')
  // Nearer reads would bring nothing new.
  await core.call('queues.read', of)
  expect(asked('showMessagesQueue')).toBe(1)
  await pass(10_000)
  const again = await core.call('queues.read', of)
  expect(again.samples).toHaveLength(2)
})

test('clearing takes what the person saw and nothing else, once, and ours say that they were removed', async () => {
  const { core, of, message, instance, asked } = await withQueue()
  expect(await refusalOf(core.call('queues.clearOutgoing', { ...of, count: 3 }))).toMatchObject({
    code: 'changedMeanwhile',
    details: { count: 2 },
  })
  expect(asked('clearMessagesQueue')).toBe(0)
  const cleared = await Promise.all([
    core.call('queues.clearOutgoing', { ...of, count: 2 }),
    core.call('queues.clearOutgoing', { ...of, count: 2 }),
  ])
  expect(cleared).toEqual([{ ours: 1 }, { ours: 1 }])
  expect(asked('clearMessagesQueue')).toBe(1)
  expect(instance.outgoing.list()).toEqual([])
  const { message: shown } = await core.call('messages.details', { message })
  expect(shown.status).toMatchObject({ kind: 'expired', waitReason: { kind: 'cleared' } })
})

test('clearing takes no message of ours that is sent while it lasts: that one goes afterwards', async () => {
  const { core, of, message, instance, emulator, asked, pass } = await withQueue()
  emulator.fault({ kind: 'delay', ms: 60_000 }, { operation: 'clearMessagesQueue' })
  const clearing = core.call('queues.clearOutgoing', { ...of, count: 2 })
  await core.waitFor('the queue was read', () => asked('showMessagesQueue') === 1)
  const { chat } = await core.call('messages.details', { message }).then(({ message: row }) => row)
  const meanwhile = (await core.call('messages.send', { chat, text: 'Meanwhile' })).message
  for (let n = 0; n < 20; n += 1) await pass(1)
  emulator.faults.clear()
  emulator.clock.advance(60_000)
  expect(await clearing).toEqual({ ours: 1 })
  await emulator.until({ kind: 'accepted', text: 'Meanwhile' })
  const status = async () => (await core.call('messages.details', { message: meanwhile })).message.status
  // A status of the service may follow its answer at once.
  const taken = ['accepted', 'pending', 'sent']
  await core.waitFor('it is accepted', async () => taken.includes((await status())?.kind ?? ''))
  expect(instance.outgoing.list()).toHaveLength(1)
})

test('an entry without a chat or an id counts, and is another program’s', async () => {
  const { core, of, message, emulator } = await withQueue()
  const own = await core.until('messages.details', { message }, (known) => known.message.idMessage !== null)
  const body = JSON.stringify([
    { messageID: '1795176000001', type: 'sendStatus', body: { message: 'To all' } },
    { type: 'sendMessage', body: { chatId: anna, message: 'Ours' } },
    { messageID: '1795176000003', type: 'setSomething' },
    { messageID: own.message.idMessage, type: 'sendMessage', body: { chatId: anna } },
    'no entry',
  ])
  emulator.fault({ kind: 'refuse', status: 200, body }, { operation: 'showMessagesQueue' })
  const { outgoing, entries } = await core.call('queues.read', of)
  expect(outgoing).toBe(5)
  expect(entries.map(({ place, title, text, ours }) => [place, title, text, ours])).toEqual([
    [1, '', 'To all', false],
    [2, '+7 999 000 11 22', 'Ours', false],
    [3, '', '', false],
    [4, '+7 999 000 11 22', '', true],
  ])
})

test('what no time is known of waits at least since it was first seen, and what has no id since it was read', async () => {
  const { core, of, emulator, pass } = await withQueue()
  const show = (...entries: object[]) => {
    emulator.faults.clear()
    emulator.fault({ kind: 'refuse', status: 200, body: JSON.stringify(entries) }, { operation: 'showMessagesQueue' })
  }
  const read = async () => {
    const { readAt, entries } = await core.call('queues.read', of)
    return entries.map(({ since, atLeast }) => ({ age: (readAt ?? 0) - since, atLeast }))
  }
  const [named, unnamed] = [{ messageID: 'abc', type: 'sendMessage' }, { type: 'sendMessage' }]
  show(named, unnamed)
  expect(await read()).toEqual(Array.from({ length: 2 }, () => ({ age: 0, atLeast: true })))
  await pass(10_000)
  show(unnamed, named, { ...named, messageID: '1795176000001' })
  const [first, second, third] = await read()
  expect(first).toEqual({ age: 0, atLeast: true })
  expect(second?.atLeast).toBe(true)
  expect(second?.age).toBeGreaterThanOrEqual(10_000)
  expect(third?.atLeast).toBe(false)
})

test('an edit in the queue is not the message that it edits, and clearing takes nothing from one that was delivered', async () => {
  const { core, of, message, instance, pass } = await withQueue()
  const status = async () => (await core.call('messages.details', { message })).message.status
  await pass(600_000)
  await core.waitFor('it is read, and may still be edited', async () => {
    await pass(1000)
    return (await status())?.kind === 'read'
  })
  await core.call('messages.edit', { message, text: 'Ours, edited' })
  const { entries } = await core.call('queues.read', of)
  expect(entries.find(({ operation }) => operation === 'editMessage')).toMatchObject({ message: null, ours: false })
  expect(await core.call('queues.clearOutgoing', { ...of, count: entries.length })).toEqual({ ours: 0 })
  expect(instance.outgoing.list()).toEqual([])
  expect(await core.store.write('sending.recordCleared', { ...of, messages: [message] })).toBe(0)
  expect(await status()).toMatchObject({ kind: 'read' })
  expect((await status())?.waitReason).toBeUndefined()
})

test('notifications are not cleared while their count can’t be read, unless the service has none', async () => {
  const { core, of, instance, emulator, asked } = await withQueue()
  instance.person('79990001122').says('hello')
  const count = instance.notifications.size
  const clear = () => refusalOf(core.call('queues.clearNotifications', { ...of, count }))
  emulator.fault({ kind: 'refuse', status: 400 }, { operation: 'getWebhooksCount' })
  expect(await clear()).toMatchObject({ code: 'serviceRefused' })
  expect([instance.notifications.size, asked('clearWebhooksQueue')]).toEqual([count, 0])
  emulator.faults.clear()
  emulator.fault(
    { kind: 'refuse', status: 404, body: '{"message":"Cannot GET /getWebhooksCount"}' },
    { operation: 'getWebhooksCount' },
  )
  expect(await clear()).toBeNull()
  expect(instance.notifications.size).toBe(0)
})

test('notifications are cleared once a minute, and not when there are more than were agreed to', async () => {
  const { core, of, instance, pass } = await withQueue()
  instance.person('79990001122').says('hello')
  const { notifications } = await core.call('queues.read', of)
  const count = notifications ?? 0
  expect(count).toBeGreaterThan(0)
  expect(await refusalOf(core.call('queues.clearNotifications', { ...of, count: 0 }))).toMatchObject({
    code: 'changedMeanwhile',
    details: { count },
  })
  await core.call('queues.clearNotifications', { ...of, count })
  expect(instance.notifications.size).toBe(0)
  expect(await refusalOf(core.call('queues.clearNotifications', { ...of, count }))).toMatchObject({
    code: 'tooSoon',
    retryAfterMs: 60_000,
  })
  await pass(60_000)
  // Statuses of what was sent before may have come since.
  const { notifications: later } = await core.call('queues.read', of)
  await core.call('queues.clearNotifications', { ...of, count: later ?? 0 })
  expect(instance.notifications.size).toBe(0)
})
