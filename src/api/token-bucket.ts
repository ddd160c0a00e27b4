import type { ApiClock } from './clock.ts'

/** Order of service (architecture 9): a send, what the person looks at, the background. */
export type Priority = 'send' | 'view' | 'background'

export type Grant =
  | { readonly kind: 'granted'; readonly waitedMs: number }
  | { readonly kind: 'aborted' | 'tooLong'; readonly waitedMs: number }

export interface BucketLevel {
  /** The limit as it was set, requests per second. */
  readonly configured: number
  /** What is used now; lower for a while after a 429. */
  readonly perSecond: number
  /** Requests that may go at once. */
  readonly available: number
  readonly waiting: number
  /** Milliseconds until the bucket opens again after a 429; 0 when it is open. */
  readonly closedForMs: number
}

export interface TokenBucket {
  take(turn: {
    readonly priority: Priority
    readonly signal?: AbortSignal | undefined
    readonly maxWaitMs?: number | undefined
  }): Promise<Grant>
  slowDown(retryAfterMs: number | undefined, perSecond: number | undefined): void
  observe(remaining: number | undefined): void
  setPerSecond(perSecond: number): void
  level(): BucketLevel
  wasUsed(): boolean
}

interface Waiter {
  readonly rank: number
  readonly settle: (kind: Grant['kind']) => void
}

const ranks: Readonly<Record<Priority, number>> = { send: 0, view: 1, background: 2 }

/** After a 429 the rate is halved, down to one request in this many milliseconds. */
const SLOWEST_MS = 60_000

/** It then takes this long, without another 429, to grow back. */
export const RECOVERY_MS = 10 * 60_000

/** One bucket: tokens come back evenly, a tenth of a second's worth may be saved up, at least one. */
export function createTokenBucket(options: { readonly clock: ApiClock; readonly perSecond: number }): TokenBucket {
  const { clock } = options
  let configured = options.perSecond
  let learned = configured
  let learnedAt = Number.NEGATIVE_INFINITY
  let tokens = capacity()
  let filledAt = clock.monotonic()
  let closedUntil = Number.NEGATIVE_INFINITY
  let waiters: readonly Waiter[] = []
  let cancelTimer: (() => void) | undefined
  let used = false

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

  /** Milliseconds until the next token; 0 when one is there. */
  function untilNext(): number {
    if (configured === Number.POSITIVE_INFINITY) return Math.max(0, closedUntil - clock.monotonic())
    refill()
    // Half a millionth of a token is a rounding error, not a reason to arm a timer again.
    const forToken = tokens >= 1 - 5e-7 ? 0 : ((1 - tokens) / rate()) * 1000
    return Math.max(forToken, closedUntil - clock.monotonic(), 0)
  }

  function serve(): void {
    cancelTimer?.()
    cancelTimer = undefined
    for (;;) {
      const [first] = waiters
      if (first === undefined) return
      const wait = untilNext()
      if (wait > 0) {
        cancelTimer = clock.setTimer(Math.ceil(wait), serve)
        return
      }
      tokens -= 1
      waiters = waiters.slice(1)
      first.settle('granted')
    }
  }

  return {
    take: ({ priority, signal, maxWaitMs }) =>
      new Promise((resolve) => {
        used = true
        if (signal?.aborted) {
          resolve({ kind: 'aborted', waitedMs: 0 })
          return
        }
        if (waiters.length === 0 && untilNext() === 0) {
          tokens -= 1
          resolve({ kind: 'granted', waitedMs: 0 })
          return
        }
        const since = clock.monotonic()
        const leave = (kind: Grant['kind']): void => {
          waiters = waiters.filter((other) => other !== waiter)
          waiter.settle(kind)
        }
        const abort = (): void => leave('aborted')
        const cancelLimit = maxWaitMs === undefined ? undefined : clock.setTimer(maxWaitMs, () => leave('tooLong'))
        const waiter: Waiter = {
          rank: ranks[priority],
          settle: (kind) => {
            cancelLimit?.()
            signal?.removeEventListener('abort', abort)
            resolve({ kind, waitedMs: clock.monotonic() - since })
          },
        }
        signal?.addEventListener('abort', abort)
        const place = waiters.findIndex((other) => other.rank > waiter.rank)
        waiters = place === -1 ? [...waiters, waiter] : waiters.toSpliced(place, 0, waiter)
        serve()
      }),
    slowDown: (retryAfterMs, perSecond) => {
      const now = clock.monotonic()
      const halved = Math.max(Math.min(rate(), capacity() * 10) / 2, 1000 / SLOWEST_MS)
      learned = perSecond === undefined || perSecond <= 0 ? halved : Math.min(halved * 2, perSecond)
      learnedAt = now
      tokens = 0
      filledAt = now
      closedUntil = Math.max(closedUntil, now + (retryAfterMs ?? 1000))
      serve()
    },
    observe: (remaining) => {
      if (remaining === undefined) return
      refill()
      tokens = Math.min(tokens, remaining)
    },
    setPerSecond: (perSecond) => {
      refill()
      configured = perSecond
      learned = perSecond
      tokens = Math.min(tokens, capacity())
      serve()
    },
    level: () => {
      refill()
      return {
        configured,
        perSecond: rate(),
        available: Math.max(0, Math.floor(tokens + 5e-7)),
        waiting: waiters.length,
        closedForMs: Math.max(0, closedUntil - clock.monotonic()),
      }
    },
    wasUsed: () => used,
  }
}
