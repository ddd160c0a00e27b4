import type { ApiClock } from '../clock.ts'

/** Recent requests as the service may count them, in a sliding window. */
export interface SentWindow {
  /** Milliseconds until one more request respects `perSecond`, as far as known now; 0: at once. */
  untilFree(perSecond: number): number
  /** Requests allowed now. */
  free(perSecond: number): number
  /** Records a request. Call the returned function once the service must have received it. */
  add(): () => void
  /** Requests that still count, and the time since the latest possible arrival of the last one, ms. */
  uses(perSecond: number): Uses | null
  /** Restores requests of an earlier process; call it before the first `add`. */
  restore(uses: Uses): void
}

/** Number of requests of one operation, and time since the last one arrived, ms. */
export interface Uses {
  readonly requests: number
  readonly agoMs: number
}

/**
 * A request arrives between its sending and its answer. It counts from the answer, but at the latest from this time
 * after its sending, ms: a slow answer must not delay others.
 */
const LONGEST_WAY_MS = 1000

interface Sent {
  /** The latest possible time of arrival. */
  arrivedBy: number
}

/**
 * A request may leave when the one `perSecond` places before it arrived at least a second ago. Requests may overtake
 * each other, so the order of sending counts: no second can exceed `perSecond`.
 */
export function createSentWindow(clock: ApiClock): SentWindow {
  let sent: Sent[] = []
  let first = 0

  /** A limit below one per second means one in a longer window. */
  const windowOf = (perSecond: number) => {
    const count = Math.max(1, Math.floor(perSecond))
    return { count, spanMs: (1000 * count) / perSecond }
  }

  function forget(spanMs: number): void {
    const past = clock.monotonic() - spanMs
    for (let oldest = sent[first]; oldest !== undefined && oldest.arrivedBy <= past; oldest = sent[first]) first += 1
    if (first < 4096 && first < sent.length) return
    sent = sent.slice(first)
    first = 0
  }

  return {
    untilFree(perSecond) {
      const { count, spanMs } = windowOf(perSecond)
      forget(spanMs)
      const before = sent.length - count
      const blocking = before < first ? undefined : sent[before]
      return blocking === undefined ? 0 : Math.max(0, blocking.arrivedBy + spanMs - clock.monotonic())
    },
    free(perSecond) {
      if (perSecond === Number.POSITIVE_INFINITY) return perSecond
      const { count, spanMs } = windowOf(perSecond)
      forget(spanMs)
      return Math.max(0, count - (sent.length - first))
    },
    uses(perSecond) {
      const { spanMs } = windowOf(perSecond)
      forget(spanMs)
      const last = sent.at(-1)
      if (last === undefined || sent.length === first) return null
      return { requests: sent.length - first, agoMs: Math.max(0, clock.monotonic() - last.arrivedBy) }
    },
    restore({ requests, agoMs }) {
      for (let n = 0; n < requests; n += 1) sent.push({ arrivedBy: clock.monotonic() - agoMs })
    },
    add() {
      const one: Sent = { arrivedBy: clock.monotonic() + LONGEST_WAY_MS }
      sent.push(one)
      return () => {
        one.arrivedBy = Math.min(one.arrivedBy, clock.monotonic())
      }
    },
  }
}
