/** The clock of this library; injected, so that tests control it. */
export interface ApiClock {
  /** Epoch milliseconds: only for dates the service names. */
  now(): number
  /** Milliseconds since an arbitrary start; never goes back. Everything measured uses it. */
  monotonic(): number
  /** Runs `fire` once after `ms` milliseconds; the returned function cancels it. */
  setTimer(ms: number, fire: () => void): () => void
}

/** Resolves after `ms` milliseconds, or at once when `signal` aborts; never rejects. */
export function pause(clock: Pick<ApiClock, 'setTimer'>, ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const done = (): void => {
      cancel()
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const cancel = clock.setTimer(ms, done)
    signal?.addEventListener('abort', done)
  })
}
