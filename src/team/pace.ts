import type { CancelTimer, Clock } from '../core/base/ports.ts'

/** A throttled action: it runs at once, then at most once per interval, and once after the last request. */
export interface Pace {
  /** Whether the caller may act now itself; else it calls `ask` afterwards. */
  mayGo(): boolean
  /** Runs the action, now or when the interval has passed. */
  ask(): void
  /** Cancels a pending run; true if there was one. */
  cancel(): boolean
}

/** @param everyMs the interval, asked for each time */
export function createPace(clock: Clock, everyMs: () => number, go: () => void): Pace {
  let wentAt = -Infinity
  let due: CancelTimer | null = null
  const mayGo = () => {
    if (due !== null || clock.monotonic() - wentAt < everyMs()) return false
    wentAt = clock.monotonic()
    return true
  }
  return {
    mayGo,
    ask() {
      if (mayGo()) go()
      else
        due ??= clock.setTimer(Math.max(0, wentAt + everyMs() - clock.monotonic()), () => {
          due = null
          wentAt = clock.monotonic()
          go()
        })
    },
    cancel() {
      const was = due !== null
      due?.()
      due = null
      return was
    },
  }
}
