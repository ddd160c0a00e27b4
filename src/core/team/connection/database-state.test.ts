import { expect, test } from 'vitest'
import { TeamError } from '../../sharing/team-error.ts'
import { createDatabaseState } from './database-state.ts'

test('a database that was full is written to again after a while, also when the clock was set back meanwhile', async () => {
  let [now, monotonic] = [Date.UTC(2026, 10, 20), 0]
  const state = createDatabaseState({
    clock: {
      now: () => now,
      monotonic: () => monotonic,
      setTimer: () => () => undefined,
      sleep: async () => undefined,
    },
    logger: { info: () => undefined } as never,
    onChange: () => undefined,
    ending: new AbortController().signal,
  })
  await expect(state.keeping(Promise.reject(new TeamError({ kind: 'full' })))).rejects.toMatchObject({
    trouble: { kind: 'full' },
  })
  expect(state.mayWrite()).toBe(false)
  monotonic += 3_600_000
  now -= 86_400_000
  expect(state.mayWrite()).toBe(true)
})
