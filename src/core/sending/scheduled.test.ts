import { expect, onTestFinished, test } from 'vitest'
import type { ChatKey } from '../../contract/ids.ts'
import { anna, boris, createLine, hour, minute, useSendingHarness } from '../testing/sending-harness.ts'

const harness = useSendingHarness()
type Harness = Awaited<ReturnType<typeof harness>>

const later = async (world: Harness, chat: ChatKey, text: string, inMs: number) => {
  const sendAt = { at: world.time.clock.now() + inMs, zone: 'Europe/Berlin' }
  const { message } = await world.app().call('messages.send', { chat, text, sendAt })
  return { message, at: sendAt.at }
}
const waitReason = async (world: Harness, message: Parameters<Harness['status']>[0]) =>
  (await world.status(message))?.waitReason

test('sends a message at its time, and holds up nothing until then', async () => {
  const world = await harness()
  const chat = await world.chat(anna)
  const { message, at } = await later(world, chat, 'Good morning', 9 * hour)
  await world.time.settle()
  expect(await world.status(message)).toMatchObject({
    kind: 'scheduled',
    waitReason: { kind: 'scheduled', at, zone: 'Europe/Berlin' },
    changeable: true,
  })
  const listed = await world.app().call('chats.details', { chat })
  expect(listed).toMatchObject({ preview: null, draftText: '' })
  await world.send(anna, 'One moment')
  expect(world.accepted()).toEqual(['One moment'])
  await world.time.advance(9 * hour - minute, hour)
  expect(world.accepted()).toEqual(['One moment'])
  await world.time.advance(2 * minute, minute)
  expect(world.accepted()).toEqual(['One moment', 'Good morning'])
  const details = await world.app().call('messages.details', { message })
  expect(details.observations.map(({ raw, text }) => `${raw} ${text ?? ''}`.trim()).slice(0, 4)).toEqual([
    'scheduled',
    'queued due',
    'sending',
    'accepted',
  ])
  expect(
    (
      await world.app().call('outgoing.list', {
        filter: {
          scope: world.instance,
          statuses: ['scheduled'],
          kinds: [],
          chats: [],
          text: '',
          minutes: null,
          lookBackBy: 'sent',
          sentByApi: null,
          quickReplies: [],
          olderThanMs: null,
          stuckLongerThanMs: null,
        },
        sort: { by: 'time', direction: 'desc' },
        offset: 0,
        limit: 10,
      })
    ).total,
  ).toBe(0)
})

test('refuses a time that is over or too far away, and takes another time, other words, now and never', async () => {
  const world = await harness()
  const chat = await world.chat(anna)
  await expect(later(world, chat, 'Past', 0)).rejects.toThrow('schedulePast')
  await expect(later(world, chat, 'Far', 400 * 24 * hour)).rejects.toThrow('scheduleFar')
  const { message } = await later(world, chat, 'First', hour)
  const call = world.app().call
  await call('messages.schedule', { message, sendAt: { at: world.time.clock.now() + 3 * hour, zone: '' } })
  await call('messages.editQueued', { message, text: 'Second' })
  await world.time.advance(2 * hour, 10 * minute)
  expect(world.accepted()).toEqual([])
  await expect(
    call('messages.schedule', { message, sendAt: { at: world.time.clock.now() - 1, zone: '' } }),
  ).rejects.toThrow('schedulePast')
  await call('messages.sendNow', { message })
  await world.time.settle()
  expect(world.accepted()).toEqual(['Second'])
  await expect(call('messages.sendNow', { message })).rejects.toThrow('notEditable')
  const never = await later(world, chat, 'Never', hour)
  expect(await call('messages.cancel', { message: never.message })).toEqual({ text: 'Never' })
  await world.time.advance(2 * hour, 10 * minute)
  expect(world.accepted()).toEqual(['Second'])
})

test('asks about what came due while the program was off, and sends what is still to come', async () => {
  const world = await harness()
  const chat = await world.chat(anna)
  const missed = await later(world, chat, 'Good morning', hour)
  const coming = await later(world, chat, 'Good evening', 10 * hour)
  await world.crash()
  await world.time.advanceClock(3 * hour)
  await world.restart()
  expect(await world.status(missed.message)).toMatchObject({ kind: 'scheduled', retriable: true })
  expect(await waitReason(world, missed.message)).toMatchObject({ kind: 'pastDue', at: missed.at })
  await world.time.advance(8 * hour, 10 * minute)
  expect(world.accepted()).toEqual(['Good evening'])
  expect(await world.kind(coming.message)).not.toBe('scheduled')
  await world.app().call('messages.retry', { messages: [missed.message] })
  await world.time.settle()
  expect(world.accepted()).toEqual(['Good evening', 'Good morning'])
})

test('asks about what was to come when its instance was removed, also once it is added again', async () => {
  const world = await harness()
  const chat = await world.chat(anna)
  const { message, at } = await later(world, chat, 'At nine', hour)
  await world.app().store.write('accounts.detach', { key: world.instance, erase: false })
  await world.app().refresh()
  await world.time.settle()
  await world.addAgain()
  await world.time.advance(2 * hour, 10 * minute)
  expect(world.accepted()).toEqual([])
  expect(await world.status(message)).toMatchObject({
    kind: 'scheduled',
    waitReason: { kind: 'pastDue', at },
    retriable: true,
  })
  await world.app().call('messages.sendNow', { message })
  await world.time.settle()
  expect(world.accepted()).toEqual(['At nine'])
})

test('does not send what was deleted before its time, and asks about it when it is restored after it', async () => {
  const world = await harness()
  const { message } = await later(world, await world.chat(anna), 'Deleted', hour)
  const { call } = world.app()
  await call('messages.deleteLocally', { messages: [message] })
  await world.time.advance(2 * hour, 10 * minute)
  expect(world.accepted()).toEqual([])
  await call('messages.restoreDeleted', { messages: [message] })
  await world.time.advance(2 * minute, minute)
  expect(await waitReason(world, message)).toMatchObject({ kind: 'pastDue' })
  expect(world.accepted()).toEqual([])
})

test('sends a message within a minute after the clock of the computer was set to its time', async () => {
  const world = await harness()
  onTestFinished(() => world.time.setClock(-2 * hour))
  await later(world, await world.chat(anna), 'At nine', 2 * hour)
  await world.time.settle()
  world.time.setClock(2 * hour)
  await world.time.advance(minute, 10_000)
  expect(world.accepted()).toEqual(['At nine'])
})

test('asks about what came due while the computer slept, unless told to send it', async () => {
  const world = await harness()
  const chat = await world.chat(anna)
  const missed = await later(world, chat, 'At nine', hour)
  world.time.sleep(5 * hour)
  await world.time.advance(2 * minute, minute)
  expect(await waitReason(world, missed.message)).toMatchObject({ kind: 'pastDue' })
  expect(world.accepted()).toEqual([])
  await world.app().call('messages.cancel', { message: missed.message })
  await world.app().call('settings.update', { lateMessages: 'send' })
  await later(world, chat, 'At ten', hour)
  world.time.sleep(5 * hour)
  await world.time.advance(2 * minute, minute)
  await world.app().call('settings.update', { lateMessages: 'ask' })
  expect(world.accepted()).toEqual(['At ten'])
})

test('sends what came due while the program was off when the line is there, however much later, if told so', async () => {
  const line = createLine()
  const world = await harness({ wrap: line.wrap })
  await world.app().call('settings.update', { lateMessages: 'send' })
  const { message } = await later(world, await world.chat(anna), 'At nine', hour)
  await world.crash()
  await world.time.advanceClock(3 * hour)
  line.cut(true)
  await world.restart()
  await world.time.advance(2 * hour, 10 * minute)
  expect(await waitReason(world, message)).toMatchObject({ kind: 'offline' })
  line.cut(false)
  await world.time.advance(10 * minute, minute)
  await world.app().call('settings.update', { lateMessages: 'ask' })
  expect(world.accepted()).toEqual(['At nine'])
})

test('asks about what came due while the instance had no token or was not authorized, and lets what is written then go on', async () => {
  const world = await harness({ online: false })
  const chat = await world.chat(anna)
  const first = await later(world, chat, 'At nine', hour)
  await world.time.advance(hour + 30_000, 10 * minute)
  expect(await waitReason(world, first.message)).toMatchObject({ kind: 'scheduled' })
  await world.time.advance(2 * minute, minute)
  expect(await waitReason(world, first.message)).toMatchObject({ kind: 'pastDue' })
  await world.setToken()
  await world.send(anna, 'Here we are')
  const report = (state: 'authorized' | 'notAuthorized') =>
    world.app().instances.get(world.instance)?.connection.report({ kind: 'stateInstance', state })
  report('notAuthorized')
  const second = await later(world, chat, 'At ten', hour)
  const third = await later(world, chat, 'Just in time', hour + 90_000)
  await world.time.advance(hour + 65_000, 5_000)
  expect(await waitReason(world, second.message)).toMatchObject({ kind: 'pastDue' })
  report('authorized')
  await world.time.advance(5 * minute, 10_000)
  expect(world.accepted()).toEqual(['Here we are', 'Just in time'])
  expect(await world.kind(third.message)).not.toBe('scheduled')
})

test('files and their text are scheduled together, are listed by their time, and go in their order', async () => {
  const world = await harness()
  const chat = await world.chat(anna)
  const call = world.app().call
  const uploads = await world.attach(chat, [{ name: 'one.pdf' }, { name: 'two.pdf' }])
  const files = uploads.map((upload) => ({ upload, caption: '', asFile: false }))
  const at = world.time.clock.now() + 2 * hour
  await expect(
    call('messages.sendFiles', { chat, files, text: 'Both', sendAt: { at: world.time.clock.now(), zone: '' } }),
  ).rejects.toThrow('schedulePast')
  // Nothing of a refused submission is lost.
  expect(await call('uploads.tray', { chat })).toHaveLength(2)
  const { messages } = await call('messages.sendFiles', { chat, files, text: 'Both', sendAt: { at, zone: '' } })
  const other = await world.chat(boris)
  await later(world, other, 'Sooner', hour)
  const listed = () => call('chats.list', { scope: world.instance, filter: 'scheduled', offset: 0, limit: 50 })
  expect(await listed()).toMatchObject({
    total: 2,
    counts: { scheduled: 2 },
    rows: [
      { key: other, scheduled: { at: at - hour, kind: 'text', text: 'Sooner' } },
      { key: chat, scheduled: { at, kind: 'document', text: 'one.pdf' } },
    ],
  })
  expect(await call('chats.indexOf', { scope: world.instance, filter: 'scheduled', chat })).toBe(1)
  await world.time.advance(90 * minute, 10 * minute)
  expect(world.requests('uploadFile')).toBe(0)
  expect((await listed()).rows.map(({ key }) => key)).toEqual([chat])
  await world.time.advance(35 * minute, minute)
  await world.app().waitFor('all went', async () => {
    await world.time.advance(1_000)
    return world.account.sends.length === 4
  })
  const sent = world.account.sends.slice(1)
  expect(sent.map(({ content }) => ('fileName' in content ? content.fileName : content.kind))).toEqual([
    'one.pdf',
    'two.pdf',
    'text',
  ])
  expect(await listed()).toMatchObject({ total: 0, counts: { scheduled: 0 } })
  expect(await world.kind(messages[0] ?? (0 as never))).not.toBe('scheduled')
})
