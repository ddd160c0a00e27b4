import type { Clock } from '../base/ports.ts'
import type { Intents, StoreOf } from './store.ts'
import { isStoreTrouble } from './store-error.ts'

/** Before a write that was refused is tried again, ms: a busy disk changes no state of the store. */
const againMs = 1_000

/**
 * Repeats a write while the disk is full, busy or out of reach, for what is known in memory alone and would not be told
 * again: a write that failed once would be forgotten. It should write what is true when it is called. Tries once at
 * least; after `signal` aborts no more. Rejects where the store is closed, and with any other error.
 */
export async function untilStored(
  { store, clock }: { readonly store: Pick<StoreOf<Intents, Intents>, 'whenOk'>; readonly clock: Pick<Clock, 'sleep'> },
  signal: AbortSignal,
  write: () => Promise<unknown>,
): Promise<void> {
  do {
    try {
      await write()
      return
    } catch (error) {
      if (!isStoreTrouble(error) || error.kind === 'closed') throw error
      await clock.sleep(againMs, signal)
      await store.whenOk(signal)
    }
  } while (!signal.aborted)
}
