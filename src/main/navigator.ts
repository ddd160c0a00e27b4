import type { ContractEvent, NavigateEvent } from '../contract/events.ts'

/** Sends the window somewhere, also when it has to be opened first. */
export interface Navigator {
  go(to: NavigateEvent): void
  /** A page listens now: where it should go meanwhile, it is told. */
  arrive(): void
  /** The page is gone or begins anew: nobody listens. */
  leave(): void
  subscribe(listener: (event: ContractEvent) => void): () => void
}

/** Holds the last destination back until a page listens; an open pipe alone does not mean that it does. */
export function createNavigator(showWindow: () => void): Navigator {
  const listeners = new Set<(event: ContractEvent) => void>()
  let listening = false
  let waiting: NavigateEvent | undefined
  const tell = (navigate: NavigateEvent): void => {
    for (const listener of listeners) listener({ type: 'navigate', navigate })
  }
  return {
    go(to) {
      showWindow()
      if (listening) tell(to)
      else waiting = to
    },
    arrive() {
      listening = true
      if (waiting) tell(waiting)
      waiting = undefined
    },
    leave() {
      listening = false
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
