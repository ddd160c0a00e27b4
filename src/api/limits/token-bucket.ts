import type { ApiClock } from '../clock.ts'
import { createSentWindow, type Uses } from './sent-window.ts'

/** Priority of requests: a send, what the person looks at, the background. */
export type Priority = 'send' | 'view' | 'background'

export type Grant =
  | {
      readonly kind: 'granted'
      readonly waitedMs: number
      /** Call it once the service must have received the request: it was answered or failed. */
      readonly ended: () => void
    }
  | { readonly kind: 'aborted' | 'tooLong'; readonly waitedMs: number }

export interface BucketLevel {
  /** The configured limit, requests per second. */
  readonly configured: number
  /** The present limit; lower for a while after a 429. */
  readonly perSecond: number
  /** Requests allowed at once. */
  readonly available: number
  readonly waiting: number
  /** Milliseconds until the bucket opens again after a 429; 0 when it is open. */
  readonly closedForMs: number
}

/**
 * The slot of a client that shares a limit of few requests per second with others, for background requests: the first
 * `openMs` after `startMs` of each `cycleMs`, by a shared clock. Milliseconds.
 */
export interface TimeSlot {
  readonly cycleMs: number
  readonly startMs: number
  readonly openMs: number
  /** Epoch ms by the shared clock. */
  readonly now: () => number
}

export interface TokenBucket {
  take(slot: {
    readonly priority: Priority
    readonly signal?: AbortSignal | undefined
    readonly maxWaitMs?: number | undefined
  }): Promise<Grant>
  slowDown(retryAfterMs: number | undefined, perSecond: number | undefined): void
  /** Allows one request at once despite a 429. The sliding window still applies. */
  reopen(): void
  observe(remaining: number | undefined): void
  /** @param slot the slot that background requests wait for; null: none */
  setPerSecond(perSecond: number, slot?: TimeSlot | null): void
  level(): BucketLevel
  /** Requests that still count against the limit; null if there are none. */
  uses(): Uses | null
  /** Restores requests of an earlier process; of infinitely many, as many as the limit allows. */
  restore(uses: Uses): void
}

interface Waiter {
  readonly rank: number
  readonly grant: () => void
}

const ranks: Readonly<Record<Priority, number>> = { send: 0, view: 1, background: 2 }

/** After a 429 the rate is halved, or the one that the answer named; never below a request in so many ms. */
const SLOWEST_MS = 60_000

/** Time that the rate needs to recover, without another 429, ms. */
export const RECOVERY_MS = 10 * 60_000

/**
 * The limit of one operation, under two rules. Tokens are added evenly, and a tenth of a second's worth (at least one)
 * may accumulate, so that a late timer costs nothing. And no second exceeds the limit, measured at arrival: otherwise
 * saved tokens would add to those that are refilled meanwhile.
 */
export function createTokenBucket(options: {
  readonly clock: ApiClock
  readonly perSecond: number
  readonly slot?: TimeSlot | null
}): TokenBucket {
  const { clock } = options
  let configured = options.perSecond
  let learned = configured
  let learnedAt = Number.NEGATIVE_INFINITY
  let tokens = capacity()
  let filledAt = clock.monotonic()
  let closedUntil = Number.NEGATIVE_INFINITY
  let waiters: readonly Waiter[] = []
  let slot = options.slot ?? null
  let cancelTimer: (() => void) | undefined
  const sent = createSentWindow(clock)

  function capacity(): number {
    return Math.max(1, configured / 10)
  }

  function rate(): number {
    const grown = Math.min(1, (clock.monotonic() - learnedAt) / RECOVERY_MS)
    return learned >= configured || grown === 1 ? configured : learned + (configured - learned) * grown
  }

  function refill(): void {
    const now = clock.monotonic()
    tokens = Math.min(capacity(), tokens + ((now - filledAt) / 1000) * rate())
    if (Number.isNaN(tokens)) tokens = capacity()
    filledAt = now
  }

  /** Milliseconds until the next request of this priority may leave; 0: now. */
  function untilNext(rank: number): number {
    const paced = untilPaced()
    return slot === null || rank < ranks.background ? paced : paced + untilSlot(slot, slot.now() + paced)
  }

  /** Milliseconds until the next token; 0 if one is available. */
  function untilPaced(): number {
    if (configured === Number.POSITIVE_INFINITY) return Math.max(0, closedUntil - clock.monotonic())
    refill()
    // Half a millionth of a token is a rounding error, for which no timer is armed.
    const forToken = tokens >= 1 - 5e-7 ? 0 : ((1 - tokens) / rate()) * 1000
    return Math.max(forToken, sent.untilFree(configured), closedUntil - clock.monotonic(), 0)
  }

  function grant(waitedMs: number): Grant {
    tokens -= 1
    if (configured === Number.POSITIVE_INFINITY) return { kind: 'granted', waitedMs, ended: () => undefined }
    const arrived = sent.add()
    return {
      kind: 'granted',
      waitedMs,
      ended() {
        arrived()
        if (waiters.length > 0) serve()
      },
    }
  }

  function serve(): void {
    cancelTimer?.()
    cancelTimer = undefined
    for (;;) {
      const [first] = waiters
      if (first === undefined) return
      const wait = untilNext(first.rank)
      if (wait > 0) {
        cancelTimer = clock.setTimer(Math.ceil(wait), serve)
        return
      }
      waiters = waiters.slice(1)
      first.grant()
    }
  }

  return {
    take: ({ priority, signal, maxWaitMs }) =>
      new Promise((resolve) => {
        if (signal?.aborted) {
          resolve({ kind: 'aborted', waitedMs: 0 })
          return
        }
        if (waiters.length === 0 && untilNext(ranks[priority]) === 0) {
          resolve(grant(0))
          return
        }
        const since = clock.monotonic()
        const waited = (): number => clock.monotonic() - since
        const settle = (outcome: Grant): void => {
          cancelLimit?.()
          signal?.removeEventListener('abort', abort)
          resolve(outcome)
        }
        const leave = (kind: 'aborted' | 'tooLong'): void => {
          waiters = waiters.filter((other) => other !== waiter)
          settle({ kind, waitedMs: waited() })
        }
        const abort = (): void => leave('aborted')
        const cancelLimit = maxWaitMs === undefined ? undefined : clock.setTimer(maxWaitMs, () => leave('tooLong'))
        const waiter: Waiter = { rank: ranks[priority], grant: () => settle(grant(waited())) }
        signal?.addEventListener('abort', abort)
        const place = waiters.findIndex((other) => other.rank > waiter.rank)
        waiters = place === -1 ? [...waiters, waiter] : waiters.toSpliced(place, 0, waiter)
        serve()
      }),
    slowDown: (retryAfterMs, perSecond) => {
      const now = clock.monotonic()
      const slowest = 1000 / SLOWEST_MS
      const halved = Math.max(Math.min(rate(), capacity() * 10) / 2, slowest)
      learned = perSecond === undefined || perSecond <= 0 ? halved : Math.max(Math.min(halved * 2, perSecond), slowest)
      learnedAt = now
      tokens = 0
      filledAt = now
      closedUntil = Math.max(closedUntil, now + (retryAfterMs ?? 1000))
      serve()
    },
    reopen: () => {
      if (closedUntil <= clock.monotonic()) return
      refill()
      closedUntil = Number.NEGATIVE_INFINITY
      tokens = Math.max(tokens, 1)
      serve()
    },
    observe: (remaining) => {
      if (remaining === undefined) return
      refill()
      tokens = Math.min(tokens, remaining)
    },
    setPerSecond: (perSecond, next = null) => {
      refill()
      configured = perSecond
      learned = perSecond
      slot = next
      tokens = Math.min(tokens, capacity())
      serve()
    },
    level: () => {
      refill()
      return {
        configured,
        perSecond: rate(),
        available: Math.max(0, Math.floor(Math.min(tokens + 5e-7, sent.free(configured)))),
        waiting: waiters.length,
        closedForMs: Math.max(0, closedUntil - clock.monotonic()),
      }
    },
    uses: () => (configured === Number.POSITIVE_INFINITY ? null : sent.uses(configured)),
    restore: ({ requests, agoMs }) => {
      if (configured === Number.POSITIVE_INFINITY) return
      const most = Math.max(1, Math.floor(configured))
      const counted = Math.min(requests, most)
      sent.restore({ requests: counted, agoMs })
      refill()
      tokens = Math.max(0, tokens - Math.max(0, counted - (agoMs / 1000) * rate()))
    },
  }
}

/** Milliseconds from `at` until the slot opens; 0 if it is open. */
function untilSlot({ cycleMs, startMs, openMs }: TimeSlot, at: number): number {
  const past = (((at - startMs) % cycleMs) + cycleMs) % cycleMs
  return past < openMs ? 0 : cycleMs - past
}
