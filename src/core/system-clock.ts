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
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) {
          resolve()
          return
        }
        const finish = () => {
          cancel()
          signal?.removeEventListener('abort', finish)
          resolve()
        }
        const cancel = setTimer(ms, finish)
        signal?.addEventListener('abort', finish, { once: true })
      }),
  }
}
