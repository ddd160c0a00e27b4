import { expect, onTestFinished, test } from 'vitest'
import { createManualClock } from '../../../api/testing/manual-clock.ts'
import type { InstanceKey } from '../../../contract/ids.ts'
import { createSystemClock } from '../../base/system-clock.ts'
import type { SharedInstanceId } from '../../sharing/shared-ids.ts'
import type { Lease } from '../../sharing/shared-team.ts'
import { openTestStore } from '../../testing/open-test-store.ts'
import { createSilentLogger } from '../../testing/silent-logger.ts'
import { createTempDir } from '../../testing/temp-dir.ts'
import { holdFirstRead } from '../testing/hold-first-read.ts'
import { createJournalNotices } from './team-notices.ts'

test('shared instances that the database does not have are named, and a loss for a day', async () => {
  const dir = createTempDir()
  const clock = createManualClock()
  const store = await openTestStore(dir.path, { clock })
  onTestFinished(async () => {
    await store.close()
    dir[Symbol.dispose]()
  })
  const notices = createJournalNotices({ store, clock, logger: createSilentLogger(), onChange: () => undefined })
  await notices.read()
  const keys = new Map([
    [1 as SharedInstanceId, 11 as InstanceKey],
    [2 as SharedInstanceId, 12 as InstanceKey],
  ])
  expect(notices.list(null, keys)).toEqual([])
  expect(notices.list([{ instance: 1 } as Lease], keys)).toEqual([{ kind: 'missing', instances: [12] }])
  await store.write('team.recordLost', { entries: 2 })
  await notices.read()
  expect(notices.list(null, keys)).toMatchObject([{ kind: 'wentBack', entries: 2 }])
  await clock.advance(24 * 3_600_000)
  expect(notices.list(null, keys)).toEqual([])
})

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
