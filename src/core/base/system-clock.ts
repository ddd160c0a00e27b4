import { pause } from '../../api/clock.ts'
import type { Clock } from './ports.ts'

/** The machine's own clock. */
export function createSystemClock(): Clock {
  const setTimer: Clock['setTimer'] = (ms, fire) => {
    const timer = setTimeout(fire, ms)
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
