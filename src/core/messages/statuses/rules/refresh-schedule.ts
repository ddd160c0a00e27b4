import type { StatusKind } from '../../../../contract/statuses.ts'

/**
 * When the status of an accepted message is asked for (architecture 7): after 2, 5, 10 and 20 seconds, then each minute
 * for an hour, then every 10 minutes up to 24 hours. Where notifications bring statuses, the polls only find what these
 * left out: after 10 seconds, 1 and 10 minutes, then every two hours. Times are epoch ms.
 */
const quick = [2_000, 5_000, 10_000, 20_000, 60_000]
const minute = 60_000
const hour = 3_600_000
const slow = 600_000
const restQuick = [10_000, 60_000, 600_000]
const restSlow = 2 * hour
export const refreshWindowMs = 86_400_000

/**
 * How much there is left to learn. `rest`: notifications bring it, a poll now and then is enough; `few`: every ten
 * minutes for an hour.
 */
export type RefreshNeed = 'all' | 'rest' | 'few' | 'none'

/**
 * Polls that a message's status still needs. A notification with a status proves that statuses arrive, so a message
 * that a notification took as far as *delivered* needs no more polls.
 * @param areOn the settings let statuses through, and the queue is read
 */
export function refreshNeed(status: StatusKind, hasNotification: boolean, areOn: boolean): RefreshNeed {
  switch (status) {
    case 'read':
    case 'expired':
      return 'none'
    case 'failed':
      // The service says it also of messages that were delivered (service 10.4).
      return hasNotification ? 'few' : 'none'
    case 'delivered':
      return hasNotification ? 'none' : areOn ? 'rest' : 'all'
    case 'sent':
    case 'pending':
      return hasNotification || areOn ? 'rest' : 'all'
    default:
      return areOn ? 'rest' : 'all'
  }
}

/**
 * The next look at a message, or null when none is due any more. Beyond the first minute it counts from the last look,
 * whatever that was for: one call looks at everything that is followed, so all of it falls into step by itself.
 * @param lookedAt the last look; null before the first.
 */
export function nextRefresh(acceptedAt: number, lookedAt: number | null, need: RefreshNeed): number | null {
  if (need === 'none') return null
  // The clock was set back since, and the service does not tell its own: until it is as late again, nothing is counted.
  if (lookedAt !== null && acceptedAt - lookedAt > minute) return lookedAt + minute
  const from = Math.max(acceptedAt, lookedAt ?? acceptedAt)
  const end = acceptedAt + refreshWindowMs
  if (from >= end) return null
  if (need === 'few') return from - acceptedAt < hour ? from + slow : null
  const early = (need === 'rest' ? restQuick : quick).find((offset) => acceptedAt + offset > from)
  if (early !== undefined) return acceptedAt + early
  if (need === 'rest') return Math.min(from + restSlow, end)
  return Math.min(from + (from - acceptedAt < hour ? minute : slow), end)
}

/** No look lies further ahead, ms: a time that does was written before the clock was set back. */
export const longestGapMs = restSlow

/** Two calls of an instance are at least so far apart, ms: a steady stream of sends must not fill the limit. */
export const refreshGapMs = 2_000

/** Added to the look-back for what clocks and journals disagree on, ms. */
const lookBackSlackMs = 60_000

/** The smallest look-back in whole minutes that covers a message accepted at `acceptedAt` (service 4.6). */
export const lookBackMinutes = (acceptedAt: number, now: number): number =>
  Math.max(1, Math.ceil((now - acceptedAt + lookBackSlackMs) / minute))
