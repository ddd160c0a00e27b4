import type { LimitClass } from '../operations.ts'

/**
 * Longest Retry-After that is obeyed, ms. The queue retains a notification for 24 hours (service 8), so waiting as long
 * as a gateway may ask could lose it.
 */
export const longestRetryAfterMs: Readonly<Record<LimitClass, number>> = {
  queue: 5 * 60_000,
  send: 3_600_000,
  lookup: 86_400_000,
  read: 86_400_000,
}

/**
 * Milliseconds that an answer asks to wait: Retry-After in seconds or as a date, else the reset header that some
 * gateways send in seconds. Undefined if there is neither (service 10.6: not promised). A date is measured against the
 * answer's own Date, because our clock may be wrong; without one, against `now`, epoch ms.
 */
export function retryAfterMs(
  headers: Readonly<Record<string, string>>,
  { limit, now }: { readonly limit: LimitClass; readonly now: number },
): number | undefined {
  const value = headers['retry-after'] ?? headers['x-ratelimit-retry-after'] ?? headers['ratelimit-reset']
  if (value === undefined) return undefined
  const seconds = isNumber(value) ? Number(value) : NaN
  // Some gateways give the moment of the reset, in epoch seconds.
  const moment = seconds > 1e9 ? seconds * 1000 : Date.parse(value)
  const asked = seconds <= 1e9 ? seconds * 1000 : moment - (dateOf(headers) ?? now)
  return Number.isNaN(asked) ? undefined : Math.min(Math.max(asked, 0), longestRetryAfterMs[limit])
}

/** The time of an answer by the service's clock: epoch ms, whole seconds. */
export function dateOf(headers: Readonly<Record<string, string>>): number | undefined {
  const at = Date.parse(headers['date'] ?? '')
  return Number.isNaN(at) ? undefined : at
}

/** Limit headers of an answer (service 10.6): requests left now, and how many are added per second. */
export interface LimitHint {
  readonly remaining?: number | undefined
  readonly perSecond?: number | undefined
}

export function limitHint(headers: Readonly<Record<string, string>>): LimitHint {
  return {
    remaining: count(headers['x-ratelimit-remaining']),
    perSecond: count(headers['x-ratelimit-replenish-rate']),
  }
}

function count(value: string | undefined): number | undefined {
  return value !== undefined && isNumber(value) ? Number(value) : undefined
}

const isNumber = (value: string): boolean => /^\d+(?:\.\d+)?$/.test(value.trim())
