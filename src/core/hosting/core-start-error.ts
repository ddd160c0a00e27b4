import type { LockHolder } from '../lock/data-directory-lock.ts'

/** Why core can't start, for the host to say in a sentence and exit with a code. Nothing was changed. */
export type CoreStartFailure =
  /** Another Switchboard uses the data directory. */
  | { readonly kind: 'locked'; readonly dataDir: string; readonly holder: LockHolder | null }
  | { readonly kind: 'notWritable'; readonly dataDir: string; readonly code: string }
  | { readonly kind: 'full'; readonly dataDir: string }
  /** The store was written by a newer program. */
  | { readonly kind: 'tooNew'; readonly dataDir: string; readonly message: string }
  /** The store has the schema of a development version, or a number that was changed outside. */
  | { readonly kind: 'unknownVersion'; readonly dataDir: string; readonly message: string }
  /** `switchboard.db` is a database of something else. */
  | { readonly kind: 'notOurs'; readonly dataDir: string }
  /** The archive is damaged, and nothing of it can be read. It was left as it is. */
  | { readonly kind: 'unreadable'; readonly dataDir: string }
  | { readonly kind: 'tooOldSqlite'; readonly message: string }
  | { readonly kind: 'storeFailed'; readonly dataDir: string; readonly message: string }

export class CoreStartError extends Error {
  override readonly name = 'CoreStartError'
  readonly failure: CoreStartFailure

  constructor(failure: CoreStartFailure, options?: ErrorOptions) {
    super(describeStartFailure(failure), options)
    this.failure = failure
  }
}

/** A plain English sentence for a terminal. */
function describeStartFailure(failure: CoreStartFailure): string {
  switch (failure.kind) {
    case 'locked': {
      const { holder } = failure
      const who = holder === null ? '' : ` (${holder.program}, process ${holder.pid} on ${holder.host})`
      return `The data directory ${failure.dataDir} is in use by another Switchboard${who}. Close it, or choose another directory with --data-dir.`
    }
    case 'notWritable':
      return `The data directory ${failure.dataDir} can't be written (${failure.code}). Choose another one with --data-dir.`
    case 'full':
      return `There is no room left for the data directory ${failure.dataDir}. Nothing was changed.`
    case 'tooNew':
      return `The data in ${failure.dataDir} was written by a newer Switchboard. Install that version again. ${failure.message}`
    case 'unknownVersion':
      return `The data in ${failure.dataDir} can't be read by this version. ${failure.message} Nothing was changed. Open it with the version that wrote it, choose another directory with --data-dir, or start with --begin-empty to set it aside and begin with an empty archive.`
    case 'notOurs':
      return `The file switchboard.db in ${failure.dataDir} belongs to another program. Choose another directory with --data-dir.`
    case 'unreadable':
      return `The archive in ${failure.dataDir} is damaged, and nothing of it can be read. It was left as it is: put a backup of switchboard.db in its place, or start with --begin-empty to set it aside and begin with an empty archive.`
    case 'tooOldSqlite':
      return failure.message
    case 'storeFailed':
      return `The data in ${failure.dataDir} can't be opened: ${failure.message}`
  }
}
