import { describe, expect, onTestFinished, test } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import type { InstanceInit } from '../../emulator/world/instance.ts'
import { createUndiciHttp } from '../http/undici-http.ts'
import { createStoreFaults } from '../store/store-faults.ts'
import { createSystemClock } from '../base/system-clock.ts'
import { createBorrowedClock } from '../testing/borrowed-clock.ts'
import { hurried } from '../testing/hurried.ts'
import { createReceivingScene, rowsOf, textsOf } from '../testing/receiving-scene.ts'
import { receivingAlone, startTestCore } from '../testing/start-test-core.ts'
import { readStore, worldDifferences } from '../testing/world-differences.ts'

async function scene(init: Partial<InstanceInit> = {}) {
  const emulator = createEmulator({ limits: 'off' })
  await emulator.start()
  onTestFinished(() => emulator.stop())
  const instance = emulator.addInstance({ idInstance: '1101000001', token: 'token-one', ...init })
  const account = { apiUrl: emulator.url, idInstance: instance.idInstance, token: instance.token }
  return { emulator, instance, account, ...createReceivingScene(account) }
}

describe('an idle queue', () => {
  for (const form of ['empty', 'null', '408', '504'] as const) {
    test(`is asked at most twice a second when it answers ${form} at once`, async () => {
      const { emulator, start } = await scene()
      emulator.clock.setMode('manual')
      emulator.fault({ kind: 'empty-wait', form }, { operation: 'receiveNotification' })
      const clock = createBorrowedClock(emulator.clock)
      const http = createUndiciHttp()
      onTestFinished(() => http.close())
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
      await core.waitFor('it was asked six times', () => {
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

test('a queue that is closed for a day is asked again within minutes, and at once when the person wants it', async () => {
  const { emulator, instance, start } = await scene()
  const closed = { kind: 'refuse', status: 429, headers: { 'retry-after': '86400' } } as const
  emulator.fault(closed, { operation: 'receiveNotification', count: 1 })
  const core = await start()
  const [key] = core.keys
  const connection = () => key && core.instances.get(key)?.connection.state()
  const retryAt = await core.waitFor('the queue was refused', () => connection()?.retryAt)
  expect(retryAt).toBeLessThanOrEqual(Date.now() + 300_000)
  instance.person('79990001122').says('hello')
  if (key !== undefined) core.instances.nudge(key)
  await core.waitFor('the message came', () => instance.notifications.size === 0)
})

test('a notification too deep to be read is set aside as text, and a loop that throws goes on', async () => {
  const { emulator, instance, start, dataDir } = await scene()
  const http = createUndiciHttp()
  onTestFinished(() => http.close())
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  const anna = instance.person('79990001122')
  anna.says('DEEP')
  const core = await start({
    clock: hurried(createSystemClock()),
    http: {
      async request(request) {
        const result = await http.request(request)
        return result.kind === 'response' ? { ...result, body: result.body.replace('"DEEP"', deep) } : result
      },
    },
  })
  let thrown = 0
  core.services.receiving.onApplied((_, { state }) => {
    if (state !== 'applied' || thrown > 0) return
    thrown += 1
    throw new Error('a fault of ours')
  })
  anna.says('THROWS')
  anna.says('after both')
  const texts = await core.waitFor('what came after both is there', async () => {
    const found = await textsOf(core, anna.chatId)
    return found.includes('after both') && found
  })
  expect(texts).toEqual(['THROWS', 'after both'])
  await core.waitFor('somebody who hears of it threw', () => thrown === 1)
  await core.waitFor('the queue is empty', () => instance.notifications.size === 0)
  await core.stop()
  const aside = readStore(dataDir, (tx) =>
    tx.all<{ raw: string }>("select raw from journal where state = 'quarantined'"),
  )
  expect(aside.map(({ raw }) => raw.includes(deep))).toEqual([true])
  expect(emulator.violations()).toEqual([])
})

test('a head of the queue that can not be removed is asked for less and less often', async () => {
  const { emulator, instance, start, dataDir } = await scene()
  emulator.clock.setMode('manual')
  emulator.fault({ kind: 'unacked' }, { operation: 'deleteNotification' })
  const anna = instance.person('79990001122')
  anna.says('stays where it is')
  const core = await start({ clock: createBorrowedClock(emulator.clock), random: () => 0 })
  const asked = () => emulator.recorder.list({ operation: 'receiveNotification' })
  await core.waitFor('it came eight times', () => {
    emulator.clock.advance(250)
    return asked().length >= 8
  })
  const gaps = asked().map(({ at }, index) => at - (asked()[index - 1]?.at ?? at))
  expect(gaps.slice(4, 8).every((gap, index) => gap >= 1000 * 2 ** index)).toBe(true)
  emulator.faults.clear()
  anna.says('the next one')
  await core.waitFor('the queue is empty', () => {
    emulator.clock.advance(1000)
    return instance.notifications.size === 0
  })
  const [world] = emulator.snapshot().instances
  await core.waitFor(
    'all is there',
    () => world && readStore(dataDir, (tx) => worldDifferences(tx, world)).length === 0,
  )
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
    ...receivingAlone,
    dataDir,
    instances: [hanging, flooding, broken, calm].map(({ idInstance }) => ({ ...account, idInstance })),
  })
  onTestFinished(() => core.stop())
  await core.waitFor('the calm queue is empty', () => calm.notifications.size === 0)
  // A loop that they shared would have had to read the flood first.
  expect(flooding.notifications.size).toBeGreaterThan(1000)
  await core.waitFor('what it kept is in its chat', async () => (await rowsOf(core, anna.chatId, 3)).length === 20)
})

describe('trouble', () => {
  test('a webhook stops receiving, is shown, and receiving goes on by itself when it is gone', async () => {
    const { emulator, instance, start } = await scene()
    const anna = instance.person('79990001122')
    instance.set({ webhookUrl: 'https://example.org/hook' })
    const startedAt = Date.now()
    const core = await start()
    const [key] = core.keys
    if (key === undefined) throw new Error('no instance')
    // The settings may tell it before the queue does.
    const retryAt = await core.waitFor('the queue was refused', () => {
      const state = core.instances.get(key)?.connection.state()
      return state?.kind === 'webhookSet' && state.retryAt
    })
    expect(retryAt).toBeGreaterThanOrEqual(startedAt + 40_000)
    anna.says('meanwhile')
    expect(emulator.recorder.list({ operation: 'receiveNotification' })).toHaveLength(1)
    instance.set({ webhookUrl: '' })
    core.instances.nudge(key)
    await core.untilConnection(key, 'live')
    await core.waitFor('it came', async () => (await textsOf(core, anna.chatId)).length === 1)
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
    await core.waitFor('it came by the journals', async () => (await textsOf(core, anna.chatId)).length === 2)
    const world = emulator.snapshot().instances[0]
    expect(world && readStore(dataDir, (tx) => worldDifferences(tx, world))).toEqual([])
  })

  test('a delete whose answer was lost, and that was refused next, is not taken for another program', async () => {
    const { emulator, instance, start } = await scene()
    const lena = instance.person('79990001122')
    const core = await start({ random: () => 0 })
    const [key] = core.keys
    const connection = key === undefined ? undefined : core.instances.get(key)?.connection
    if (connection === undefined) throw new Error('no instance')
    const states: string[] = []
    connection.onChange(({ kind }) => states.push(kind))
    await emulator.untilWaiting(instance.idInstance)
    emulator.fault({ kind: 'reset-after' }, { operation: 'deleteNotification', count: 1 })
    emulator.fault({ kind: 'refuse', status: 429 }, { operation: 'deleteNotification', count: 1 })
    for (const text of ['one', 'two']) lena.says(text)
    await core.waitFor('both came', async () => (await textsOf(core, lena.chatId)).length === 2)
    await core.waitFor('the queue is empty', () => instance.notifications.size === 0)
    lena.says('three')
    await core.waitFor('the next came', async () => (await textsOf(core, lena.chatId)).length === 3)
    expect(states).not.toContain('sharedQueue')
  })

  test('a service that delivers something again is not taken for another program', async () => {
    const { emulator, instance, start } = await scene()
    const anna = instance.person('79990001122')
    const core = await start()
    const [key] = core.keys
    const connection = key === undefined ? undefined : core.instances.get(key)?.connection
    if (key === undefined || connection === undefined) throw new Error('no instance')
    const states: string[] = []
    connection.onChange(({ kind }) => states.push(kind))
    await emulator.untilWaiting(instance.idInstance)
    emulator.fault({ kind: 'redeliver' }, { operation: 'receiveNotification', count: 3 })
    for (const text of ['one', 'two', 'three']) anna.says(text)
    await core.waitFor('all came', async () => (await textsOf(core, anna.chatId)).length === 3)
    await core.waitFor('the queue is empty', () => instance.notifications.size === 0)
    anna.says('four')
    await core.waitFor('the next came', async () => (await textsOf(core, anna.chatId)).length === 4)
    expect(states).not.toContain('sharedQueue')

    emulator.fault({ kind: 'unacked' }, { operation: 'deleteNotification', count: 1 })
    anna.says('taken by both')
    await core.untilConnection(key, 'sharedQueue')
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
      // What was kept before is on the disk, applied or not; its delete may still be under way.
      const heldRest = await core.waitFor('the queue holds all the rest', async () => {
        const [waiting] = await core.store.read('receiving.waiting', undefined)
        const stored = (await textsOf(core, anna.chatId)).length + (waiting?.count ?? 0)
        return instance.notifications.size === 40 - stored
      })
      expect(heldRest).toBe(true)
      faults.failWith(null)
      await core.waitFor('all came', async () => (await textsOf(core, anna.chatId)).length === 40)
      await core.waitFor('the queue is empty', () => instance.notifications.size === 0)
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
    // By itself the receive that hangs would end after half a minute.
    const came = await core.waitFor('it came', async () => (await textsOf(core, anna.chatId)).length === 1, 20_000)
    expect(came).toBe(true)
  })
})
