import { expect, onTestFinished, test } from 'vitest'
import { createSystemClock } from '../../base/system-clock.ts'
import type { SharedInstanceId } from '../../sharing/shared-ids.ts'
import type { PagedEntry } from '../../sharing/shared-team.ts'
import { openTestStore } from '../../testing/open-test-store.ts'
import { createSilentLogger } from '../../testing/silent-logger.ts'
import { createTempDir } from '../../testing/temp-dir.ts'
import { followJournal, type JournalFollowerOptions } from './journal-follower.ts'
import { holdFirstRead } from '../testing/hold-first-read.ts'

/** A store with one instance, and what a follower of its journal needs besides the pages. */
async function createScene() {
  const dir = createTempDir()
  const store = await openTestStore(dir.path)
  const ending = new AbortController()
  const added = await store.write('accounts.add', {
    ...{ apiUrl: 'https://api.example', idInstance: '1101000001', family: 'v3', prefix: '/v3' },
    ...{ name: 'Shop', colour: 'teal', mode: 'full' },
  })
  const instance = added.kind === 'exists' ? added.key : added.instance.key
  const follow = (
    page: JournalFollowerOptions['team']['page'],
    by: JournalFollowerOptions['store'] = store,
    team: Partial<JournalFollowerOptions['team']> = {},
  ) => {
    const follower = followJournal({
      team: {
        role: 'member',
        page,
        history: () => Promise.resolve(null),
        enterAgain: () => Promise.resolve(true),
        ...team,
      },
      store: by,
      clock: createSystemClock(),
      logger: createSilentLogger(),
      clockOffsetMs: () => 0,
      onPersisted: () => undefined,
      onTaken: () => undefined,
      onWentBack: () => undefined,
      onPutAside: () => undefined,
      untilRoom: () => Promise.resolve(),
      checkGeneration: () => Promise.resolve(),
      mayEnter: () => true,
      catchUp: () => Promise.resolve(),
      onAnswer: () => undefined,
      onStalled: () => undefined,
    })
    const running = follower.run(ending.signal)
    onTestFinished(async () => {
      ending.abort()
      await running
      await store.close()
      dir[Symbol.dispose]()
    })
    return follower
  }
  const share = () => store.write('team.share', { instance, shared })
  return { store, share, follow }
}
const shared = 7 as SharedInstanceId

test('an instance that is shared while a desk reads which ones it follows is followed', async () => {
  const { store, share, follow } = await createScene()
  const { slow, reading, release } = holdFirstRead(store, 'team.instances')
  const asked: SharedInstanceId[] = []
  const follower = follow((cursors) => {
    asked.push(...cursors.map((cursor) => cursor.instance))
    return Promise.resolve([])
  }, slow)
  onTestFinished(release)
  await reading
  await share()
  follower.reread()
  release()
  await expect.poll(() => asked).toContain(7)
})

test('an entry that several wake-ups name is asked for once', async () => {
  const { share, follow } = await createScene()
  await share()
  /** Numbers above which entries were asked for. */
  const asked: number[] = []
  let newest = 0
  let onPage = () => {}
  const follower = follow(([cursor]) => {
    const n = cursor?.n ?? 0
    asked.push(n)
    onPage()
    return Promise.resolve(n < newest ? [notification(newest)] : [])
  })
  await expect.poll(() => asked).toEqual([0])
  newest = 1
  // As the desk that appended it hears of it: once by the answer, and once while it reads the page.
  onPage = () => follower.wake({ instance: shared, n: 1 })
  follower.wake({ instance: shared, n: 1 })
  await expect.poll(() => follower.taken(shared)).toBe(1)
  onPage = () => {}
  follower.wake({ instance: shared, n: 1 })
  newest = 2
  follower.wake({ instance: shared, n: 2 })
  await expect.poll(() => follower.taken(shared)).toBe(2)
  expect(asked).toEqual([0, 0, 1])
  // A wake-up without an entry is for whatever is new.
  follower.wake()
  await expect.poll(() => asked).toEqual([0, 0, 1, 2])
})

test('a journal of which a whole page came is not read to its end', async () => {
  const { share, follow } = await createScene()
  await share()
  const rest = Promise.withResolvers<PagedEntry[]>()
  const firstPage = Array.from({ length: 200 }, (_, index) => notification(index + 1))
  const follower = follow(([cursor]) =>
    cursor?.n === 0 ? Promise.resolve(firstPage) : cursor?.n === 200 ? rest.promise : Promise.resolve([]),
  )
  await expect.poll(() => follower.taken(shared)).toBe(200)
  const isFollowed = follower.isFollowed(shared)
  rest.resolve([notification(201)])
  expect(isFollowed).toBe(false)
  await expect.poll(() => follower.isFollowed(shared)).toBe(true)
  expect(follower.taken(shared)).toBe(201)
})

test('where the database has another history, each is compared, and what it lost again is entered again', async () => {
  const { store, share, follow } = await createScene()
  await share()
  const entries = [1, 2].map((n) => ({ ...notification(n), link: `link ${n}`, previousLink: `link ${n - 1}` }))
  await store.write('team.take', { entries })
  await store.write('team.goBack', { shared, n: 1, link: 'link 1' })
  await store.write('team.storeGeneration', { generation: 'before' })
  const compared: SharedInstanceId[] = []
  const entered: string[] = []
  const follower = follow(() => Promise.resolve([]), store, {
    history(of) {
      compared.push(of)
      return Promise.resolve({ lastN: 1, lastLink: 'link 1', known: [] })
    },
    enterAgain(_of, _after, { id }) {
      entered.push(id)
      return Promise.resolve(true)
    },
  })
  await expect.poll(() => follower.isFollowed(shared)).toBe(true)
  expect([compared, entered]).toEqual([[], ['entry 2']])
  await store.write('team.storeGeneration', { generation: 'after' })
  follower.compareAll()
  await expect.poll(() => entered).toEqual(['entry 2', 'entry 2'])
  expect(compared).toEqual([shared])
})

const notification = (n: number): PagedEntry => ({
  ...{ instance: shared, n, kind: 'notification', raw: '{}', isJson: true, receiptId: `${n}`, queueComplete: true },
  ...{ repeatOf: null, desk: null, at: 1, id: `entry ${n}`, link: null, previousLink: null, generation: null },
})
