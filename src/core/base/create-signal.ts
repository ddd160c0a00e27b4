/** Something that happens again and again, and those who are told of it. */
export interface Signal<Args extends readonly unknown[]> {
  /** Tells everybody who listens, in the order in which they began to. */
  tell(...args: Args): void
  /** Gives what ends the listening; calling that again does nothing. */
  listen(listener: (...args: Args) => void): () => void
}

/**
 * A listener that begins while others are told hears of it from the next time on; one that ended meanwhile is not told.
 * @param onError gets what a listener throws, and the others are told all the same. Without it, `tell` throws it.
 */
export function createSignal<Args extends readonly unknown[]>(onError?: (error: unknown) => void): Signal<Args> {
  const listeners = new Set<{ readonly hear: (...args: Args) => void }>()
  return {
    tell(...args) {
      for (const listener of [...listeners]) {
        if (!listeners.has(listener)) continue
        try {
          listener.hear(...args)
        } catch (error) {
          if (onError === undefined) throw error
          onError(error)
        }
      }
    },
    listen(hear) {
      const listener = { hear }
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
