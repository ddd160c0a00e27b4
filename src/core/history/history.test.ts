import { afterEach, describe, expect, test } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import { optionalOperations } from '../../emulator/world/behaviour.ts'
import type { InstanceInit } from '../../emulator/world/instance.ts'
import type { Family } from '../../api/operations.ts'
import type { InstanceKey } from '../../contract/ids.ts'
import { createBorrowedClock } from '../testing/borrowed-clock.ts'
import { receivingAlone, startTestCore, type TestCore, type TestInstance } from '../testing/start-test-core.ts'
import { textsOf } from '../testing/receiving-scene.ts'
import { createTempDir } from '../testing/temp-dir.ts'
import { readStore, worldDifferences } from '../testing/world-differences.ts'

const hourMs = 3_600_000
const cleanups: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

type Init = Omit<Partial<InstanceInit>, 'family'> & { readonly family?: Family }

async function scene(init: Init = {}, mode: TestInstance['mode'] = 'full') {
  const emulator = createEmulator({ limits: 'off' })
  await emulator.start()
  cleanups.push(() => emulator.stop())
  const instance = emulator.addInstance({ idInstance: '1101000001', token: 'token-one', ...init })
  const dir = createTempDir()
  cleanups.push(() => dir[Symbol.dispose]())
  const account: TestInstance = {
    apiUrl: emulator.url,
    idInstance: instance.idInstance,
    token: instance.token,
    mode,
    family: init.family ?? 'v3',
  }
  const start = async () => {
    const core = await startTestCore({
      ...receivingAlone,
      dataDir: dir.path,
      instances: [account],
      clock: createBorrowedClock(emulator.clock),
    })
    cleanups.push(() => core.stop())
    const [key] = core.keys
    if (key === undefined) throw new Error('There is no instance.')
    return { core, key }
  }
  const differences = () => {
    const [world] = emulator.snapshot().instances
    return world === undefined ? ['no world'] : readStore(dir.path, (tx) => worldDifferences(tx, world))
  }
  return { emulator, instance, start, differences, dataDir: dir.path }
}

const synced = (core: TestCore, key: InstanceKey) =>
  core.waitFor('the first sync is done', () => core.instances.get(key)?.row().firstSyncedAt)
const checked = (core: TestCore, key: InstanceKey) =>
  core.waitFor('the absence is closed', async () => {
    const open = await core.store.read('history.openAbsence', { instance: key })
    const sync = core.instances.get(key)?.row().sync
    return open === null && sync?.kind === 'absence' && sync.finishedAt !== undefined ? sync : null
  })

describe('a history', () => {
  test('with edits and deletions as records of their own changes the messages that they name, and shows no others', async () => {
    const { emulator, instance, start, differences } = await scene({ behaviour: { editFlags: true } })
    const anna = instance.person('79990001122')
    const before = emulator.clock.now() - hourMs
    const mention = anna.says('told of', { at: before })
    const quiet = anna.says('known from the history alone', { at: before + 1000, notify: false })
    const mine = instance.phone.says('from the phone', { to: anna, at: before + 2000, notify: false })
    anna.edits(quiet, 'changed quietly', { notify: false })
    instance.phone.edits(mine, 'changed on the phone', { notify: false })
    anna.deletes(mention, { notify: false })
    const { core, key } = await start()
    await synced(core, key)
    await core.call('history.refresh', { chat: await core.chat(key, anna.chatId) })
    expect(differences()).toEqual([])
  })

  test('with a record that can not be read does not end there', async () => {
    const { emulator, instance, start } = await scene({}, 'sendOnly')
    const anna = instance.person('79990001122')
    const begun = emulator.clock.now() - 100 * hourMs
    for (let index = 0; index < 150; index++)
      anna.says(`message ${index}`, { notify: false, at: begun + index * 60_000 })
    const { core, key } = await start()
    await synced(core, key)
    const records = Array.from({ length: 99 }, (_none, index) => ({
      ...{ type: 'incoming', idMessage: `READ${index}`, chatId: anna.chatId, senderId: anna.chatId },
      ...{ timestamp: Math.floor(begun / 1000) + index, typeMessage: 'textMessage', textMessage: `read ${index}` },
    }))
    const body = JSON.stringify([...records, 'no record'])
    emulator.fault({ kind: 'refuse', status: 200, body }, { operation: 'getChatHistory', count: 1 })
    const chat = await core.chat(key, anna.chatId)
    expect(await core.call('history.refresh', { chat })).toMatchObject({ reachedStart: false })
  })

  test('opens with its newest hundred, grows on demand, and knows its start', async () => {
    // What histories alone cover: a queue that is read covers the time since.
    const { emulator, instance, start, differences, dataDir } = await scene({}, 'sendOnly')
    const anna = instance.person('79990001122')
    const begun = emulator.clock.now() - 100 * hourMs
    for (let index = 0; index < 730; index++) {
      anna.says(`message ${index}`, { notify: false, at: begun + index * 60_000 })
    }
    const { core, key } = await start()
    await synced(core, key)
    const chat =
      (await core.store.write('archive.learnChats', {
        instance: key,
        chats: [{ chatId: anna.chatId, name: '', contactName: '', phone: '', type: '' }],
        at: 0,
        create: true,
      }),
      await core.chat(key, anna.chatId))
    const stored = () => readStore(dataDir, (tx) => tx.get<{ n: number }>('select count(*) as n from message')?.n)

    const opened = await core.call('history.refresh', { chat })
    expect(stored()).toBe(100)
    expect(opened).toMatchObject({ reachedStart: false, gaps: [], loading: false })
    expect(opened.completeFrom).toBe(Math.floor((begun + 630 * 60_000) / 1000) * 1000 + 1000)

    await core.call('history.loadOlder', { chat })
    expect(stored()).toBe(200)
    await core.call('history.loadOlder', { chat })
    const back = await core.call('history.loadOlder', { chat })
    expect(stored()).toBe(730)
    expect(back).toMatchObject({ reachedStart: true, completeFrom: 0 })
    expect(differences()).toEqual([])
    const counts = emulator.recorder.list({ operation: 'getChatHistory' }).map(({ body }) => JSON.parse(body).count)
    expect(counts).toEqual([100, 200, 400, 800])
  })

  test('has an open start again when the service gets older messages later', async () => {
    const { emulator, instance, start, differences } = await scene({}, 'sendOnly')
    const anna = instance.person('79990001122')
    const begun = emulator.clock.now() - 10 * hourMs
    const write = (from: number, to: number) => {
      for (let n = from; n < to; n++) anna.says(`message ${n}`, { notify: false, at: begun + n * 60_000 })
    }
    write(300, 320)
    const { core, key } = await start()
    await synced(core, key)
    const chat = await core.chat(key, anna.chatId)
    expect(await core.call('history.refresh', { chat })).toMatchObject({ reachedStart: true, completeFrom: 0 })
    write(0, 300)
    const opened = await core.call('history.refresh', { chat })
    expect(opened.reachedStart).toBe(false)
    expect(opened.completeFrom).toBeGreaterThan(begun + 200 * 60_000)
    const window = await core.call('messages.window', { chat, anchor: { kind: 'newest' }, before: 200, after: 0 })
    expect([window.rows.length, window.olderAtService]).toEqual([100, true])
    while (!(await core.call('history.loadOlder', { chat })).reachedStart);
    expect(differences()).toEqual([])
  })

  test('a hole is closed by growing windows until they meet what is known', async () => {
    const { emulator, instance, start, differences } = await scene()
    const anna = instance.person('79990001122')
    for (let index = 0; index < 50; index++) {
      anna.says(`old ${index}`, { notify: false, at: emulator.clock.now() - hourMs + index * 1000 })
    }
    const { core, key } = await start()
    await synced(core, key)
    const chat = await core.chat(key, anna.chatId)
    const marked = emulator.recorder.list().at(-1)?.seq ?? 0
    // Lost notifications: the history has them, the queue never did.
    emulator.clock.advance(hourMs)
    await core.store.write('receiving.endCoverage', { instance: key })
    for (let index = 0; index < 250; index++) {
      anna.says(`unheard ${index}`, { notify: false, at: emulator.clock.now() - 1_800_000 + index * 1000 })
    }
    const closed = await core.call('history.refresh', { chat })
    // Of the last two minutes nobody can know yet.
    expect(closed.gaps.filter(({ from }) => from < emulator.clock.now() - 130_000)).toEqual([])
    expect(differences()).toEqual([])
    const counts = emulator.recorder
      .list({ operation: 'getChatHistory', after: marked })
      .map(({ body }) => JSON.parse(body).count)
    expect(counts).toEqual([100, 200, 400])
  })

  test('does not count as whole for the two minutes in which the service may still add to it', async () => {
    const { emulator, instance, start, differences } = await scene({ family: 'whatsapp' })
    const anna = instance.person('79990001122')
    anna.says('long ago', { notify: false, at: emulator.clock.now() - hourMs })
    const lost = anna.says('neither in the queue nor in the history yet', { notify: false })
    emulator.clock.advance(1_000)
    const { core, key } = await start()
    await synced(core, key)
    anna.says('by the queue')
    await core.waitFor('the queue was read', () => instance.notifications.size === 0)
    await core.untilApplied()
    const chat = await core.chat(key, anna.chatId)
    await core.call('chats.inView', { chats: [], open: chat })
    const { gaps } = await core.call('history.refresh', { chat })
    expect(await textsOf(core, anna.chatId)).toEqual(['long ago', 'by the queue'])
    expect(gaps.some(({ from, to }) => from <= lost.acceptedAt && lost.acceptedAt <= to)).toBe(true)
    // The open chat is read again by itself.
    await core.waitFor('nothing is missing', async () => {
      emulator.clock.advance(10_000)
      return (await core.store.read('history.completeness', { chat })).gaps.length === 0
    })
    expect(differences()).toEqual([])
  })

  test('on whatsapp has a gap where the service recorded only some kinds of message', async () => {
    const { emulator, instance, start } = await scene({ family: 'whatsapp' })
    const anna = instance.person('79990001122')
    anna.says('long ago', { notify: false, at: emulator.clock.now() - hourMs })
    const { core, key } = await start()
    await synced(core, key)
    const chat = await core.chat(key, anna.chatId)
    const settingsSay = (incoming: 'yes' | 'no') =>
      core.waitFor(`incoming messages: ${incoming}`, () => {
        emulator.clock.advance(5 * 60_000)
        return core.instances.get(key)?.row().settings?.['incomingWebhook'] === incoming
      })
    await settingsSay('yes')
    instance.set({ incomingWebhook: 'no' })
    const unrecorded = anna.says('nobody will ever show this')
    await settingsSay('no')
    instance.set({ incomingWebhook: 'yes' })
    await settingsSay('yes')
    emulator.clock.advance(hourMs)
    const { gaps } = await core.call('history.refresh', { chat })
    const isMissing = ({ from, to }: { from: number; to: number }) =>
      from <= unrecorded.acceptedAt && unrecorded.acceptedAt <= to
    expect(gaps.filter(isMissing)).toHaveLength(1)
    // A phone that is linked again brings its history with it.
    instance.becomes('notAuthorized')
    await core.untilConnection(key, 'notAuthorized')
    instance.becomes('authorized')
    await core.waitFor('the gap is gone', async () => {
      emulator.clock.advance(10_000)
      return !(await core.store.read('history.completeness', { chat })).gaps.some(isMissing)
    })
  })

  test('one that names the chat otherwise joins both ids, with drafts and unread', async () => {
    const { emulator, instance, start } = await scene()
    const anna = instance.person('79990001122', { name: 'Anna', answersAs: '10000077' })
    anna.says('hello')
    const { core, key } = await start()
    await synced(core, key)
    await core.waitFor('it came', () => instance.notifications.size === 0)
    await core.untilApplied()
    await core.store.write('archive.learnChats', {
      instance: key,
      chats: [{ chatId: '79990001122@c.us', name: '', contactName: '', phone: '', type: '' }],
      at: 0,
      create: true,
    })
    const typed = await core.chat(key, '79990001122@c.us')
    expect(typed).not.toBe(await core.chat(key, '10000077'))
    await core.call('history.refresh', { chat: typed })
    expect(await core.chat(key, '79990001122@c.us')).toBe(await core.chat(key, '10000077'))
    const page = await core.store.read('chats.list', { scope: key, filter: 'all', offset: 0, limit: 10 })
    expect(page.rows).toHaveLength(1)
    expect(page.rows[0]).toMatchObject({ chatId: '10000077', unread: 1, title: 'Anna' })
    expect(emulator.violations()).toEqual([])
  })
})

test('several loads of one chat wait for each other, and all of them end', async () => {
  const { instance, start } = await scene()
  const anna = instance.person('79990001122')
  anna.says('the only one')
  const { core, key } = await start()
  await synced(core, key)
  const chat = await core.waitFor('the chat is there', () => core.chat(key, anna.chatId).catch(() => null))
  const loads = [1, 2, 3, 4].map(() => core.call('history.refresh', { chat }))
  for (const completeness of await Promise.all(loads))
    expect(completeness).toMatchObject({ reachedStart: true, loading: false })
})

test('a chat of which the service knows nothing has nothing that is missing', async () => {
  const { emulator, instance, start } = await scene()
  const anna = instance.person('79990001122')
  anna.says('the only one')
  const { core, key } = await start()
  await synced(core, key)
  const chat = await core.waitFor('the chat is there', () => core.chat(key, anna.chatId).catch(() => null))
  emulator.fault(
    { kind: 'refuse', status: 400, body: '{"message":"chatId not found"}' },
    { operation: 'getChatHistory' },
  )
  expect(await core.call('history.refresh', { chat })).toMatchObject({ loading: false })
})

test('what a muted instance missed makes no notice', async () => {
  const { emulator, instance, start } = await scene()
  const anna = instance.person('79990001122')
  anna.says('before')
  const first = await start()
  await synced(first.core, first.key)
  await first.core.call('instances.edit', { instance: first.key, mutedUntil: 'forever' })
  await first.core.stop()
  for (let hour = 0; hour < 30; hour += 1) {
    emulator.clock.advance(hourMs)
    anna.says(`hour ${hour}`)
  }
  const { core, key } = await start()
  await checked(core, key)
  await core.waitFor('all came', async () => (await textsOf(core, anna.chatId)).length === 31)
  await core.stop()
  expect(core.notices.filter(({ kind }) => kind === 'summary')).toEqual([])
})

describe('an absence of 30 hours', () => {
  const build = async (init: Init) => {
    const built = await scene(init)
    const { emulator, instance, start } = built
    const people = Array.from({ length: 50 }, (_, index) => instance.person(String(79_990_001_000 + index)))
    for (const [index, person] of people.entries()) {
      for (let n = 0; n < 3; n++) person.says(`before ${index}.${n}`)
    }
    const first = await start()
    await synced(first.core, first.key)
    await first.core.waitFor('the queue is empty', () => instance.notifications.size === 0)
    await first.core.stop()
    const strangers = Array.from({ length: 5 }, (_, index) => instance.person(String(79_990_002_000 + index)))
    for (let hour = 0; hour < 30; hour++) {
      emulator.clock.advance(hourMs)
      for (const [index, person] of people.entries()) {
        if ((index + hour) % 5 === 0) person.says(`hour ${hour} of ${index}`)
      }
      const stranger = strangers[hour]
      if (stranger !== undefined) {
        stranger.says('who is there?')
        instance.phone.says('we are', { to: stranger })
      }
    }
    return { ...built, strangers }
  }

  test('leaves no hole in 50 known chats and finds 5 new ones', async () => {
    const { instance, start, differences } = await build({})
    expect(instance.notifications.size).toBeLessThan(300)
    const { core, key } = await start()
    await checked(core, key)
    await core.waitFor('one notice for all of it', () => core.notices.some(({ kind }) => kind === 'summary'))
    await core.waitFor('the queue is empty', () => instance.notifications.size === 0)
    await core.untilApplied()
    expect(differences()).toEqual([])
    const page = await core.store.read('chats.list', { scope: key, filter: 'all', offset: 0, limit: 100 })
    expect(page.rows).toHaveLength(55)
    expect(page.counts.unread).toBeGreaterThan(40)
  })

  test('a refused history leaves its chat with a gap that opening the chat fills, where the service lists no new chats', async () => {
    const { emulator, instance, start, differences } = await build({
      behaviour: {
        optionalOperations: optionalOperations.filter((name) => name !== 'lastIncomingMessages' && name !== 'getChats'),
      },
    })
    emulator.fault({ kind: 'refuse', status: 403 }, { operation: 'getChatHistory', count: 1, skip: 7 })
    const { core, key } = await start()
    await checked(core, key)
    await core.waitFor('the queue is empty', () => instance.notifications.size === 0)
    await core.untilApplied()
    // The strangers wrote in the first hours, which the queue has forgotten: the answers to them are in the journal.
    const incomplete = new Set(differences().map((line) => line.split(/[ :]/)[0] ?? ''))
    expect(incomplete.size).toBe(1)
    // Opening the chat reads its history.
    for (const chatId of incomplete) await core.call('history.refresh', { chat: await core.chat(key, chatId) })
    expect(differences()).toEqual([])
  })
})

describe('where the queue brings nothing', () => {
  test('an instance that only reads and sends lives on journals and never touches the queue', async () => {
    const { emulator, instance, start, differences } = await scene({}, 'sendOnly')
    const anna = instance.person('79990001122')
    anna.says('before')
    const { core, key } = await start()
    await core.waitFor('it came by the journals', () => differences().length === 0)
    expect(core.instances.get(key)?.connection.state().kind).toBe('sendOnly')
    anna.says('later')
    core.instances.nudge(key)
    await core.waitFor('it came by the journals', () => differences().length === 0)
    expect(emulator.recorder.list({ operation: 'receiveNotification' })).toEqual([])
    expect(instance.notifications.size).toBe(2)
  })

  test('what the person looks at is kept fresh while receives are refused and all else is answered', async () => {
    const { emulator, instance, start } = await scene()
    const anna = instance.person('79990001122')
    anna.says('before')
    const { core, key } = await start()
    await synced(core, key)
    const chat = await core.chat(key, anna.chatId)
    await core.call('chats.inView', { chats: [], open: chat })
    await core.call('history.refresh', { chat })
    emulator.fault({ kind: 'refuse', status: 500 }, { operation: 'receiveNotification' })
    await core.waitFor('receives are refused', () => {
      emulator.clock.advance(1000)
      return core.instances.get(key)?.connection.state().kind === 'serviceTrouble'
    })
    anna.says('meanwhile')
    emulator.clock.advance(61_000)
    await core.waitFor('it came by the history', async () => (await textsOf(core, anna.chatId)).includes('meanwhile'))
    expect(instance.notifications.size).toBe(1)
  })

  test('a used-up quota does not hide that another program takes from the queue', async () => {
    const { emulator, instance, start } = await scene()
    const anna = instance.person('79990001122')
    anna.says('before')
    const { core, key } = await start()
    await synced(core, key)
    instance.notify('quotaExceeded', { quotaData: { method: 'sendMessage' } })
    emulator.fault({ kind: 'unacked' }, { operation: 'deleteNotification', count: 1 })
    anna.says('taken by both')
    await core.untilConnection(key, 'quotaExceeded')
    await core.waitFor('the other one was noticed', () => core.instances.get(key)?.connection.needsHistories())
    anna.says('taken by the other', { notify: false })
    emulator.clock.advance(61_000)
    await core.waitFor('it came by the journals', async () =>
      (await textsOf(core, anna.chatId)).includes('taken by the other'),
    )
    expect(core.instances.get(key)?.connection.state().kind).toBe('quotaExceeded')
  })

  test('two programs on one queue both say so, and both have everything in the end', async () => {
    const { emulator, instance, start, differences, dataDir } = await scene()
    const people = Array.from({ length: 4 }, (_, index) => instance.person(String(79_990_001_000 + index)))
    const first = await start()
    const dir = createTempDir()
    cleanups.push(() => dir[Symbol.dispose]())
    const second = await startTestCore({
      ...receivingAlone,
      dataDir: dir.path,
      instances: [{ apiUrl: emulator.url, idInstance: instance.idInstance, token: instance.token }],
      clock: createBorrowedClock(emulator.clock),
    })
    cleanups.push(() => second.stop())
    const [secondKey] = second.keys
    if (secondKey === undefined) throw new Error('There is no instance.')
    const shared = (core: TestCore, key: InstanceKey) =>
      core.instances.get(key)?.connection.state().kind === 'sharedQueue'
    let count = 0
    await first.core.waitFor('both noticed', () => {
      // Never more than both can take: a busy machine would drown in messages before it notices.
      if (instance.notifications.size < people.length) for (const person of people) person.says(`message ${count++}`)
      return shared(first.core, first.key) && shared(second, secondKey)
    })
    await first.core.waitFor('the queue is empty', () => instance.notifications.size === 0)
    first.core.instances.nudge(first.key)
    second.instances.nudge(secondKey)
    const [world] = emulator.snapshot().instances
    if (world === undefined) throw new Error('There is no world.')
    await first.core.waitFor('the first has everything', () => differences().length === 0)
    await second.waitFor(
      'the second has everything',
      () => readStore(dir.path, (tx) => worldDifferences(tx, world)).length === 0,
    )
    expect(dataDir).not.toBe(dir.path)
  })
})
