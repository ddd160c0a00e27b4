import type { ApiError } from './api-error.ts'
import type { Operation } from './operations.ts'

export interface RetryPolicy {
  /** Attempts after the first one. */
  readonly retries: number
  /** The first pause, milliseconds; doubled with each attempt. */
  readonly baseMs: number
  /** No pause is longer, unless the service asked for one. */
  readonly capMs: number
}

export const defaultRetryPolicy: RetryPolicy = { retries: 2, baseMs: 500, capMs: 30_000 }

/** Whether the same request could do better in a moment. */
export function isTransient(error: ApiError): boolean {
  switch (error.kind) {
    case 'network':
      return error.reason !== 'aborted' && error.reason !== 'tooLarge' && error.reason !== 'tls'
    case 'rateLimited':
    case 'serviceTimeout':
    case 'gateway':
    case 'server':
      return true
    default:
      return false
  }
}

/**
 * Milliseconds to wait before attempt number `attempt + 1`, or undefined when there must be none.
 * Half of the pause is fixed and half is drawn, so that many instances don't come back at once.
 */
export function retryDelay(
  operation: Pick<Operation, 'retry'>,
  error: ApiError,
  attempt: number,
  policy: RetryPolicy,
  random: () => number,
): number | undefined {
  if (operation.retry === 'never' || attempt > policy.retries || !isTransient(error)) return undefined
  const ceiling = Math.min(policy.capMs, policy.baseMs * 2 ** (attempt - 1))
  const pause = ceiling / 2 + (random() * ceiling) / 2
  const asked = 'retryAfterMs' in error ? error.retryAfterMs : undefined
  return Math.max(pause, asked ?? 0)
}
