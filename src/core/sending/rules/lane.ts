import { longestRetryAfterMs } from '../../../api/limits/retry-after.ts'
import { retryPolicy } from './retry-policy.ts'

/** An open row of a chat's lane. Times are epoch ms. */
export interface LaneRow {
  readonly message: number
  readonly state: 'queued' | 'sending' | 'uncertain'
  /** Waits for the person: passed over. */
  readonly parked: boolean
  /** Queued: its file is not at the service yet, and what comes after it waits with it. */
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
 * Which message of a chat may be sent now. `rows` are its open ones in lane order. Order is kept: a later one never
 * overtakes one that is queued or on its way; failed ones are not in the lane at all.
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
        if (row.waitsForUpload === true) return { kind: 'upload' }
        const at = Math.max(unlessSetBack(row.nextTryAt, longestRetryAfterMs.send, now), heldUntil)
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
 * A moment that lies further ahead than anybody is ever made to wait was written before the clock was set back: it
 * counts as past. Moving it to a time from now on would move it again at each look, for as long as the clock was set
 * back.
 */
const unlessSetBack = (at: number, longestMs: number, now: number): number => (at > now + longestMs ? 0 : at)
