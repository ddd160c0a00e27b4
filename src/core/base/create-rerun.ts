/**
 * Runs `work` one at a time. A call while it runs makes one more run after that one, so whoever calls sees what was
 * there when it called. The promise of all these calls settles when nobody has called since the last run began; it
 * rejects with the last run's error.
 */
export function createRerun(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let isWanted = false
  const run = async (): Promise<void> => {
    try {
      while (isWanted) {
        isWanted = false
        await work().catch((error: unknown) => {
          if (!isWanted) throw error
        })
      }
    } finally {
      // In the turn in which nobody wanted more: a turn later somebody may have, and would wait for ever.
      running = null
    }
  }
  return () => {
    isWanted = true
    running ??= run()
    return running
  }
}
