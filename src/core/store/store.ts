import type { StoreChange } from './tx.ts'

/**
 * The state of the store. Receiving deletes nothing at the service unless it is `ok`. `damaged`: it is set aside and
 * salvaged; reads return what is still readable.
 */
export type StoreState = 'ok' | 'full' | 'readOnly' | 'failing' | 'damaged'

/** Maintenance in progress: an integrity check, or salvaging a damaged file. */
export type StoreMaintenance = 'none' | 'checking' | 'salvaging'

/** Functions of a store by name: synchronous, `(tx, input) => output`, run in its workers. */
export type Intents = Readonly<Record<string, (tx: never, input: never) => unknown>>

type InputOf<All extends Intents, Name extends keyof All> = Parameters<All[Name]>[1]
type OutputOf<All extends Intents, Name extends keyof All> = ReturnType<All[Name]>

/**
 * The store, called with whole intents. A write is answered when it is durable (synchronous FULL), and its changes are
 * announced at the same time. Reads see every write that was answered before they were called. All methods reject with
 * StoreError, or with the ContractError that an intent threw.
 */
export interface StoreOf<Writes extends Intents, Reads extends Intents> {
  /**
   * `urgent`: runs before waiting calls, for work that a person waits for. `deferred`: runs when nothing else waits,
   * for idempotent work derived from durable data; it is answered before the flush, so a power loss may undo it and the
   * next run repeats it. Order is preserved within one priority only.
   */
  write<Name extends keyof Writes & string>(
    name: Name,
    input: InputOf<Writes, Name>,
    options?: { readonly urgent?: boolean; readonly deferred?: boolean },
  ): Promise<OutputOf<Writes, Name>>
  /** Reads of the window: bounded statements only, never waiting for a write or a search. */
  read<Name extends keyof Reads & string>(
    name: Name,
    input: InputOf<Reads, Name>,
    options?: { readonly signal?: AbortSignal },
  ): Promise<OutputOf<Reads, Name>>
  /** The same reads in a separate worker: full-text search, exports in pieces, whole scans. */
  search<Name extends keyof Reads & string>(
    name: Name,
    input: InputOf<Reads, Name>,
    options?: { readonly signal?: AbortSignal },
  ): Promise<OutputOf<Reads, Name>>
  /** Committed changes, in order. */
  onChanges(listener: (changes: readonly StoreChange[]) => void): () => void
  state(): StoreState
  onState(listener: (state: StoreState) => void): () => void
  /** Resolves when the state is `ok`, or when `signal` aborts. */
  whenOk(signal?: AbortSignal): Promise<void>
  maintenance(): StoreMaintenance
  /** Bytes of the file and its log. */
  bytes(): number
  /** Closes: answers pending calls, truncates the WAL, closes the file. */
  close(): Promise<void>
}
