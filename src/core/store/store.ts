import type { StoreChange } from './tx.ts'

/**
 * Whether the store can keep what it is given. Receiving deletes nothing at the service unless it is `ok`.
 * `damaged`: being set aside and salvaged; reads answer what can still be read.
 */
export type StoreState = 'ok' | 'full' | 'readOnly' | 'failing' | 'damaged'

/** What runs over the file besides the program: an integrity check, or salvaging a damaged one. */
export type StoreMaintenance = 'none' | 'checking' | 'salvaging'

/** What can be asked of a store, by name: synchronous functions `(tx, input) => output`, run in its workers. */
export type Intents = Readonly<Record<string, (tx: never, input: never) => unknown>>

type InputOf<All extends Intents, Name extends keyof All> = Parameters<All[Name]>[1]
export type OutputOf<All extends Intents, Name extends keyof All> = ReturnType<All[Name]>

/**
 * The store, called with whole intents. A write is answered when it is on the disk (synchronous FULL), its changes
 * are announced at the same time. Reads see every write that was answered before they were called.
 * All methods reject with StoreError, or with the ContractError that an intent threw.
 */
export interface StoreOf<Writes extends Intents, Reads extends Intents> {
  /**
   * `urgent`: goes before what waits; for what a person is waiting for. `behind`: goes when nothing else waits, for
   * work that follows from what is on the disk already; it is answered before it is flushed, so a power cut may take it
   * back, and it must come out the same when it is done again. Order is kept among equals only.
   */
  write<Name extends keyof Writes & string>(
    name: Name,
    input: InputOf<Writes, Name>,
    options?: { readonly urgent?: boolean; readonly deferred?: boolean },
  ): Promise<OutputOf<Writes, Name>>
  /** For what the window shows: bounded statements only, never behind a write or a search. */
  read<Name extends keyof Reads & string>(
    name: Name,
    input: InputOf<Reads, Name>,
    options?: { readonly signal?: AbortSignal },
  ): Promise<OutputOf<Reads, Name>>
  /** The same reads in a worker of their own: full-text search, exports in pieces, whole scans. */
  search<Name extends keyof Reads & string>(
    name: Name,
    input: InputOf<Reads, Name>,
    options?: { readonly signal?: AbortSignal },
  ): Promise<OutputOf<Reads, Name>>
  /** What was committed, in order. */
  onChanges(listener: (changes: readonly StoreChange[]) => void): () => void
  state(): StoreState
  onState(listener: (state: StoreState) => void): () => void
  /** Resolves when the state is `ok`, or when `signal` aborts. */
  whenOk(signal?: AbortSignal): Promise<void>
  maintenance(): StoreMaintenance
  /** Bytes of the file and its log. */
  bytes(): number
  /** Ends cleanly: answers what was called, cuts the log, closes. */
  close(): Promise<void>
}
