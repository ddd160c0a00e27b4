import { pause } from '../../api/clock.ts'
import type { Clock } from './ports.ts'

/** Node ends a longer timer at once, ms. */
const longestTimerMs = 2 ** 31 - 1

/** The machine's own clock. */
export function createSystemClock(): Clock {
  const setTimer: Clock['setTimer'] = (ms, fire) => {
    const timer = setTimeout(fire, Math.min(ms, longestTimerMs))
    timer.unref()
    return () => clearTimeout(timer)
  }
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    setTimer,
    sleep: (ms, signal) => pause({ setTimer }, ms, signal),
  }
}
