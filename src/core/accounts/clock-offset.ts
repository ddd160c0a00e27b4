import type { AttemptRecord } from '../../api/call.ts'

/** The newest answers count: a person may set the clock. */
const samples = 5
/** The header tells whole seconds, and an answer is under way for a while: less than this is no difference, ms. */
const noticeable = 1_500

export interface ClockOffset {
  /** Takes one answer's date into account. Gives the offset when it is another one than before, else null. */
  learn(attempt: Pick<AttemptRecord, 'serviceDate' | 'startedAt' | 'totalMs'>): number | null
}

/**
 * The service's clock minus this computer's, ms, from the Date headers of its answers: the middle one of the newest.
 * @param known the offset as it was stored.
 */
export function createClockOffset(known: number): ClockOffset {
  let current = known
  let seen: readonly number[] = []
  return {
    learn({ serviceDate, startedAt, totalMs }) {
      if (serviceDate === undefined) return null
      // Half a second: the header is cut off, not rounded.
      seen = [...seen, serviceDate + 500 - (startedAt + totalMs)].slice(-samples)
      const sorted = seen.toSorted((a, b) => a - b)
      const middle = Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)
      const offset = Math.abs(middle) < noticeable ? 0 : middle
      if (Math.abs(offset - current) < noticeable) return null
      current = offset
      return offset
    },
  }
}
