import type { ContractEvent } from '../contract/events.ts'

/** Who listens to core: the pipe's ends, notifications, tests. */
export interface EventHub {
  emit(event: ContractEvent): void
  subscribe(listener: (event: ContractEvent) => void): () => void
}

/** A listener that throws stops no other; `onError` gets what it threw. */
export function createEventHub(onError: (error: unknown) => void): EventHub {
  const listeners = new Set<(event: ContractEvent) => void>()
  return {
    emit(event) {
      for (const listener of listeners) {
        try {
          listener(event)
        } catch (error) {
          onError(error)
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
