import { expect, test } from 'vitest'
import { createManualClock } from '../../api/testing/manual-clock.ts'
import { createTempDir } from '../testing/temp-dir.ts'
import { createPrograms } from './create-programs.ts'

test('however often a member says that the programs changed, they are read one at a time, and once more', async () => {
  using dir = createTempDir()
  const reads: (() => void)[] = []
  const team = {
    role: 'viewer',
    shared: () => new Map(),
    webhooks: () => Promise.resolve([]),
    webhookCursors: () => Promise.resolve([]),
    programs: () => new Promise((resolve) => reads.push(() => resolve([]))),
  }
  let released = 0
  let changed = () => undefined as void
  const { service } = createPrograms({
    clock: createManualClock(),
    dataDir: dir.path,
    vault: { onChange: () => () => undefined },
    ids: { uuid: () => 'ticket' },
    store: { read: () => Promise.resolve({ programs: false, notifications: false }), onChanges: () => () => undefined },
    operations: { releaseStale: () => Promise.resolve(void (released += 1)) },
    teamWebhooks: {
      current: () => team,
      onChange(listener: () => void) {
        changed = listener
        return () => undefined
      },
    },
    stopping: new AbortController().signal,
  } as unknown as Parameters<typeof createPrograms>[0])
  service.start()
  for (let count = 0; count < 50; count += 1) changed()
  for (const total of [1, 2]) {
    await expect.poll(() => reads.length).toBe(total)
    reads.at(-1)?.()
    await expect.poll(() => released).toBe(total)
  }
  expect(reads).toHaveLength(2)
})
