import type { ApiClock } from '../clock.ts'

export interface ManualClock extends ApiClock {
  /** Moves time, fires what falls due at its own moment, and lets what it woke up run. */
  advance(ms: number): Promise<void>
  /** Timers that wait. */
  pending(): number
}

/** A clock that stands still until it is moved. */
export function createManualClock(startAt = 1_700_000_000_000): ManualClock {
  let elapsed = 0
  const timers = new Set<{ readonly due: number; readonly fire: () => void }>()
  return {
    now: () => startAt + elapsed,
    monotonic: () => elapsed,
    setTimer: (ms, fire) => {
      const timer = { due: elapsed + ms, fire }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    advance: async (ms) => {
      const end = elapsed + ms
      for (;;) {
        await settled()
        const [next] = [...timers].filter((timer) => timer.due <= end).toSorted((a, b) => a.due - b.due)
        if (next === undefined) break
        timers.delete(next)
        elapsed = Math.max(elapsed, next.due)
        next.fire()
      }
      elapsed = end
      await settled()
    },
    pending: () => timers.size,
  }
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
}
