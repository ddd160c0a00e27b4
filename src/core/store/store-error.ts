/**
 * Why the store itself could not do what was asked.
 * `full`, `readOnly`, `failing` (I/O error) and `damaged`: nothing of the intent was stored; try again when the
 * state is `ok`. `tooNew`: the file is a newer program's. `unknownVersion`: its schema has a number that no
 * released program wrote. `tooOldSqlite`: this Node has an SQLite with known bugs.
 * `unreadable`: nothing of it can be salvaged, and it was left as it is.
 * `intent`: a bug in an intent, which was rolled back alone. `closed`: the store is shut or its worker ended.
 * `cancelled`: the caller gave up before the statement began.
 */
export type StoreErrorKind =
  | 'full'
  | 'readOnly'
  | 'failing'
  | 'damaged'
  | 'busy'
  | 'tooNew'
  | 'unknownVersion'
  | 'tooOldSqlite'
  | 'notOurs'
  | 'unreadable'
  | 'intent'
  | 'closed'
  | 'cancelled'

export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly kind: StoreErrorKind

  constructor(kind: StoreErrorKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** True for a failure of the place the data lies in, not of the intent: the same intent may succeed later. */
export const isStoreTrouble = (error: unknown): error is StoreError =>
  error instanceof StoreError && ['full', 'readOnly', 'failing', 'damaged', 'closed', 'busy'].includes(error.kind)

/** Whether the call was running when the writer died, which the call may have caused. */
export const isEndOfWriter = (error: unknown): boolean =>
  error instanceof StoreError && error.kind === 'failing' && error.cause instanceof StoreError

/**
 * The store's trouble by SQLite's primary result code; null: the statement itself was wrong (a bug of ours). Codes:
 * sqlite.org/rescode.html.
 */
export function troubleOfSqliteError(error: unknown): StoreErrorKind | null {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null
  switch (error.errcode & 0xff) {
    case 13: // FULL
      return 'full'
    case 3: // PERM
    case 8: // READONLY
      return 'readOnly'
    case 7: // NOMEM
    case 10: // IOERR
    case 14: // CANTOPEN
      return 'failing'
    case 5: // BUSY
    case 6: // LOCKED
      return 'busy'
    case 11: // CORRUPT
    case 26: // NOTADB
      return 'damaged'
    default:
      return null
  }
}
