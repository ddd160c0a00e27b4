import { createRateLimiter } from '../../api/limits/rate-limiter.ts'
import type { Limits, RateLimiter } from '../../api/limits/rate-limiter.ts'
import type { ApiClock } from '../../api/clock.ts'
import type { Target } from '../../api/path.ts'

/** The service counts requests per instance, so each has one limiter, which is never dropped. */
export interface Limiters {
  /** One limiter for all forms of the path and all tokens of an instance at an address, from the first call on. */
  of(target: Pick<Target, 'baseUrl' | 'idInstance'>): RateLimiter
}

export function createLimiters(options: { readonly clock: ApiClock; readonly classes: Limits['classes'] }): Limiters {
  const limiters = new Map<string, RateLimiter>()
  const limits: Limits = options.classes === undefined ? {} : { classes: options.classes }
  return {
    of({ baseUrl, idInstance }) {
      const key = `${baseUrl} ${idInstance}`
      const limiter = limiters.get(key) ?? createRateLimiter({ clock: options.clock, limits })
      limiters.set(key, limiter)
      return limiter
    },
  }
}
