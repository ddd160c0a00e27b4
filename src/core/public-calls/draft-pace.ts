import type { ProgramKey } from '../../contract/ids.ts'
import type { Clock } from '../base/ports.ts'
import { ProgramError } from '../programs/identity/rules/program-error.ts'

/** Changes that a program may make at once, and the time after which one more is free, ms. */
const paces = {
  /** A note is written for people to read, and stays. */
  notes: { burst: 200, perMs: 86_400_000 / 2000 },
  labels: { burst: 1000, perMs: 100 },
  /** Those that were taken back are remembered for a month. */
  proposals: { burst: 1000, perMs: 86_400_000 / 10_000 },
} as const

/** Bounds what programs write for people, so that none fills the disk or keeps the store busy. Counted in memory. */
export interface DraftPace {
  /** Throws ProgramError `tooManyRequests`. */
  take(program: ProgramKey, what: keyof typeof paces): void
}

/** @param now monotonic, ms */
export function createDraftPace(now: Clock['monotonic']): DraftPace {
  const buckets = new Map<string, { left: number; at: number }>()
  return {
    take(program, what) {
      const { burst, perMs } = paces[what]
      const name = `${what} ${program}`
      const at = now()
      const before = buckets.get(name) ?? { left: burst, at }
      const free = Math.min(burst, before.left + (at - before.at) / perMs)
      if (free < 1) throw new ProgramError('tooManyRequests', { retryAfterMs: (1 - free) * perMs })
      buckets.set(name, { left: free - 1, at })
    },
  }
}
