import { pause } from '../../api/clock.ts'
import type { Clock } from '../base/ports.ts'

/** The clock that core's time is borrowed from: the emulator's fits. */
export interface LentTime {
  /** Epoch ms. */
  now(): number
  after(ms: number, action: () => void): () => void
}

/** Core lives in the emulated time: a jump there is a jump here, for clocks and timers alike. */
export function createBorrowedClock(lent: LentTime): Clock {
  const startedAt = lent.now()
  const setTimer: Clock['setTimer'] = (ms, fire) => lent.after(ms, fire)
  return {
    now: () => lent.now(),
    monotonic: () => lent.now() - startedAt,
    setTimer,
    sleep: (ms, signal) => pause({ setTimer }, ms, signal),
  }
}
