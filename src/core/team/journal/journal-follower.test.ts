import { expect, onTestFinished, test } from 'vitest'
import { createSystemClock } from '../../base/system-clock.ts'
import type { SharedInstanceId } from '../../sharing/shared-ids.ts'
import { openTestStore } from '../../testing/open-test-store.ts'
import { createSilentLogger } from '../../testing/silent-logger.ts'
import { createTempDir } from '../../testing/temp-dir.ts'
import { followJournal } from './journal-follower.ts'
import { holdFirstRead } from '../testing/hold-first-read.ts'

test('an instance that is shared while a desk reads which ones it follows is followed', async () => {
  const dir = createTempDir()
  const store = await openTestStore(dir.path)
  const ending = new AbortController()
  const added = await store.write('accounts.add', {
    ...{ apiUrl: 'https://api.example', idInstance: '1101000001', family: 'v3', prefix: '/v3' },
    ...{ name: 'Shop', colour: 'teal', mode: 'full' },
  })
  const instance = added.kind === 'exists' ? added.key : added.instance.key

  const { slow, reading, release } = holdFirstRead(store, 'team.instances')
  const asked: SharedInstanceId[] = []
  const follower = followJournal({
    team: {
      role: 'member',
      page(cursors) {
        asked.push(...cursors.map((cursor) => cursor.instance))
        return Promise.resolve([])
      },
      history: () => Promise.resolve(null),
      enterAgain: () => Promise.resolve(true),
    },
    store: slow,
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
    release()
    await running
    await store.close()
    dir[Symbol.dispose]()
  })
  await reading
  await store.write('team.share', { instance, shared: 7 as SharedInstanceId })
  follower.reread()
  release()
  await expect.poll(() => asked).toContain(7)
})
