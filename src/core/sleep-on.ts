import type { Clock } from './ports.ts'

/** A clock's `sleep`, made of its timers: an abort ends it early, and it never rejects. */
export const sleepOn =
  (setTimer: Clock['setTimer']): Clock['sleep'] =>
  (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) return resolve()
      const finish = () => {
        cancel()
        signal?.removeEventListener('abort', finish)
        resolve()
      }
      const cancel = setTimer(ms, finish)
      signal?.addEventListener('abort', finish, { once: true })
    })
