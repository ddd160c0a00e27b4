import { troubleOfSqliteError } from '../../store/store-error.ts'
import type { Tx } from '../../store/tx.ts'

/** Runs a part of a transaction that is undone alone when it throws. Must not be nested in itself. */
export function inSavepoint<Result>(tx: Tx, work: () => Result): Result {
  tx.run('savepoint part')
  try {
    const result = work()
    tx.run('release part')
    return result
  } catch (error) {
    // A full or failing disk may have rolled all back already, the savepoint with it.
    if (troubleOfSqliteError(error) === null) {
      tx.run('rollback to part')
      tx.run('release part')
    }
    throw error
  }
}
