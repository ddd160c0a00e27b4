import { createRateLimiter } from '../../api/limits/rate-limiter.ts'
import type { Limits, RateLimiter } from '../../api/limits/rate-limiter.ts'
import type { ApiClock } from '../../api/clock.ts'
import type { Target } from '../../api/path.ts'

/**
 * The service counts requests by instance, whoever makes them here: there is one limiter for each, and it is never
 * thrown away.
 */
export interface Limiters {
  /** The same for every form of the path and every token of an instance at an address, from the first call on. */
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
