import type { StorageStore } from './storage-base.ts'
import type { Clock } from '../base/ports.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** A wall clock that differs by this from what passed was set, or the computer slept. */
const jumpMs = 10 * 60_000

/** The clock of retention: a computer's clock may be wrong by months, and be set right later. */
export interface RetentionClock {
  /**
   * Epoch ms by our clock, never later than what is certain: when something was last received or answered and what
   * passed since, and the clock of the services. Null: not now, because in the last hour the clock was set, or the
   * program began after a day or more.
   */
  now(): Promise<number | null>
}

export function createRetentionClock({
  clock,
  store,
}: {
  readonly clock: Clock
  readonly store: StorageStore
}): RetentionClock {
  const startedAt = clock.monotonic()
  const startedWall = clock.now()
  let drift: number | null = null
  let quietUntil = -Infinity
  return {
    async now() {
      const { newest, newestBefore, offset } = await store.read('storage.newest', { before: startedWall })
      const wall = clock.now()
      const passed = clock.monotonic()
      const before = drift
      drift = wall - passed
      // Rows of this run prove nothing about a clock that was wrong when the run began.
      const isAfterGap = before === null && (newestBefore === null || startedWall - newestBefore > dayMs)
      if (isAfterGap || (before !== null && Math.abs(drift - before) > jumpMs)) quietUntil = passed + hourMs
      if (passed < quietUntil) return null
      return Math.min(wall, wall + offset, newest === null ? wall : newest + passed - startedAt)
    },
  }
}
