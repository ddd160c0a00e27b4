import type { ApiClock } from '../clock.ts'

/** What was sent lately, as the service may count it: requests within a window that slides. */
export interface SentWindow {
  /** Milliseconds until one more request keeps to `perSecond`, as far as can be said now; 0 when it may go. */
  untilFree(perSecond: number): number
  /** How many may go now. */
  free(perSecond: number): number
  /** A request is sent. Call the answer once the service must have it. */
  add(): () => void
  /** What still counts: how many, and how long ago the last one arrived at the latest, ms. */
  uses(perSecond: number): Uses | null
  /** Requests of an earlier process, which count as well. Before the first `add`. */
  restore(uses: Uses): void
}

/** Requests of one operation, the last of which arrived so long ago, ms. */
export interface Uses {
  readonly requests: number
  readonly agoMs: number
}

/**
 * When a request arrived lies between its sending and its answer. It counts from the answer on, but no later than this
 * after it was sent: a slow answer must not keep others back. In milliseconds.
 */
const LONGEST_WAY_MS = 1000

interface Sent {
  /** The latest moment at which it may have arrived. */
  arrivedBy: number
}

/**
 * A request may go when the one that is `perSecond` places before it arrived a second ago. Requests may overtake each
 * other on their way: what counts is the order in which they were sent, so no second can see more than `perSecond`.
 */
export function createSentWindow(clock: ApiClock): SentWindow {
  let sent: Sent[] = []
  let first = 0

  /** Less than one a second is one in a longer time. */
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
