import type { ApiError } from '../answers/api-error.ts'
import { backOff, jittered, type Pace } from './back-off.ts'
import { groupOf } from '../group-of.ts'
import type { Operation } from '../operations.ts'

/** The cap does not apply to a pause that the service requested. */
export interface RetryPolicy extends Pace {
  /** Attempts after the first one. */
  readonly retries: number
}

export const defaultRetryPolicy: RetryPolicy = { retries: 2, baseMs: 500, capMs: 30_000 }

/** Whether a retry of the same request may succeed. */
export function isTransient(error: ApiError): boolean {
  if (error.kind === 'network') return !['aborted', 'tooLarge', 'tls'].includes(error.reason)
  return ['rateLimited', 'timeout', 'trouble'].includes(groupOf(error))
}

/** Milliseconds to wait before attempt number `attempt + 1`, or undefined when there must be none. */
export function retryDelay(
  operation: Pick<Operation, 'retry'>,
  error: ApiError,
  attempt: number,
  policy: RetryPolicy,
  random: () => number,
): number | undefined {
  if (operation.retry === 'never' || attempt > policy.retries || !isTransient(error)) return undefined
  const pause = jittered(backOff(policy, attempt), random())
  const asked = 'retryAfterMs' in error ? error.retryAfterMs : undefined
  return Math.max(pause, asked ?? 0)
}
