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
   * passed since, the clock of the services, and the latest time that one of them gave. Null: not now, because in the
   * last hour the clock was set, or the program began after a day or more.
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
  /** The latest time of a service, and when it was first seen here: it is later by what passed since. */
  let latest: { readonly shown: number; readonly seen: number } | null = null
  return {
    async now() {
      const { newest, newestBefore, offset, shown } = await store.read('storage.newest', { before: startedWall })
      const wall = clock.now()
      const passed = clock.monotonic()
      const before = drift
      drift = wall - passed
      // Rows of this run prove nothing about a clock that was wrong when the run began.
      const isAfterGap = before === null && (newestBefore === null || startedWall - newestBefore > dayMs)
      if (isAfterGap || (before !== null && Math.abs(drift - before) > jumpMs)) quietUntil = passed + hourMs
      if (passed < quietUntil) return null
      if (shown !== null && (latest === null || shown > latest.shown + passed - latest.seen))
        latest = { shown, seen: passed }
      const byService = latest === null ? wall : latest.shown + passed - latest.seen
      const certain = newest === null ? wall : newest + passed - startedAt
      // Elapsed time has fractions, and the store has integers.
      return Math.floor(Math.min(wall, wall + offset, certain, byService))
    },
  }
}
