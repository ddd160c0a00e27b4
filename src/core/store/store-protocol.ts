import type { StoreChange } from './tx.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import type { StoreErrorKind } from './store-error.ts'
import type { StoreState } from './store.ts'

/** Messages between core's thread and the store's workers. Everything is structured-cloned. */
export interface WorkerSetup {
  readonly path: string
  /** Which of our files it is: the archive, or the request log beside it. Default: the archive. */
  readonly file?: 'archive' | 'requests'
  /** Shared switches for tests and benches; see store-faults.ts. */
  readonly faults: SharedArrayBuffer | null
}

/** A call of an intent or read, by name. */
export interface Call {
  readonly id: number
  readonly name: string
  readonly input: unknown
  /** Epoch ms by core's clock. */
  readonly now: number
  readonly priority: Priority
}

/**
 * Order of calls in the writer. `urgent`: before all waiting calls. `deferred`: in its own transaction when nothing
 * else waits, and without its own flush (group-commit.ts).
 */
export type Priority = 'urgent' | 'ordinary' | 'deferred'

export type ToWorker =
  | { readonly kind: 'calls'; readonly calls: readonly Call[] }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'close' }

/** An error as data, rebuilt on the other side. */
export type WireError =
  | { readonly type: 'store'; readonly kind: StoreErrorKind; readonly message: string }
  | {
      readonly type: 'contract'
      readonly code: ErrorCode
      readonly retryAfterMs?: number
      readonly details?: Readonly<Record<string, unknown>>
    }

export type Reply =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly error: WireError }

export type FromWorker =
  | { readonly kind: 'ready'; readonly from: number; readonly to: number }
  | { readonly kind: 'failed'; readonly error: WireError }
  | { readonly kind: 'replies'; readonly replies: readonly Reply[]; readonly changes: readonly StoreChange[] }
  | { readonly kind: 'state'; readonly state: StoreState }
  | { readonly kind: 'closed' }
