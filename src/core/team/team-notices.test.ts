import { expect, onTestFinished, test } from 'vitest'
import { createSystemClock } from '../base/system-clock.ts'
import { openTestStore } from '../testing/open-test-store.ts'
import { createSilentLogger } from '../testing/silent-logger.ts'
import { createTempDir } from '../testing/temp-dir.ts'
import type { TeamStore } from './team-base.ts'
import { createJournalNotices } from './team-notices.ts'

test('what was read before something happened to the journal does not take the place of what was read after it', async () => {
  const dir = createTempDir()
  const store = await openTestStore(dir.path)
  onTestFinished(async () => {
    await store.close()
    dir[Symbol.dispose]()
  })
  const [reading, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isFirst = true
  const slow: TeamStore = {
    ...store,
    async read(...given) {
      const result = await store.read(...given)
      if (given[0] !== 'team.wentBack' || !isFirst) return result
      isFirst = false
      reading.resolve()
      await release.promise
      return result
    },
  }
  const changed = Promise.withResolvers<void>()
  const notices = createJournalNotices({
    ...{ store: slow, clock: createSystemClock(), logger: createSilentLogger() },
    onChange: changed.resolve,
  })
  const before = notices.read()
  await reading.promise
  notices.noteLost(3)
  await expect.poll(() => store.read('team.wentBack', undefined)).not.toBeNull()
  // What is asked for later is answered later.
  await slow.read('team.wentBack', undefined)
  release.resolve()
  await before
  await changed.promise
  expect(notices.list(null, new Map())).toMatchObject([{ kind: 'wentBack', entries: 3 }])
})
