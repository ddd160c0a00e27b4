import type { ContractEvent, NavigateEvent } from '../../contract/events.ts'
import { createSignal } from '../../core/base/create-signal.ts'

/** Sends the window somewhere, also when it has to be opened first. */
export interface Navigator {
  go(to: NavigateEvent): void
  /** A page is ready: passes on the pending destination. */
  arrive(): void
  /** The page has closed or reloads: nobody listens. */
  leave(): void
  subscribe(listener: (event: ContractEvent) => void): () => void
}

/** Holds the last destination until a page listens; an open connection alone does not mean that it does. */
export function createNavigator(showWindow: () => void): Navigator {
  const events = createSignal<[ContractEvent]>()
  let listening = false
  let waiting: NavigateEvent | undefined
  const emit = (navigate: NavigateEvent): void => {
    events.emit({ type: 'navigate', navigate })
  }
  return {
    go(to) {
      showWindow()
      if (listening) emit(to)
      else waiting = to
    },
    arrive() {
      listening = true
      if (waiting) emit(waiting)
      waiting = undefined
    },
    leave() {
      listening = false
    },
    subscribe: events.listen,
  }
}
