import { describe, expect, onTestFinished, test } from 'vitest'
import { createEmulator } from '../../emulator/create-emulator.ts'
import type { Store } from '../intents.ts'
import { StoreError } from '../store/store-error.ts'
import { createSystemClock } from '../base/system-clock.ts'
import { openTestStore } from '../testing/open-test-store.ts'
import { createTestArchive, testNow } from '../testing/create-test-archive.ts'
import { createReceivingScene, textsOf } from '../testing/receiving-scene.ts'
import { createSilentLogger } from '../testing/silent-logger.ts'
import { createTempDir } from '../testing/temp-dir.ts'
import { readStore } from '../testing/world-differences.ts'
import { createFollower, largestBacklog } from './follower.ts'
import { receivingWrites } from './tx/receiving-intents.ts'

async function scene() {
  const emulator = createEmulator()
  await emulator.start()
  onTestFinished(() => emulator.stop())
  const instance = emulator.addInstance({ idInstance: '1101000001', token: 'token-one' })
  const account = { apiUrl: emulator.url, idInstance: instance.idInstance, token: instance.token }
  const queueIsEmpty = () => instance.notifications.size === 0
  return { instance, queueIsEmpty, ...createReceivingScene(account) }
}

/** The store, but that `before` runs ahead of each try to apply what was kept, and `after` when one succeeded. */
const withApplying =
  (before: () => Promise<void> | void, after = () => undefined as void) =>
  (store: Store): Store => ({
    ...store,
    write: async (name, input, options) => {
      if (name === 'receiving.applyInbox') await before()
      const output = await store.write(name, input, options)
      if (name === 'receiving.applyInbox') after()
      return output
    },
  })

const ended = () => {
  throw new StoreError('failing', 'The store worker ended.', { cause: new StoreError('closed', 'It ended.') })
}

describe('what was received and is not applied yet', () => {
  test('is deleted at the service already, since it is on the disk, and is applied in its order', async () => {
    const { instance, queueIsEmpty, start } = await scene()
    const anna = instance.person('79990001122')
    const gate = Promise.withResolvers<void>()
    const core = await start({ watchStore: withApplying(() => gate.promise), services: ['receiving'] })
    const written = Array.from({ length: 12 }, (_, index) => `message ${index}`)
    for (const text of written) anna.says(text)
    await core.waitFor('the queue is empty', queueIsEmpty)
    expect(await textsOf(core, anna.chatId)).toEqual([])
    expect(await core.store.read('receiving.waiting', undefined)).toEqual([{ instance: core.keys[0], count: 12 }])
    gate.resolve()
    await core.untilApplied()
    expect(await textsOf(core, anna.chatId)).toEqual(written)
  })

  test('is never much: receiving waits until some of it is applied', async () => {
    const dir = createTempDir()
    const store = await openTestStore(dir.path)
    onTestFinished(async () => {
      await store.close()
      dir[Symbol.dispose]()
    })
    const gate = Promise.withResolvers<void>()
    const follower = createFollower({
      clock: createSystemClock(),
      store: withApplying(() => gate.promise)(store),
      logger: createSilentLogger(),
      version: '1',
      onApplied: () => undefined,
    })
    for (let stored = 1; stored < largestBacklog; stored++) follower.countPersisted()
    expect(follower.hasRoom()).toBe(true)
    follower.countPersisted()
    expect(follower.hasRoom()).toBe(false)
    const room = follower.untilRoom(new AbortController().signal)
    gate.resolve()
    await room
    expect(follower.hasRoom()).toBe(true)
    await follower.stop()
  })

  test('is applied by the next run when this one ends before it is', async () => {
    const { instance, queueIsEmpty, start } = await scene()
    const anna = instance.person('79990001122')
    // Its first try is held until the run ends: a body that failed three times, a second apart, is set aside.
    const ending = Promise.withResolvers<void>()
    const first = await start({ watchStore: withApplying(() => ending.promise.then(ended)), services: ['receiving'] })
    anna.says('kept by one run')
    anna.says('applied by the next')
    await first.waitFor('the queue is empty', queueIsEmpty)
    const stopped = first.stop()
    ending.resolve()
    await stopped
    const second = await start({ services: ['receiving'] })
    await second.untilApplied()
    expect(await textsOf(second, anna.chatId)).toEqual(['kept by one run', 'applied by the next'])
  })

  test('that ends the store worker each time it is applied is set aside by itself, and blocks nobody', async () => {
    const { instance, queueIsEmpty, dataDir, start } = await scene()
    const anna = instance.person('79990001122')
    let left = 0
    const startedEmpty = Promise.withResolvers<void>()
    const core = await start({
      watchStore: withApplying(() => {
        if (left-- > 0) ended()
      }, startedEmpty.resolve),
      services: ['receiving'],
    })
    // An end while the inbox is still empty says nothing against the message, and would be one of the four.
    await startedEmpty.promise
    // The first time nothing is known against it; then three tries are recorded.
    left = 4
    anna.says('the one that ends it')
    await core.waitFor('the queue is empty', queueIsEmpty)
    await core.untilApplied()
    anna.says('the next one')
    await core.waitFor('the next one came', async () => (await textsOf(core, anna.chatId)).length === 1)
    expect(await textsOf(core, anna.chatId)).toEqual(['the next one'])
    const journal = readStore(dataDir, (tx) => tx.all('select state, reason from journal order by key'))
    expect(journal).toEqual([
      { state: 'quarantined', reason: 'applyFailed' },
      { state: 'applied', reason: null },
    ])
  })

  test.each(['full', 'failing', 'busy', 'readOnly'] as const)(
    'is not set aside however often it could not be stored: %s',
    async (kind) => {
      using dir = createTempDir()
      const store = await openTestStore(dir.path)
      const address = {
        apiUrl: 'http://service.test',
        idInstance: '1101000001',
        family: 'whatsapp',
        prefix: '',
      } as const
      const colours = { name: 'Shop', colour: 'teal', mode: 'full' } as const
      const added = await store.write('accounts.add', { ...address, ...colours })
      if (added.kind === 'exists') throw new Error('The instance is there already.')
      await store.write('receiving.persist', {
        ...{ instance: added.instance.key, raw: '{"typeWebhook":"other"}', isJson: true, receiptId: '1' },
        ...{ receivedAt: testNow, isQueueComplete: true, deleted: [] },
      })
      let left = 6
      const over = Promise.withResolvers<void>()
      const follower = createFollower({
        clock: { ...createSystemClock(), sleep: async () => undefined },
        store: withApplying(() => {
          if (left-- > 0) throw new StoreError(kind, 'The disk does not take it.')
        })(store),
        logger: createSilentLogger(),
        version: '1',
        onApplied: () => over.resolve(),
      })
      follower.start()
      await over.promise
      await follower.stop()
      expect(readStore(dir.path, (tx) => tx.all('select state from journal'))).toEqual([{ state: 'unknown' }])
      await store.close()
    },
  )

  test('is tried sixteen together after an end of the program, and one at a time after another', () => {
    using archive = createTestArchive()
    const { tx, instance } = archive
    const received = { instance, isJson: false, receivedAt: testNow, isQueueComplete: true, deleted: [] }
    for (let index = 1; index <= 20; index++) {
      receivingWrites['receiving.persist'](tx, { ...received, raw: `no JSON ${index}`, receiptId: String(index) })
    }
    const apply = (limit: number) =>
      receivingWrites['receiving.applyInbox'](tx, { version: '1', limit, budgetMs: Infinity }).applied.length
    const tried = () => receivingWrites['receiving.recordTrial'](tx).count
    expect(tried()).toBe(16)
    expect([tried(), apply(1), tried(), apply(1)]).toEqual([1, 1, 1, 1])
    expect(apply(14)).toBe(14)
    expect([tried(), apply(16), tried()]).toEqual([4, 4, 0])
  })
})
