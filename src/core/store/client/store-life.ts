import type { StoreState } from '../store.ts'

/**
 * The life of an open store. `opening`: the first writer is not ready yet, and the start fails with it. `restarting`:
 * the writer ended by itself, and another one is started. `salvaging`: the damaged file is set aside; its writer and
 * what that one reports are given up. `closed`: with the state in which the file was left.
 */
export type StoreLife =
  | { readonly kind: 'opening' }
  | { readonly kind: 'working'; readonly state: Exclude<StoreState, 'damaged'> }
  | { readonly kind: 'restarting' }
  | { readonly kind: 'salvaging' }
  | { readonly kind: 'closed'; readonly state: StoreState }

export type StoreLifeEvent =
  | { readonly kind: 'writerReady' }
  | { readonly kind: 'writerState'; readonly state: StoreState }
  /** The writer ended although nobody closed it. */
  | { readonly kind: 'writerEnded' }
  /** A read, a check or the start of a writer met damage. */
  | { readonly kind: 'damageFound' }
  /** A writer is ready on the file that took the place of the damaged one. */
  | { readonly kind: 'salvaged' }
  | { readonly kind: 'closed' }

/** The state that others see. */
export function stateOfLife(life: StoreLife): StoreState {
  switch (life.kind) {
    case 'opening':
      return 'ok'
    case 'restarting':
      return 'failing'
    case 'salvaging':
      return 'damaged'
    default:
      return life.state
  }
}

/** An event without a meaning for a life leaves it as it is. */
export function nextLife(life: StoreLife, event: StoreLifeEvent): StoreLife {
  if (life.kind === 'closed') {
    // The file may still turn out to be damaged, or a salvage may have come to its end.
    if (event.kind === 'writerState') return { kind: 'closed', state: event.state }
    if (event.kind === 'damageFound') return { kind: 'closed', state: 'damaged' }
    return event.kind === 'salvaged' ? { kind: 'closed', state: 'ok' } : life
  }
  if (event.kind === 'closed') return { kind: 'closed', state: stateOfLife(life) }
  if (life.kind === 'salvaging') return event.kind === 'salvaged' ? { kind: 'working', state: 'ok' } : life
  switch (event.kind) {
    case 'damageFound':
      return { kind: 'salvaging' }
    case 'writerReady':
      return life.kind === 'working' ? life : { kind: 'working', state: 'ok' }
    case 'writerState':
      return event.state === 'damaged' ? { kind: 'salvaging' } : { kind: 'working', state: event.state }
    case 'writerEnded':
      return life.kind === 'working' ? { kind: 'restarting' } : life
    case 'salvaged':
      return life
  }
}
