/** Owns work that its caller does not await: failures are reported, and the end waits for all of it. */
export interface Tasks<About> {
  /** @param about details for `onFailure` */
  add(work: Promise<unknown>, about: About): void
  /** Resolves when nothing is under way, also of what begins meanwhile. Never rejects. */
  ended(): Promise<void>
}

export function createTasks<About>(onFailure: (error: unknown, about: About) => void): Tasks<About> {
  const underWay = new Set<Promise<void>>()
  return {
    add(work, about) {
      const task = work
        .then(
          () => undefined,
          (error: unknown) => onFailure(error, about),
        )
        .finally(() => underWay.delete(task))
      underWay.add(task)
    },
    async ended() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
