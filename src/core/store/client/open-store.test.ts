import { once } from 'node:events'
import { DatabaseSync } from 'node:sqlite'
import { cpSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { StoreChange } from '../tx.ts'
import { createManualClock } from '../../../api/testing/manual-clock.ts'
import { openTestStore } from '../../testing/open-test-store.ts'
import { createTempDir } from '../../testing/temp-dir.ts'
import { ownEntries, testProgram } from '../../testing/watched-entries.ts'
import { storeFileName, type OpenStoreOptions } from './open-store.ts'
import { createStoreFaults } from '../store-faults.ts'

/** Ends at its start while a file says so. */
const ailingWorker = testProgram(
  'ailing-store-worker',
  new URL('../../testing/ailing-store-worker.ts', import.meta.url),
)

const newInstance = (idInstance: string) =>
  ({
    apiUrl: 'https://api.example',
    idInstance,
    family: 'v3',
    prefix: '/v3',
    name: 'Shop',
    colour: 'teal',
    mode: 'full',
  }) as const

async function start(options: Partial<OpenStoreOptions> = {}) {
  const dir = createTempDir()
  const store = await openTestStore(dir.path, options)
  onTestFinished(async () => {
    await store.close()
    dir[Symbol.dispose]()
  })
  return { store, dir: dir.path }
}

// Each test starts real workers; a busy machine takes its time for that.
describe('store', () => {
  test('a read sees every write that was answered, and changes are announced with the answer', async () => {
    const { store } = await start()
    const changes: StoreChange[] = []
    store.onChanges((list) => changes.push(...list))
    for (let n = 1; n <= 50; n++) {
      await store.write('accounts.add', newInstance(String(n)))
      expect(await store.read('accounts.list', undefined)).toHaveLength(n)
    }
    expect(changes).toHaveLength(50)
    expect(await store.search('accounts.list', undefined)).toHaveLength(50)
  })

  test('a write that can not cross to the worker is refused alone', async () => {
    const { store } = await start()
    let deep: unknown = 1
    for (let level = 0; level < 100_000; level++) deep = [deep]
    const refused = store.write('accounts.add', { ...newInstance('1'), name: deep as string })
    const neighbour = store.write('accounts.add', newInstance('2'))
    await expect(refused).rejects.toThrow('accounts.add')
    expect(await neighbour).toMatchObject({ kind: 'added' })
    expect(await store.read('accounts.list', undefined)).toHaveLength(1)
  })

  test('uses the time of core, not of the worker', async () => {
    const clock = createManualClock(Date.UTC(2030, 0, 1))
    const { store } = await start({ clock })
    const added = await store.write('accounts.add', newInstance('1'))
    expect(added.kind === 'added' && added.instance.createdAt).toBe(Date.UTC(2030, 0, 1))
  })

  test('the writing connection flushes each commit to the disk', async () => {
    const { store, dir } = await start()
    await store.write('settings.update', { theme: 'dark' })
    const settings = await store.write('storage.connection', undefined)
    const flushed = process.platform === 'darwin' ? 1 : 0
    expect(settings).toEqual({
      synchronous: 2,
      journalMode: 'wal',
      foreignKeys: 1,
      fullfsync: flushed,
      checkpointFullfsync: flushed,
    })
    const plain = new DatabaseSync(join(dir, storeFileName), { readOnly: true })
    expect(plain.prepare(`select value_json from setting where name = 'theme'`).get()).toMatchObject({
      value_json: '"dark"',
    })
    plain.close()
  })

  test('a log that another run left, for it was killed, is cut: it may hold what was erased', async () => {
    const { store, dir } = await start()
    await store.write('preferences.set', { name: 'a', value: 'in the log' })
    const copy = createTempDir()
    onTestFinished(() => copy[Symbol.dispose]())
    cpSync(dir, copy.path, { recursive: true })
    const log = () => statSync(join(copy.path, `${storeFileName}-wal`)).size
    expect(log()).toBeGreaterThan(0)
    const again = await openTestStore(copy.path)
    onTestFinished(() => again.close())
    await vi.waitFor(() => expect(log()).toBe(0), 30_000)
    expect(await again.read('preferences.get', { name: 'a' })).toBe('in the log')
  })

  test('what is called while a commit runs shares the next one', async () => {
    const faults = createStoreFaults()
    const { store } = await start({ faults })
    faults.holdCommits()
    const first = store.write('preferences.set', { name: 'a', value: '1' })
    await faults.commitHeld()
    const rest = Array.from({ length: 40 }, (_, n) => store.write('preferences.set', { name: `b${n}`, value: '1' }))
    faults.releaseCommits()
    await Promise.all([first, ...rest])
    // Two, unless the machine is so busy that the 20 ms of a group end before its calls do.
    expect(faults.commits()).toBeLessThan(rest.length / 2)
  })

  test('nobody is answered before the commit stands', async () => {
    const faults = createStoreFaults()
    const { store } = await start({ faults })
    faults.holdCommits()
    let answered = false
    let announced = false
    store.onChanges(() => (announced = true))
    const write = store.write('settings.update', { theme: 'dark' }).then(() => (answered = true))
    await faults.commitHeld()
    expect((await store.read('settings.get', undefined)).theme).toBe('system')
    expect({ answered, announced }).toEqual({ answered: false, announced: false })
    faults.releaseCommits()
    await write
    expect({ answered, announced }).toEqual({ answered: true, announced: true })
  })

  test('one failing intent is undone and refused alone', async () => {
    const faults = createStoreFaults()
    const { store } = await start({ faults })
    const changes: StoreChange[] = []
    store.onChanges((list) => changes.push(...list))
    faults.holdCommits()
    const gate = store.write('preferences.set', { name: 'gate', value: '' })
    await faults.commitHeld()
    const good = store.write('accounts.add', newInstance('1'))
    // An unknown column value breaks the table's own rules inside the intent.
    const bad = store
      .write('accounts.setLimits', { key: 999 as never, limits: 1n as never })
      .catch((error: unknown) => error)
    const missing = store.write('accounts.edit', { key: 999 as never, name: 'x' }).catch((error: unknown) => error)
    const alsoGood = store.write('accounts.add', newInstance('2'))
    faults.releaseCommits()
    await gate
    expect(await good).toMatchObject({ kind: 'added' })
    expect(await alsoGood).toMatchObject({ kind: 'added' })
    expect(await bad).toMatchObject({ name: 'StoreError', kind: 'intent' })
    expect(await missing).toMatchObject({ name: 'ContractError', code: 'notFound' })
    expect(changes).toEqual([
      { kind: 'instances', instance: 1 },
      { kind: 'instances', instance: 2 },
    ])
    expect(store.state()).toBe('ok')
  })

  test('what a person waits for goes before what waits in the background', async () => {
    const faults = createStoreFaults()
    const { store } = await start({ faults })
    faults.holdCommits()
    const order: string[] = []
    const gate = store.write('preferences.set', { name: 'gate', value: '' })
    await faults.commitHeld()
    const background = Array.from({ length: 300 }, (_, n) =>
      store.write('preferences.set', { name: `b${n}`, value: '' }).then(() => order.push('background')),
    )
    const urgent = store
      .write('preferences.set', { name: 'mine', value: '' }, { urgent: true })
      .then(() => order.push('mine'))
    faults.releaseCommits()
    await Promise.all([gate, urgent, ...background])
    expect(order.indexOf('mine')).toBeLessThan(64)
  })

  test('a search that was given up before its turn is not run', async () => {
    const { store } = await start()
    const controller = new AbortController()
    const first = store.search('accounts.list', undefined)
    const second = store
      .search('accounts.list', undefined, { signal: controller.signal })
      .catch((error: unknown) => error)
    controller.abort()
    expect(await second).toMatchObject({ kind: 'cancelled' })
    expect(await first).toEqual([])
  })

  test('the thread of the searches ends after a minute without one, and the next search has its own', async () => {
    const clock = createManualClock()
    const searchers: Promise<unknown>[] = []
    const entries = ownEntries()
    const { store } = await start({
      clock,
      entries: {
        ...entries,
        startThread(entry, setup) {
          const worker = new Worker(entry, { workerData: setup })
          if (entry === entries.readerWorker) searchers.push(once(worker, 'exit'))
          return worker
        },
      },
    })
    await store.search('accounts.list', undefined)
    await clock.advance(50_000)
    await store.search('accounts.list', undefined)
    await clock.advance(50_000)
    await store.search('accounts.list', undefined)
    expect(searchers).toHaveLength(2)
    await clock.advance(60_000)
    await searchers[1]
    expect(await store.search('accounts.list', undefined)).toEqual([])
    expect(searchers).toHaveLength(3)
  })

  test('what a reader was asked when it ended is answered by its successor, and fails where that ends as well', async () => {
    const entries = ownEntries()
    const readers: Worker[] = []
    let isEnding = false
    const { store } = await start({
      entries: {
        ...entries,
        startThread(entry, setup) {
          const worker = new Worker(entry, { workerData: setup })
          if (entry === entries.readerWorker) readers.push(worker)
          if (isEnding && entry === entries.readerWorker) void worker.terminate()
          return worker
        },
      },
    })
    await store.search('accounts.list', undefined)
    const ask = () => [store.read('accounts.list', undefined), store.search('accounts.list', undefined)]
    const asked = ask()
    expect(readers).toHaveLength(2)
    for (const reader of readers) void reader.terminate()
    expect(await Promise.all(asked)).toEqual([[], []])
    expect(readers).toHaveLength(4)
    isEnding = true
    const inVain = ask()
    for (const reader of readers.slice(2)) void reader.terminate()
    await Promise.all(inVain.map((one) => expect(one).rejects.toMatchObject({ kind: 'failing' })))
    isEnding = false
    expect(await Promise.all(ask())).toEqual([[], []])
    expect(store.state()).toBe('ok')
  })

  test.for(['full', 'readOnly', 'failing'] as const)(
    'a store that is %s refuses, says so, and goes on by itself',
    async (fault) => {
      const faults = createStoreFaults()
      const { store } = await start({ faults })
      const states: string[] = []
      store.onState((state) => states.push(state))
      faults.failWith(fault)
      const value = 'x'.repeat(20_000)
      const refused = await store.write('preferences.set', { name: 'a', value }).catch((error: unknown) => error)
      expect(refused).toMatchObject({ name: 'StoreError', kind: fault })
      expect(store.state()).toBe(fault)
      expect(await store.read('preferences.get', { name: 'a' })).toBeNull()
      faults.failWith(null)
      await store.whenOk()
      expect(states).toEqual([fault, 'ok'])
      await store.write('preferences.set', { name: 'a', value })
      expect(await store.read('preferences.get', { name: 'a' })).toBe(value)
    },
  )

  test('a writer that does not start is tried again every five seconds, one at a time', async () => {
    const clock = createManualClock()
    const faults = createStoreFaults()
    const { store, dir } = await start({ clock, faults, entries: { ...ownEntries(), storeWorker: ailingWorker } })
    const path = join(dir, storeFileName)
    const starts = () => readFileSync(`${path}.starts`, 'utf8').length
    writeFileSync(`${path}.ailing`, '')
    faults.failWith('dying')
    await expect(store.write('accounts.add', newInstance('1'))).rejects.toMatchObject({ kind: 'failing' })
    faults.failWith(null)
    for (let tries = 2; tries <= 6; tries += 1) {
      // It was tried, and one wait for the next try is all that is left of it.
      await expect.poll(() => [starts(), clock.pending()]).toEqual([tries, 1])
      await clock.advance(5000)
    }
    expect(store.state()).toBe('failing')
    rmSync(`${path}.ailing`)
    const stateLater = async () => {
      await clock.advance(5000)
      return store.state()
    }
    await expect.poll(stateLater).toBe('ok')
    await store.write('accounts.add', newInstance('1'))
  })

  test('a writer that ends while the store opens is not started again: the start fails', async () => {
    const dir = createTempDir()
    onTestFinished(() => dir[Symbol.dispose]())
    const clock = createManualClock()
    const path = join(dir.path, storeFileName)
    writeFileSync(`${path}.ailing`, '')
    const opening = openTestStore(dir.path, { clock, entries: { ...ownEntries(), storeWorker: ailingWorker } })
    await expect(opening).rejects.toMatchObject({ name: 'StoreError', kind: 'closed' })
    expect(readFileSync(`${path}.starts`, 'utf8')).toHaveLength(1)
    expect(clock.pending()).toBe(0)
  })

  test('closing answers what was called before it and leaves no log behind', async () => {
    const dir = createTempDir()
    const store = await openTestStore(dir.path)
    const writes = Array.from({ length: 20 }, (_, n) => store.write('preferences.set', { name: `a${n}`, value: '1' }))
    await store.close()
    await Promise.all(writes)
    await expect(store.write('preferences.set', { name: 'late', value: '' })).rejects.toMatchObject({ kind: 'closed' })
    const again = await openTestStore(dir.path)
    expect(await again.read('preferences.get', { name: 'a19' })).toBe('1')
    await again.close()
    dir[Symbol.dispose]()
  })
})
