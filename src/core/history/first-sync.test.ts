import { expect, onTestFinished, test } from 'vitest'
import type { SyncProgress } from '../../contract/instances.ts'
import type { Family } from '../../api/operations.ts'
import { createEmulator } from '../../emulator/create-emulator.ts'
import type { Instance, InstanceInit } from '../../emulator/world/instance.ts'
import { createUndiciHttp } from '../http/undici-http.ts'
import { createLockstep } from '../testing/lockstep.ts'
import { sized } from '../testing/marathon.ts'
import { startTestCore } from '../testing/start-test-core.ts'
import { createTempDir } from '../testing/temp-dir.ts'

const startAt = Date.UTC(2026, 10, 20, 12)
const minute = 60_000
const account = { idInstance: '1101000001', token: 'secret-token-of-the-customer' }

/**
 * A customer's instance with five chats of fifteen messages, written within the last hours, and a core that lives in
 * its time.
 */
async function customer(init: Partial<InstanceInit> & { readonly family?: Family }, chats = 5) {
  const emulator = createEmulator({ clock: { mode: 'manual', startAt } })
  const apiUrl = await emulator.start()
  const instance = emulator.addInstance({ ...account, ...init })
  const people = Array.from({ length: chats }, (_, index) =>
    instance.person(`7999000${1000 + index}`, { name: `P${index}` }),
  )
  for (const [index, person] of people.entries())
    for (let n = 0; n < 15; n++)
      person.says(`${n}`, { notify: false, at: startAt - (index + 1) * 3_600_000 + n * 10_000 })
  const undici = createUndiciHttp()
  const time = createLockstep({ startAt, http: undici, moveWorld: (ms) => emulator.clock.advance(ms) })
  const dir = createTempDir()
  let beforeWrite = async (_name: string): Promise<void> => undefined
  const launch = () =>
    startTestCore({
      services: ['accounts', 'history', 'directory'],
      dataDir: dir.path,
      clock: time.clock,
      http: time.http,
      watchStore(store) {
        const watched = time.watch(store)
        return {
          ...watched,
          async write(name, input, options) {
            await beforeWrite(name)
            return watched.write(name, input, options)
          },
        }
      },
      instances: [{ apiUrl, ...account, family: init.family ?? 'v3' }],
    })
  let core = await launch()
  onTestFinished(async () => {
    await core.stop()
    await undici.close()
    await emulator.stop()
    dir[Symbol.dispose]()
  })
  const row = () => core.store.read('accounts.get', { key: core.firstKey() })
  const list = () => core.call('chats.list', { scope: core.firstKey(), filter: 'all', offset: 0, limit: 100 })
  return {
    emulator,
    instance,
    people,
    time,
    row,
    /** The queue brought a state. */
    reportState: (state: string) =>
      core.instances.get(core.firstKey())?.connection.report({ kind: 'stateInstance', state }),
    changeNetwork: () => core.core.networkChanged(),
    /** The queue is read: nothing else brings what it brings. */
    receives: () => core.instances.get(core.firstKey())?.connection.report({ kind: 'receiveAnswered' }),
    async restart() {
      await core.stop()
      core = await launch()
    },
    /** Chats with a message. */
    filled: async () => (await list()).rows.filter(({ preview }) => preview !== null).length,
    /** Number of all chats, listed or not. */
    allChats: async () => {
      const never = { from: Number.MAX_SAFE_INTEGER - 1, to: Number.MAX_SAFE_INTEGER }
      const chats = await core.store.read('history.chatsToCheck', { instance: core.firstKey(), within: never })
      return chats.length
    },
    titles: async () => (await list()).rows.map(({ title }) => title).toSorted(),
    /** The service lists a person under another id: the chats of both are joined. */
    joinChats: (chatId: string, newChatId: string) =>
      core.store.write('archive.learnChats', {
        instance: core.firstKey(),
        chats: [{ chatId, newChatId, name: '', contactName: '', phone: '', type: '' }],
        at: time.clock.now(),
        create: false,
      }),
    beforeWrites(work: typeof beforeWrite) {
      beforeWrite = work
    },
    isFinished: (sync: SyncProgress | null) => sync?.finishedAt !== undefined,
  }
}

test.each(['v3', 'whatsapp'] as const)(
  'on %s an account that is logged in after it was added has its chats',
  async (family) => {
    const { instance, time, filled, row } = await customer({ state: 'notAuthorized', family })
    await time.advance(5 * minute, 10_000)
    expect(await filled()).toBe(0)
    instance.becomes('authorized')
    // While the history arrives nothing says that it is all.
    for (let passed = 0; passed < 2 * minute; passed += 10_000) {
      await time.advance(10_000, 5_000)
      expect((await row()).firstSyncedAt).toBeNull()
    }
    await time.advance(8 * minute, 5_000)
    expect(await filled()).toBe(5)
    const { firstSyncedAt, sync } = await row()
    expect(firstSyncedAt).not.toBeNull()
    expect(sync).toMatchObject({ done: 5, total: 5, finishedAt: expect.any(Number) })
  },
)

test('an account that was logged in while the program was closed has its chats', async () => {
  const { instance, time, filled, restart } = await customer({ state: 'notAuthorized' })
  await time.advance(2 * minute, 10_000)
  instance.becomes('authorized')
  await restart()
  await time.advance(10 * minute, 5_000)
  expect(await filled()).toBe(5)
})

test('an account whose facts are refused at the start of a run is asked again, and no more once they were read', async () => {
  const { emulator, time, restart, row } = await customer({})
  await time.advance(12 * minute, 5_000)
  const facts = { operation: 'getAccountSettings', count: 9 }
  emulator.fault({ kind: 'refuse', status: 503 }, facts)
  await restart()
  const restartedAt = time.clock.now()
  await time.advance(30_000, 5_000)
  expect((await row()).accountAt).toBeLessThan(restartedAt)
  await time.advance(10 * minute, 5_000)
  expect((await row()).accountAt).toBeGreaterThan(restartedAt)
  const asked = () =>
    emulator.effects.recent(10_000).filter((one) => one.kind === 'request' && one.operation === facts.operation).length
  const before = asked()
  await time.advance(10 * minute, 5_000)
  expect(asked()).toBe(before)
})

test('a service that is away for six minutes at the first start is asked until it answers', async () => {
  const { emulator, time, filled, row, isFinished } = await customer({})
  for (const operation of ['lastOutgoingMessages', 'lastIncomingMessages', 'getChats'])
    emulator.fault({ kind: 'refuse', status: 503 }, { operation })
  await time.advance(6 * minute, 5_000)
  expect(isFinished((await row()).sync)).toBe(false)
  expect((await row()).firstSyncedAt).toBeNull()
  emulator.faults.clear()
  await time.advance(12 * minute, 5_000)
  expect(await filled()).toBe(5)
  expect(isFinished((await row()).sync)).toBe(true)
})

test('an account whose list is empty at first gets its chats when they are there', async () => {
  const { emulator, time, filled, row } = await customer({})
  for (const operation of ['lastOutgoingMessages', 'lastIncomingMessages', 'getChats'])
    emulator.fault({ kind: 'refuse', status: 200, body: '[]' }, { operation, count: 2 })
  await time.advance(5_000)
  expect(await filled()).toBe(0)
  expect((await row()).sync).toBeNull()
  await time.advance(5 * minute, 5_000)
  expect(await filled()).toBe(5)
})

test('an account without any chat is asked ever more rarely, and at last no more', async () => {
  const { emulator, time } = await customer({}, 0)
  const asked = () =>
    emulator.effects.recent(10_000).filter((one) => one.kind === 'request' && one.operation === 'getChats').length
  await time.advance(4 * minute, 10_000)
  expect(asked()).toBe(5)
  await time.advance(140 * minute, 2 * minute)
  expect(asked()).toBe(13)
  await time.advance(60 * minute, 10 * minute)
  expect(asked()).toBe(13)
})

test('an account that is logged out in the middle of the first sync begins anew with the next login', async () => {
  const { instance, time, filled, row } = await customer({ state: 'notAuthorized' }, 12)
  await time.advance(minute, 10_000)
  instance.becomes('authorized')
  await time.advance(90_000, 5_000)
  instance.becomes('notAuthorized')
  await time.advance(20 * minute, 10_000)
  expect((await row()).firstSyncedAt).toBeNull()
  instance.becomes('authorized')
  await time.advance(12 * minute, 5_000)
  expect(await filled()).toBe(12)
  expect((await row()).firstSyncedAt).not.toBeNull()
})

test('a progress that goes back, or stands still for ever, ends the sync late and never early', async () => {
  const { instance, time, row } = await customer({})
  instance.behave({ historySyncProgress: 60 })
  await time.advance(3 * minute, 5_000)
  expect((await row()).firstSyncedAt).toBeNull()
  instance.behave({ historySyncProgress: 10 })
  await time.advance(30 * minute, minute)
  expect((await row()).firstSyncedAt).toBeNull()
  await time.advance(60 * minute, minute)
  expect((await row()).firstSyncedAt).not.toBeNull()
  instance.behave({ historySyncProgress: 100 })
})

test('chats that are joined during the first sync do not end it', async () => {
  const { people, time, row, isFinished, joinChats, beforeWrites } = await customer({})
  const [one, other] = [people[2]?.chatId ?? '', people[3]?.chatId ?? '']
  let joined = 0
  beforeWrites(async (name) => {
    if (name === 'history.recordWindow' && joined++ === 0) await joinChats(other, one)
  })
  await time.advance(20_000, 5_000)
  expect(joined).toBe(4)
  expect((await row()).firstSyncedAt).not.toBeNull()
  expect((await row()).sync).toMatchObject({ done: 5, total: 5 })
  expect(isFinished((await row()).sync)).toBe(true)
})

const page = '<html><title>Sign in to the network</title></html>'

test('a list in whose place a page of somebody else came is asked for again', async () => {
  const { emulator, instance, time, receives, allChats, row, isFinished } = await customer({})
  receives()
  // The journals of a day do not name this one.
  instance.person('79990009999', { name: 'Old' }).says('Thanks', { notify: false, at: startAt - 4320 * minute })
  emulator.fault({ kind: 'refuse', status: 200, body: page }, { operation: 'getChats', count: 1 })
  await time.advance(3 * minute, 5_000)
  expect(await allChats()).toBe(6)
  expect(isFinished((await row()).sync)).toBe(true)
})

test('a list that never comes does not keep a first sync open', async () => {
  const { emulator, time, receives, filled, row, isFinished } = await customer({})
  receives()
  emulator.fault({ kind: 'refuse', status: 200, body: page }, { operation: 'getChats' })
  await time.advance(30 * minute, 10_000)
  expect(await filled()).toBe(5)
  expect(isFinished((await row()).sync)).toBe(true)
})

test('a first sync goes on after the network changed', async () => {
  const { emulator, time, changeNetwork, filled, row, isFinished } = await customer({})
  for (const operation of ['lastIncomingMessages', 'lastOutgoingMessages', 'getChats'])
    emulator.fault({ kind: 'refuse', status: 503 }, { operation })
  await time.advance(10_000)
  changeNetwork()
  emulator.faults.clear()
  await time.advance(5 * minute, 10_000)
  expect(await filled()).toBe(5)
  expect(isFinished((await row()).sync)).toBe(true)
})

test('a first sync that fails goes on by itself', async () => {
  const { time, row, filled, beforeWrites } = await customer({})
  let isFull = true
  beforeWrites(async (name) => {
    if (name === 'archive.ingest' && isFull) throw new Error('The disk is full.')
  })
  await time.advance(3 * minute, 5_000)
  expect((await row()).firstSyncedAt).toBeNull()
  isFull = false
  await time.advance(3 * minute, 5_000)
  expect((await row()).firstSyncedAt).not.toBeNull()
  expect(await filled()).toBe(5)
})

test('another phone on the same instance brings its own chats', async () => {
  const { instance, time, filled, row, reportState } = await customer({})
  await time.advance(3 * minute, 5_000)
  const before = (await row()).firstSyncedAt
  expect(before).not.toBeNull()
  instance.becomes('notAuthorized')
  reportState('notAuthorized')
  await time.advance(90_000, 5_000)
  instance.person('79995550000', { name: 'New' }).says('from the other phone', { notify: false, at: startAt - minute })
  instance.becomes('authorized')
  await time.advance(12 * minute, 5_000)
  expect(await filled()).toBe(6)
  expect((await row()).firstSyncedAt).toBeGreaterThan(before ?? 0)
})

/** Somebody to whom only the phone wrote: no record has a name, and neither has MAX's list of chats. */
const writtenTo = (instance: Instance, contactName: string) => {
  const person = instance.person('79995551000', { contactName })
  instance.phone.says('Good day', { to: person, notify: false, at: startAt - minute })
}

test('an account that is logged in after it was added has the names of those who never wrote', async () => {
  const { instance, time, titles } = await customer({ state: 'notAuthorized' }, 1)
  writtenTo(instance, 'Olga of the bakery')
  await time.advance(60 * minute, 60_000)
  instance.becomes('authorized')
  await time.advance(10 * minute, 5_000)
  expect(await titles()).toEqual(['Olga of the bakery', 'P0'])
})

test('an account whose contacts are away at first has the names when they are there', async () => {
  const { emulator, instance, time, titles } = await customer({}, 1)
  writtenTo(instance, 'Olga of the bakery')
  emulator.fault({ kind: 'refuse', status: 503 }, { operation: 'getContacts' })
  await time.advance(3 * minute, 5_000)
  expect(await titles()).not.toContain('Olga of the bakery')
  emulator.faults.clear()
  await time.advance(12 * minute, 5_000)
  expect(await titles()).toEqual(['Olga of the bakery', 'P0'])
})

test('an account whose contacts were away before the network changed has the names after it', async () => {
  const { emulator, instance, time, titles, restart, changeNetwork } = await customer({}, 1)
  writtenTo(instance, 'Olga of the bakery')
  emulator.fault({ kind: 'refuse', status: 503 }, { operation: 'getContacts' })
  await time.advance(3 * minute, 5_000)
  await restart()
  await time.advance(10_000)
  changeNetwork()
  emulator.faults.clear()
  await time.advance(minute, 5_000)
  expect(await titles()).toEqual(['Olga of the bakery', 'P0'])
})

test('a list of thousands of chats with junk among them is taken, and the sync ends', async () => {
  const { emulator, time, row, filled } = await customer({})
  const listed: unknown[] = Array.from({ length: sized(2000, 50_000) }, (_, n) => ({
    chatId: `${20_000_000 + n}`,
    phoneNumber: 0,
  }))
  listed.splice(10, 0, null, 7, 'chat', {}, { chatId: '' }, { chatId: 8 }, { chatId: '0@c.us' }, [[]])
  emulator.fault({ kind: 'refuse', status: 200, body: JSON.stringify(listed) }, { operation: 'getChats', count: 1 })
  await time.advance(minute, 5_000)
  expect((await row()).firstSyncedAt).not.toBeNull()
  expect(await filled()).toBe(5)
})

test('a row of nobody in the list of chats makes no chat', async () => {
  const { time, filled, titles, allChats } = await customer({ state: 'authorized', family: 'whatsapp' }, 2)
  await time.advance(5 * minute, 10_000)
  expect(await filled()).toBe(2)
  expect(await titles()).toEqual(['P0', 'P1'])
  expect(await allChats()).toBe(2)
})
