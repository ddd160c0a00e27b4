import { longestRetryAfterMs } from '../../../api/limits/retry-after.ts'
import { retryPolicy } from './retry-policy.ts'

/** An open row of a chat's lane. Times are epoch ms. */
export interface LaneRow {
  readonly message: number
  readonly state: 'queued' | 'sending' | 'uncertain'
  /** Waits for the person: skipped. */
  readonly parked: boolean
  /** Queued: its file is not uploaded yet, so later messages wait too. */
  readonly waitsForUpload?: boolean
  /** Queued: not before. */
  readonly nextTryAt: number
  /** Uncertain: when it became so. */
  readonly answeredAt: number | null
}

export type LaneDecision =
  | { readonly kind: 'send'; readonly message: number }
  /** Nothing to do before `at`. */
  | { readonly kind: 'wait'; readonly at: number }
  /** Its next file has to come to the service first. */
  | { readonly kind: 'upload' }
  /** Nothing to do until something else happens: an answer, or the person. */
  | { readonly kind: 'idle' }

/**
 * The message of a chat that may be sent now. `rows`: open rows in lane order. A later message never overtakes one that
 * is queued or *sending*; failed ones are not in the lane.
 */
export function nextInLane(rows: Iterable<LaneRow>, now: number): LaneDecision {
  let heldUntil = 0
  for (const row of rows) {
    switch (row.state) {
      case 'sending':
        return { kind: 'idle' }
      case 'uncertain':
        heldUntil = Math.max(heldUntil, holdsUntil(row, now))
        break
      case 'queued': {
        if (row.parked) break
        const due = unlessSetBack(row.nextTryAt, longestRetryAfterMs.send, now)
        // Nothing of a message leaves while its send can be undone, its file neither.
        if (row.waitsForUpload === true) return due <= now ? { kind: 'upload' } : { kind: 'wait', at: due }
        const at = Math.max(due, heldUntil)
        return at <= now ? { kind: 'send', message: row.message } : { kind: 'wait', at }
      }
    }
  }
  return { kind: 'idle' }
}

function holdsUntil(row: LaneRow, now: number): number {
  return unlessSetBack((row.answeredAt ?? now) + retryPolicy.laneHold, retryPolicy.laneHold, now)
}

/**
 * A time further ahead than the longest pause was stored before the clock was set back: it counts as past. Replacing it
 * by a time from now would postpone it again at each check.
 */
const unlessSetBack = (at: number, longestMs: number, now: number): number => (at > now + longestMs ? 0 : at)
