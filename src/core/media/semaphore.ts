/** Lets a fixed number of callers work at once; the others wait in order. */
export interface Semaphore {
  /** Undefined when `signal` aborts before the turn came. */
  run<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result | undefined>
}

export function createSemaphore(maxConcurrent: number): Semaphore {
  let free = maxConcurrent
  const waiting = new Set<(granted: boolean) => void>()

  const enter = (signal: AbortSignal): Promise<boolean> => {
    if (signal.aborted) return Promise.resolve(false)
    if (free > 0) {
      free -= 1
      return Promise.resolve(true)
    }
    return new Promise((resolve) => {
      const settle = (granted: boolean) => {
        waiting.delete(settle)
        signal.removeEventListener('abort', abandon)
        resolve(granted)
      }
      const abandon = () => settle(false)
      waiting.add(settle)
      signal.addEventListener('abort', abandon, { once: true })
    })
  }
  /** The permit goes to the longest waiting caller, so that no later one overtakes it. */
  const leave = () => {
    const [next] = waiting
    if (next === undefined) free += 1
    else next(true)
  }
  return {
    async run(signal, work) {
      if (!(await enter(signal))) return undefined
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
