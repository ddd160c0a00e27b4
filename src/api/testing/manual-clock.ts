import { pause, type ApiClock } from '../clock.ts'

/**
 * The clock of tests, for this library and for core: it stands still until a test advances it. Timers fire in order of
 * their time, each at its own `now`.
 */
export interface ManualClock extends ApiClock {
  /** Resolves after `ms` milliseconds, or at once when `signal` aborts; it never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Advances by `ms`, fires the timers that become due, and lets promises settle after each. */
  advance(ms: number): Promise<void>
  /** Sets only the wall clock, as a person does; timers are not affected. */
  setNow(epochMs: number): void
  /** Number of pending timers. */
  pending(): number
}

/** @param startAt epoch milliseconds; 2026-11-20 12:00 UTC unless told. */
export function createManualClock(startAt = Date.UTC(2026, 10, 20, 12)): ManualClock {
  let elapsed = 0
  let offset = startAt
  let order = 0
  const timers = new Map<number, { readonly at: number; readonly fire: () => void }>()

  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  const next = (until: number) => {
    let found: { readonly id: number; readonly at: number } | undefined
    for (const [id, timer] of timers) {
      if (timer.at <= until && (found === undefined || timer.at < found.at)) found = { id, at: timer.at }
    }
    return found
  }

  const setTimer: ApiClock['setTimer'] = (ms, fire) => {
    const id = order++
    timers.set(id, { at: elapsed + Math.max(0, ms), fire })
    return () => timers.delete(id)
  }

  return {
    // Whole milliseconds, as Date.now() says them, whatever fractions timers wait for.
    now: () => Math.floor(offset + elapsed),
    monotonic: () => elapsed,
    setTimer,
    sleep: (ms, signal) => pause({ setTimer }, ms, signal),
    async advance(ms) {
      const until = elapsed + ms
      await settle()
      for (let due = next(until); due !== undefined; due = next(until)) {
        const timer = timers.get(due.id)
        timers.delete(due.id)
        elapsed = Math.max(elapsed, due.at)
        timer?.fire()
        await settle()
      }
      elapsed = until
      await settle()
    },
    setNow(epochMs) {
      offset = epochMs - elapsed
    },
    pending: () => timers.size,
  }
}
