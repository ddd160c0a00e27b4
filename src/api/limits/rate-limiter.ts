import type { ApiClock } from '../clock.ts'
import { operationNames, operations, type LimitClass, type OperationName } from '../operations.ts'
import { defaultLimits } from '../operations.ts'
import type { LimitHint } from './retry-after.ts'
import { createTokenBucket } from './token-bucket.ts'
import type { BucketLevel, Grant, Priority, TimeSlot, TokenBucket } from './token-bucket.ts'
import type { Uses } from './sent-window.ts'

/** Requests per second of a class of operations, or of one operation. Infinity switches the limiter off. */
export interface Limits {
  readonly classes?: Readonly<Partial<Record<LimitClass, number>>>
  readonly operations?: Readonly<Partial<Record<OperationName, number>>>
  /** Slots that background requests wait for in addition. */
  readonly slots?: Readonly<Partial<Record<OperationName, TimeSlot>>>
}

export interface AcquireOptions {
  readonly priority: Priority
  readonly signal?: AbortSignal | undefined
  /** Gives up after this many milliseconds. */
  readonly maxWaitMs?: number | undefined
}

interface LimiterLevel extends BucketLevel {
  readonly operation: OperationName
}

/**
 * The request limits of one instance: a token bucket per operation (service 8 and 10.6). Sends are served first, then
 * what the person looks at, then the background.
 */
export interface RateLimiter {
  /** Resolves when the operation may make a request. */
  acquire(operation: OperationName, options: AcquireOptions): Promise<Grant>
  /** Reports a 429: closes the bucket for `retryAfterMs`, and slows it down for a while. */
  tooFast(operation: OperationName, retryAfterMs: number | undefined, hint: LimitHint): void
  /** Reports any other answer. */
  answered(operation: OperationName, hint: LimitHint): void
  /** Opens buckets that a 429 closed, for a person who tries now. They stay slower. */
  reopen(): void
  /** Replaces the limits, also for waiting calls. */
  setLimits(limits: Limits): void
  /** One row for each operation that was used or is waited for. */
  levels(): readonly LimiterLevel[]
  /** Requests that still count against the limits, for the next process. */
  uses(): OperationUses
  /**
   * Restores requests of an earlier process; call it before the first `acquire`. `unknown`: assumes as many as the
   * limits allow, just now.
   */
  restore(uses: OperationUses | 'unknown'): void
}

/** Uses of each operation whose last requests still count. */
export type OperationUses = Readonly<Partial<Record<OperationName, Uses>>>

export function createRateLimiter(options: { readonly clock: ApiClock; readonly limits?: Limits }): RateLimiter {
  const { clock } = options
  let limits = options.limits ?? {}
  /** Requests of an earlier process, which count for buckets that are created later too. */
  let restored: { readonly uses: OperationUses | 'unknown'; readonly at: number } | null = null
  const restoredOf = (name: OperationName): Uses | null => {
    if (restored === null) return null
    const { uses, at } = restored
    const known = uses === 'unknown' ? { requests: Number.POSITIVE_INFINITY, agoMs: 0 } : uses[name]
    return known === undefined ? null : { ...known, agoMs: known.agoMs + clock.monotonic() - at }
  }
  const create = (name: OperationName): TokenBucket => {
    const bucket = createTokenBucket({ clock, perSecond: limitOf(name, limits), slot: limits.slots?.[name] ?? null })
    const uses = restoredOf(name)
    if (uses !== null) bucket.restore(uses)
    return bucket
  }
  // A hundred operations, of which an instance uses a dozen: with hundreds of instances the others would cost memory.
  const buckets = new Map<OperationName, TokenBucket>()
  const bucketOf = (name: OperationName): TokenBucket => {
    const bucket = buckets.get(name) ?? create(name)
    buckets.set(name, bucket)
    return bucket
  }
  return {
    acquire: (name, options) => bucketOf(name).take(options),
    tooFast: (name, retryAfterMs, hint) => bucketOf(name).slowDown(retryAfterMs, hint.perSecond),
    answered: (name, hint) => bucketOf(name).observe(hint.remaining),
    reopen: () => {
      for (const bucket of buckets.values()) bucket.reopen()
    },
    setLimits: (next) => {
      limits = next
      for (const [name, bucket] of buckets) bucket.setPerSecond(limitOf(name, next), next.slots?.[name] ?? null)
    },
    uses: () =>
      Object.fromEntries(
        operationNames.flatMap((name) => {
          const bucket = buckets.get(name) ?? (restoredOf(name) === null ? null : create(name))
          const uses = bucket?.uses() ?? null
          return uses === null ? [] : [[name, uses]]
        }),
      ),
    restore: (uses) => {
      restored = { uses, at: clock.monotonic() }
      for (const [name, bucket] of buckets) {
        const known = restoredOf(name)
        if (known !== null) bucket.restore(known)
      }
    },
    levels: () =>
      operationNames.flatMap((operation) => {
        const bucket = buckets.get(operation)
        return bucket === undefined ? [] : [{ operation, ...bucket.level() }]
      }),
  }
}

/** The limit of an operation: its own, else its class's, else the default (service 10.6). */
export function limitOf(name: OperationName, limits: Limits): number {
  const { limit } = operations[name]
  return limits.operations?.[name] ?? limits.classes?.[limit] ?? defaultLimits[limit]
}
