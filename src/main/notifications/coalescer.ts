/**
 * Runs an asynchronous job soon after a request, once for many requests, and never twice at a time. A burst of a
 * thousand events causes one run at its beginning and one after its end.
 */
export function createCoalescer(job: () => Promise<void>, delayMs: number): () => void {
  let wanted = false
  let busy = false
  const run = async (): Promise<void> => {
    wanted = false
    await job()
    if (wanted) return schedule()
    busy = false
  }
  const schedule = (): void => {
    busy = true
    setTimeout(() => void run(), delayMs).unref()
  }
  return () => {
    wanted = true
    if (!busy) schedule()
  }
}
