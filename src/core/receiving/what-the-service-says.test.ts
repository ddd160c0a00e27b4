import { afterEach, describe, expect, test } from 'vitest'
import { createEmulator, type Emulator } from '../../emulator/create-emulator.ts'
import type { Instance } from '../../emulator/world/instance.ts'
import { createBorrowedClock } from '../testing/borrowed-clock.ts'
import { startTestCore, unlimited } from '../testing/start-test-core.ts'
import { createTempDir } from '../testing/temp-dir.ts'
import { readStore } from '../testing/world-differences.ts'
import { liveSpans } from '../messages/archive/tx/live-spans.ts'

const minuteMs = 60_000
const cleanups: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

async function scene() {
  // In the middle of a month: plans are counted anew with each.
  const emulator = createEmulator({ limits: 'off', clock: { startAt: Date.UTC(2026, 10, 20, 12) } })
  await emulator.start()
  cleanups.push(() => emulator.stop())
  const instance = emulator.addInstance({ idInstance: '1101000001', token: 'token-one' })
  const dir = createTempDir()
  cleanups.push(() => dir[Symbol.dispose]())
  const core = await startOn(emulator, instance, dir.path)
  const [key] = core.keys
  if (key === undefined) throw new Error('There is no instance.')
  const runtime = core.instances.get(key)
  if (runtime === undefined) throw new Error('There is no instance.')
  await core.waitFor('the account is known', () => runtime.connection.authorization() === 'authorized')
  await core.waitFor('the settings are known', () => runtime.row().settings !== null)
  await core.untilConnection(key, 'live')
  /** Lets time pass in steps in which each long poll ends, and everything else that was asked is answered. */
  const pass = async (minutes: number) => {
    for (let left = minutes; left > 0; left -= 5) {
      const before = asked(emulator, 'receiveNotification')
      emulator.clock.advance(Math.min(5, left) * minuteMs)
      await core.waitFor('the queue is read again', () => asked(emulator, 'receiveNotification') > before)
      await core.waitFor('all is answered', () =>
        emulator.recorder
          .list()
          .every(({ operation, endedAt }) => operation === 'receiveNotification' || endedAt !== undefined),
      )
    }
  }
  return { emulator, instance, core, key, runtime, pass, dataDir: dir.path }
}

/** A run of the program on this data directory. */
async function startOn(emulator: Emulator, instance: Instance, dataDir: string) {
  const core = await startTestCore({
    services: ['accounts', 'receiving', 'history'],
    limitClasses: unlimited,
    dataDir,
    clock: createBorrowedClock(emulator.clock),
    instances: [{ apiUrl: emulator.url, idInstance: instance.idInstance, token: instance.token }],
  })
  cleanups.push(() => core.stop())
  return core
}

const asked = (emulator: Emulator, operation: string) => emulator.recorder.list({ operation }).length

describe('a quota that is used up', () => {
  test('is a state with the words of the service while messages go on arriving, and a notice', async () => {
    const { instance, core, key } = await scene()
    instance.notify('quotaExceeded', {
      quotaData: { method: 'sendMessage', used: '3', total: 3, description: 'Only 3 chats are allowed' },
    })
    expect(await core.untilConnection(key, 'quotaExceeded')).toMatchObject({
      text: 'sendMessage 3/3: Only 3 chats are allowed',
      receiving: true,
    })
    expect(core.notices).toContainEqual(expect.objectContaining({ kind: 'trouble', connection: 'quotaExceeded' }))
    const anna = instance.person('79990001122')
    anna.says('still here')
    await core.waitFor('it came', () => core.store.read('chats.find', { instance: key, chatId: anna.chatId }))
    await core.waitFor('the queue is empty', () => instance.notifications.size === 0)
    expect(core.instances.get(key)?.connection.state()).toMatchObject({ kind: 'quotaExceeded', receiving: true })
  })

  test('ends with the next answer to what it refused', async () => {
    const { instance, core, key, runtime } = await scene()
    instance.notify('quotaExceeded', { quotaData: { method: 'getContactInfo' } })
    await core.untilConnection(key, 'quotaExceeded')
    const anna = instance.person('79990001122')
    const run = runtime.run()
    await run?.api.call('getContactInfo', { chatId: anna.chatId }, { priority: 'view', purpose: 'test' })
    expect(runtime.connection.state().kind).toBe('live')
  })

  test('is still said after a restart, since when it is and in the same words, until it is answered again', async () => {
    const first = await scene()
    const { emulator, instance, key, dataDir } = first
    instance.notify('quotaExceeded', { quotaData: { method: 'getContactInfo', description: 'Used up' } })
    const before = await first.core.untilConnection(key, 'quotaExceeded')
    await first.core.stop()
    emulator.clock.advance(60 * minuteMs)

    const second = await startOn(emulator, instance, dataDir)
    const runtime = second.instances.get(key)
    expect(runtime?.connection.state()).toMatchObject({
      kind: 'quotaExceeded',
      since: before.since,
      text: 'getContactInfo: Used up',
    })
    await second.waitFor('it receives', () => runtime?.connection.state().receiving)
    expect(second.notices).toEqual([])
    const anna = instance.person('79990001122')
    await runtime?.run()?.api.call('getContactInfo', { chatId: anna.chatId }, { priority: 'view', purpose: 'test' })
    expect(runtime?.connection.state().kind).toBe('live')
    await second.stop()

    const third = await startOn(emulator, instance, dataDir)
    expect(third.instances.get(key)?.connection.state().kind).not.toBe('quotaExceeded')
  })

  test('that was refused with an answer is still said after a restart, but not in the next month', async () => {
    const first = await scene()
    const { emulator, instance, key, runtime, dataDir } = first
    emulator.faults.add({ fault: { kind: 'refuse', status: 466 }, operation: 'getContactInfo', count: 1 })
    const { chatId } = instance.person('79990001122')
    const result = await runtime.run()?.api.call('getContactInfo', { chatId }, { priority: 'view', purpose: 'test' })
    if (result?.ok !== false) throw new Error('It was answered.')
    runtime.connection.report({ kind: 'failed', error: result.error, by: 'other' })
    await first.core.stop()

    const second = await startOn(emulator, instance, dataDir)
    expect(second.instances.get(key)?.connection.state().kind).toBe('quotaExceeded')
    await second.stop()
    emulator.clock.advance(32 * 24 * 60 * minuteMs)
    const third = await startOn(emulator, instance, dataDir)
    expect(third.instances.get(key)?.connection.state().kind).not.toBe('quotaExceeded')
  })
})

describe('settings that are changed elsewhere', () => {
  test('are seen on the schedule, and nothing since they were last read counts as whole', async () => {
    const { emulator, instance, core, key, runtime, pass, dataDir } = await scene()
    const startedAt = emulator.clock.now()
    await pass(31)
    const readAt = emulator.clock.now()
    instance.set({ incomingWebhook: 'no' })
    instance.person('79990001122').says('never in the queue')
    // The queue is read meanwhile and shows nothing: it would count as whole.
    await pass(31)
    await core.untilConnection(key, 'notificationsOff')
    await core.waitFor('the settings are kept', () => runtime.row().settings?.['incomingWebhook'] === 'no')
    const last = readStore(dataDir, (tx) => liveSpans(tx, key)).at(-1)
    expect(last?.to).toBeGreaterThan(startedAt)
    expect(last?.to).toBeLessThanOrEqual(readAt)
  })

  test('that switch off other messages than incoming ones are no trouble, and journals are read instead', async () => {
    const { instance, core, key, runtime, pass } = await scene()
    instance.set({ outgoingMessageWebhook: 'no' })
    await pass(31)
    await core.waitFor('they are seen', () => runtime.row().settings?.['outgoingMessageWebhook'] === 'no')
    const anna = instance.person('79990001122')
    instance.phone.says('from the phone', { to: anna })
    // A journal that was asked just before is asked again a minute later.
    await core.waitFor('it came by a journal', async () => {
      await pass(2)
      return core.store.read('chats.find', { instance: key, chatId: anna.chatId })
    })
    expect(runtime.connection.state().kind).toBe('live')
  })

  test('are read again when the account changes its state, and when the person asks', async () => {
    const { emulator, instance, core, key } = await scene()
    const before = asked(emulator, 'getSettings')
    emulator.clock.advance(minuteMs)
    instance.becomes('starting')
    instance.becomes('authorized')
    await core.waitFor('they are read', () => asked(emulator, 'getSettings') === before + 1)
    instance.set({ webhookUrl: 'https://example.org/hook' })
    emulator.clock.advance(minuteMs)
    core.instances.nudge(key)
    expect(await core.untilConnection(key, 'webhookSet')).toMatchObject({ receiving: false })
  })
})

describe('the state of the account', () => {
  test('is asked for until it is authorized again, although no notification says so', async () => {
    const { emulator, instance, core, key, runtime } = await scene()
    instance.becomes('notAuthorized')
    await core.untilConnection(key, 'notAuthorized')
    instance.becomes('authorized', { notify: false })
    const state = await core.waitFor('it is authorized again', () => {
      emulator.clock.advance(5000)
      const { connection } = runtime
      return connection.authorization() === 'authorized' && connection.state()
    })
    expect(state.kind).not.toBe('notAuthorized')
    await core.untilConnection(key, 'live')
  })

  test('is not what an old notification from the queue says', async () => {
    const { emulator, instance, core, runtime } = await scene()
    const hourAgo = Math.floor(emulator.clock.now() / 1000) - 3600
    instance.notifyRaw({
      typeWebhook: 'stateInstanceChanged',
      instanceData: { idInstance: Number(instance.idInstance), wid: '', typeInstance: 'v3' },
      timestamp: hourAgo,
      stateInstance: 'notAuthorized',
    })
    await core.waitFor('the queue is empty', () => instance.notifications.size === 0)
    expect(runtime.connection.authorization()).toBe('authorized')
  })
})
