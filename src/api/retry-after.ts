/**
 * Milliseconds that an answer asks to wait: Retry-After in seconds or as a date, else the reset header that
 * some gateways send in seconds. Undefined where nothing is said (field notes 6: not promised). At most a day.
 */
export function retryAfterMs(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const value = headers['retry-after'] ?? headers['x-ratelimit-retry-after'] ?? headers['ratelimit-reset']
  if (value === undefined) return undefined
  const seconds = /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : undefined
  const ms = seconds === undefined ? Date.parse(value) - now : seconds * 1000
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), 86_400_000)
}

/** What an answer tells about the limit (field notes 6): requests left now, and how many come back per second. */
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
  return value !== undefined && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : undefined
}
