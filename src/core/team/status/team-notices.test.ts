import { expect, onTestFinished, test } from 'vitest'
import { createSystemClock } from '../../base/system-clock.ts'
import { openTestStore } from '../../testing/open-test-store.ts'
import { createSilentLogger } from '../../testing/silent-logger.ts'
import { createTempDir } from '../../testing/temp-dir.ts'
import { holdFirstRead } from '../testing/hold-first-read.ts'
import { createJournalNotices } from './team-notices.ts'

test('what was read before something happened to the journal does not take the place of what was read after it', async () => {
  const dir = createTempDir()
  const store = await openTestStore(dir.path)
  onTestFinished(async () => {
    await store.close()
    dir[Symbol.dispose]()
  })
  const { slow, reading, release } = holdFirstRead(store, 'team.wentBack')
  const changed = Promise.withResolvers<void>()
  const notices = createJournalNotices({
    ...{ store: slow, clock: createSystemClock(), logger: createSilentLogger() },
    onChange: changed.resolve,
  })
  const before = notices.read()
  await reading
  notices.noteLost(3)
  await expect.poll(() => store.read('team.wentBack', undefined)).not.toBeNull()
  // What is asked for later is answered later.
  await slow.read('team.wentBack', undefined)
  release()
  await before
  await changed.promise
  expect(notices.list(null, new Map())).toMatchObject([{ kind: 'wentBack', entries: 3 }])
})
