/** An event source and its listeners. */
export interface Signal<Args extends readonly unknown[]> {
  /** Calls all listeners, in the order in which they subscribed. */
  emit(...args: Args): void
  /** Subscribes. The returned function unsubscribes; calling it again does nothing. */
  listen(listener: (...args: Args) => void): () => void
}

/**
 * A listener added during an emission is called from the next one on; one removed during it is not called any more.
 * @param onError receives errors of listeners, and the others are still called. Without it, `emit` throws.
 */
export function createSignal<Args extends readonly unknown[]>(onError?: (error: unknown) => void): Signal<Args> {
  const listeners = new Set<{ readonly call: (...args: Args) => void }>()
  return {
    emit(...args) {
      for (const listener of [...listeners]) {
        if (!listeners.has(listener)) continue
        try {
          listener.call(...args)
        } catch (error) {
          if (onError === undefined) throw error
          onError(error)
        }
      }
    },
    listen(call) {
      const listener = { call }
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
