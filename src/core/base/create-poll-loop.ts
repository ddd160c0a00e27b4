import type { Clock } from './ports.ts'

/** Work that repeats at intervals, one run at a time. */
export interface PollLoop {
  /** Polls at once; a wake-up during a poll starts another one right after it. */
  wake(): void
  /**
   * Polls until `signal` aborts. `poll` handles its own failures and returns the wait before the next poll, ms.
   */
  run(signal: AbortSignal, poll: () => Promise<number>): Promise<void>
}

export function createPollLoop(clock: Pick<Clock, 'sleep'>): PollLoop {
  let woken = new AbortController()
  return {
    wake: () => woken.abort(),
    async run(signal, poll) {
      while (!signal.aborted) {
        woken = new AbortController()
        const waitMs = await poll()
        await clock.sleep(waitMs, AbortSignal.any([signal, woken.signal]))
      }
    },
  }
}
