import type { Clock } from './ports.ts'
import { sleepOn } from './sleep-on.ts'

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
    sleep: sleepOn(setTimer),
  }
}
