import { troubleOfSqliteError } from '../../../store/store-error.ts'
import type { Tx } from '../../../store/tx.ts'

/** Runs a part of a transaction that is undone alone when it throws. Must not be nested in one of the same name. */
export function inSavepoint<Result>(tx: Tx, work: () => Result, name = 'part'): Result {
  tx.run(`savepoint ${name}`)
  try {
    const result = work()
    tx.run(`release ${name}`)
    return result
  } catch (error) {
    // A full or failing disk may have rolled all back already, the savepoint with it.
    if (troubleOfSqliteError(error) === null) {
      tx.run(`rollback to ${name}`)
      tx.run(`release ${name}`)
    }
    throw error
  }
}
