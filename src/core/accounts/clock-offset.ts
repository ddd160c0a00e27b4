import type { AttemptRecord } from '../../api/call.ts'
import type { Clock } from '../base/ports.ts'

/** Number of newest answers whose median counts, so that one odd date changes nothing. */
const samples = 5
/** The header has whole seconds, and an answer takes some time: smaller differences are ignored, ms. */
const noticeable = 1_500

export interface ClockOffset {
  /** Adds the Date of an answer that ends now. Returns the offset if it is not the stored one, else null. */
  learn(attempt: Pick<AttemptRecord, 'serviceDate'>): LearntOffset | null
}

interface LearntOffset {
  readonly offsetMs: number
  /**
   * This computer's clock was set before the answer: since this time of it, epoch ms, the offset of before was taken
   * for the right one. Null where the clock was not set.
   */
  readonly wrongSince: number | null
}

/**
 * The service's clock minus this computer's, ms, from the Date headers of its answers: the median of the newest.
 * Answers from before this computer's clock was set are dropped. An offset that could not be stored is returned again
 * by the next answer. @param stored the stored offset
 */
export function createClockOffset(stored: () => number, clock: Pick<Clock, 'now' | 'monotonic'>): ClockOffset {
  let seen: readonly number[] = []
  /** The wall clock minus the monotonic one: another value after the wall clock was set. */
  let drift = clock.now() - clock.monotonic()
  let datedAt = clock.monotonic()
  /**
   * Since when the stored offset may have been wrong, by the monotonic clock: at first of an earlier run, in which the
   * clock may have been another.
   */
  let wrongFrom: number | null = datedAt
  return {
    learn({ serviceDate }) {
      const now = clock.now()
      const driftNow = now - clock.monotonic()
      if (Math.abs(driftNow - drift) >= noticeable) {
        seen = []
        wrongFrom ??= datedAt
      }
      drift = driftNow
      if (serviceDate === undefined) return null
      // Half a second: the header is cut off, not rounded.
      seen = [...seen, serviceDate + 500 - now].slice(-samples)
      const sorted = seen.toSorted((a, b) => a - b)
      const middle = Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)
      const offset = Math.abs(middle) < noticeable ? 0 : middle
      datedAt = clock.monotonic()
      if (Math.abs(offset - stored()) < noticeable) {
        wrongFrom = null
        return null
      }
      return { offsetMs: offset, wrongSince: wrongFrom === null ? null : now - (datedAt - wrongFrom) }
    },
  }
}
