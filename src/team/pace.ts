import type { CancelTimer, Clock } from '../core/base/ports.ts'

/**
 * Something that is done at once, and then at most every so many ms, and once after the last time that it was asked
 * for.
 */
export interface Pace {
  /** Whether the caller may do it now itself. Else it asks again when what it is about is done. */
  mayGo(): boolean
  /** Does it, now or when its time has come. */
  ask(): void
  /** Takes back what is still to come. True: there was something. */
  cancel(): boolean
}

export function createPace(clock: Clock, everyMs: number, go: () => void): Pace {
  let wentAt = -Infinity
  let due: CancelTimer | null = null
  const mayGo = () => {
    if (due !== null || clock.monotonic() - wentAt < everyMs) return false
    wentAt = clock.monotonic()
    return true
  }
  return {
    mayGo,
    ask() {
      if (mayGo()) go()
      else
        due ??= clock.setTimer(Math.max(0, wentAt + everyMs - clock.monotonic()), () => {
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
