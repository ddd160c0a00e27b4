import { createSilentLogger } from '../testing/silent-logger.ts'
import { expect, onTestFinished, test } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { optionalOperations } from '../../emulator/world/behaviour.ts'
import { createBorrowedClock } from '../testing/borrowed-clock.ts'
import { rowsOf } from '../testing/receiving-scene.ts'
import { receivingAlone, startTestCore } from '../testing/start-test-core.ts'
import type { Journal } from '../accounts/rules/notification-switches.ts'
import { loadCalls } from './load-journals.ts'

const account = { idInstance: '1101000001', token: 'secret-of-the-calls', family: 'whatsapp' } as const
const minuteMs = 60_000

async function scene() {
  const emulator = createEmulator({ limits: 'off', clock: { mode: 'manual', startAt: Date.UTC(2026, 10, 20, 12) } })
  const apiUrl = await emulator.start()
  const instance = emulator.addInstance(account)
  const clock = createBorrowedClock(emulator.clock)
  const core = await startTestCore({
    ...receivingAlone,
    services: ['receiving', 'media'],
    clock,
    instances: [{ apiUrl, ...account }],
  })
  onTestFinished(async () => {
    await core.stop()
    await emulator.stop()
  })
  const marta = instance.person('79990002290', { name: 'Marta' })
  const received = async () => {
    await core.waitFor('all came', () => instance.notifications.size === 0)
    await core.untilApplied()
  }
  const read = async (journals?: readonly Journal[]) => {
    const run = core.instances.get(core.firstKey())?.run()
    if (!run) throw new Error('The instance does not run.')
    const logger = createSilentLogger()
    const ask = { minutes: () => 1440, priority: 'view', purpose: 'history.fresh', signal: run.signal } as const
    await loadCalls(run, { store: core.store, clock, logger }, journals === undefined ? ask : { ...ask, journals })
  }
  const calls = async () =>
    (await rowsOf(core, marta.chatId)).flatMap(({ content, direction, at }) =>
      content.kind === 'call' ? [[direction, content.outcome, content.duration, at - start] as const] : [],
    )
  const start = instance.now()
  return { emulator, instance, core, marta, received, read, calls }
}

test('a call is one row, whether its notifications, its journal or both told of it', async () => {
  const { emulator, marta, received, read, calls, core } = await scene()
  marta.calls('pickUp', { id: 'A1', duration: 30 })
  marta.calls('declined', { id: 'A2', notify: false })
  marta.isCalled('pickUp', { id: 'A3', duration: 5, notify: false })
  await received()
  emulator.clock.advance(10 * minuteMs)
  await read()
  const rows = [
    ['incoming', 'answered', 30, 0],
    ['incoming', 'missed', null, 0],
    ['outgoing', 'answered', 5, 0],
  ]
  expect(await calls()).toEqual(rows)
  // The same journal again, and the notifications late: nothing is doubled.
  marta.calls('declined', { id: 'A2' })
  await received()
  await read()
  expect(await calls()).toEqual(rows)
  const { rows: chats } = await core.call('chats.list', {
    ...{ scope: core.firstKey(), filter: 'all', offset: 0, limit: 10 },
  })
  expect(chats).toHaveLength(1)
})

test('a call whose journal has another id is one row, whichever of the two came first', async () => {
  const { emulator, marta, received, read, calls } = await scene()
  marta.calls('pickUp', { id: 'B1', duration: 30, journaled: { id: 'J1' } })
  await received()
  emulator.clock.advance(10 * minuteMs)
  await read()
  await read()
  expect(await calls()).toEqual([['incoming', 'answered', 30, 0]])
  // The journal is read while the queue stands still.
  const at = emulator.clock.now()
  marta.calls('declined', { id: 'B2', at, notify: false, journaled: { id: 'J2' } })
  emulator.clock.advance(10 * minuteMs)
  await read()
  marta.calls('declined', { id: 'B2', at, journaled: { id: 'J2' } })
  await received()
  emulator.clock.advance(10 * minuteMs)
  await read()
  await read()
  expect((await calls()).map(([, outcome]) => outcome)).toEqual(['answered', 'missed'])
  // What comes once more under the notification's id is the same call.
  marta.calls('declined', { id: 'B2', at })
  await received()
  expect(await calls()).toHaveLength(2)
})

test('two calls within seconds stay two, also where one notification was lost', async () => {
  const { emulator, marta, received, read, calls } = await scene()
  marta.calls('declined', { id: 'C1', notify: false })
  emulator.clock.advance(20_000)
  marta.calls('pickUp', { id: 'C2', duration: 3 })
  await received()
  await read()
  emulator.clock.advance(10 * minuteMs)
  await read()
  expect((await calls()).map(([, outcome]) => outcome)).toEqual(['missed', 'answered'])
})

test('an outgoing call that a notification called incoming is outgoing by its journal', async () => {
  const { emulator, instance, marta, received, read, calls, core } = await scene()
  const id = '3EB0C767D097B7C7C030'
  const timestamp = instance.seconds(instance.now())
  instance.notify('incomingCall', { timestamp, idMessage: id, from: marta.chatId, status: 'declined', isVideo: false })
  marta.isCalled('declined', { id, notify: false, journaled: { chatId: marta.lid } })
  await received()
  emulator.clock.advance(10 * minuteMs)
  await read()
  expect((await calls()).map(([direction, outcome]) => [direction, outcome])).toEqual([['outgoing', 'unanswered']])
  const { rows } = await core.call('chats.list', {
    ...{ scope: core.firstKey(), filter: 'waiting', offset: 0, limit: 10 },
  })
  expect(rows).toEqual([])
})

test('a journal of calls that ended before they began, of nobody, or of no calls shows no wrong number', async () => {
  const { emulator, instance, marta, read, calls } = await scene()
  const hostile = (record: object, ageMs = 0) =>
    instance.journals.calls.push({
      direction: 'incoming',
      endedAt: instance.now() - ageMs,
      record: { chatId: marta.chatId, ...record },
    })
  const timestamp = instance.seconds(instance.now())
  hostile({ idMessage: 'D1', timestamp, status: 'pickUp', duration: -50 })
  hostile({ idMessage: 'D2', timestamp, status: 'pickUp', duration: 4_000_000_000 })
  hostile({ idMessage: 'D3', timestamp, status: 'pickUp', duration: '12', isVideo: 'true', participants: 'many' })
  hostile({ idMessage: 'D4', timestamp: 'yesterday', status: { not: 'a word' } })
  hostile({ idMessage: 'D5', timestamp, status: 'missed', chatId: '' })
  hostile({ timestamp, status: 'missed' })
  emulator.clock.advance(10 * minuteMs)
  await read()
  expect((await calls()).map(([, outcome, duration]) => [outcome, duration]).toSorted()).toEqual(
    [
      ['answered', null],
      ['answered', null],
      ['answered', 12],
      [null, null],
    ].toSorted(),
  )
})

test('an instance without these journals is asked once', async () => {
  const { emulator, instance, read } = await scene()
  instance.behave({ optionalOperations: optionalOperations.filter((name) => !name.endsWith('Calls')) })
  await read()
  await read()
  expect(emulator.recorder.list({ operation: 'lastIncomingCalls' })).toHaveLength(1)
  expect(emulator.recorder.list({ operation: 'lastOutgoingCalls' })).toHaveLength(1)
})

test('a journal of calls whose switches are off is not asked', async () => {
  const { emulator, instance, core, read } = await scene()
  instance.set({ incomingCallWebhook: 'no' })
  await core.store.write('accounts.learn', { key: core.firstKey(), settings: { ...instance.settings } })
  await core.refresh()
  await read()
  expect(emulator.recorder.list({ operation: 'lastIncomingCalls' })).toEqual([])
  expect(emulator.recorder.list({ operation: 'lastOutgoingCalls' })).toHaveLength(1)
})

test('of calls only the journals are read that stand in for a switch', async () => {
  const { emulator, read } = await scene()
  await read(['lastIncomingMessages', 'lastOutgoingCalls'])
  expect(emulator.recorder.list({ operation: 'lastIncomingCalls' })).toEqual([])
  expect(emulator.recorder.list({ operation: 'lastOutgoingCalls' })).toHaveLength(1)
})

test('a call has its recording once the service is done with it, under the id of its journal, for sixty days', async () => {
  const { emulator, instance, core, marta, received, read } = await scene()
  marta.calls('pickUp', { id: 'R1', duration: 30, journaled: { id: 'J1' }, recordedAfterMs: 20 * minuteMs })
  marta.calls('pickUp', { id: 'R2', duration: 5, at: instance.now() + 5 * minuteMs })
  marta.calls('declined', { id: 'R3', at: instance.now() + 10 * minuteMs })
  await received()
  emulator.clock.advance(15 * minuteMs)
  await read()
  const recordings = async () =>
    (await rowsOf(core, marta.chatId)).flatMap(({ key, content }) =>
      content.kind === 'call' ? [[key, content.recording?.kind ?? null] as const] : [],
    )
  const [recorded, other, missed] = await recordings()
  expect([recorded?.[1], other?.[1], missed?.[1]]).toEqual(['absent', 'absent', null])
  const fetch = (call: typeof recorded) => core.call('media.fetch', { message: call?.[0] ?? (0 as never) })
  expect(await fetch(recorded)).toEqual({ kind: 'failed', code: 'recordingPending' })
  expect(await fetch(other)).toEqual({ kind: 'failed', code: 'noRecording' })
  emulator.clock.advance(10 * minuteMs)
  expect(await fetch(recorded)).toMatchObject({ kind: 'ready', mimeType: expect.stringContaining('audio') })
  expect((await recordings()).map(([, kind]) => kind)).toEqual(['ready', 'failed', null])
  // The link of the first download ended; another asks for a new one.
  await core.store.write('media.evict', { maxBytes: 0 })
  emulator.clock.advance(2 * 60 * minuteMs)
  expect(await fetch(recorded)).toMatchObject({ kind: 'ready' })
  await core.store.write('media.evict', { maxBytes: 0 })
  emulator.clock.advance(60 * 24 * 60 * minuteMs)
  expect(await fetch(recorded)).toEqual({ kind: 'failed', code: 'noRecording' })
})
