import type { ApiClock } from '../clock.ts'
import { operationNames, operations } from '../operations.ts'
import type { LimitClass, OperationName } from '../operations.ts'
import { defaultLimits } from '../operations.ts'
import type { LimitHint } from './retry-after.ts'
import { createTokenBucket } from './token-bucket.ts'
import type { BucketLevel, Grant, Priority, TimeSlot } from './token-bucket.ts'
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
  let limits = options.limits ?? {}
  const perSecond = (name: OperationName): number => limitOf(name, limits)
  const buckets = new Map(
    operationNames.map((name) => [name, createTokenBucket({ clock: options.clock, perSecond: perSecond(name) })]),
  )
  const bucket = (name: OperationName): ReturnType<typeof createTokenBucket> => {
    const known = buckets.get(name)
    if (known === undefined) throw new Error(`no such operation: ${name}`)
    return known
  }
  return {
    acquire: (name, options) => bucket(name).take(options),
    tooFast: (name, retryAfterMs, hint) => bucket(name).slowDown(retryAfterMs, hint.perSecond),
    answered: (name, hint) => bucket(name).observe(hint.remaining),
    reopen: () => {
      for (const one of buckets.values()) one.reopen()
    },
    setLimits: (next) => {
      limits = next
      for (const [name, one] of buckets) one.setPerSecond(perSecond(name), next.slots?.[name] ?? null)
    },
    uses: () =>
      Object.fromEntries(
        [...buckets].flatMap(([name, one]) => {
          const uses = one.uses()
          return uses === null ? [] : [[name, uses]]
        }),
      ),
    restore: (uses) => {
      for (const [name, one] of buckets) {
        const earlier = uses === 'unknown' ? uses : uses[name]
        if (earlier !== undefined) one.restore(earlier)
      }
    },
    levels: () => [...buckets].flatMap(([operation, one]) => (one.wasUsed() ? [{ operation, ...one.level() }] : [])),
  }
}

/** The limit of an operation: its own, else its class's, else the default (service 10.6). */
export function limitOf(name: OperationName, limits: Limits): number {
  const { limit } = operations[name]
  return limits.operations?.[name] ?? limits.classes?.[limit] ?? defaultLimits[limit]
}
