import { openDatabase } from '../engine/database.ts'
import { troubleOfSqliteError } from '../store-error.ts'

/** At most so many problems are listed; one is enough to start a salvage. */
const most = 20

/** Problems that SQLite's integrity check finds in a file. Blocks until the check has ended. */
export function integrityProblems(path: string): readonly string[] {
  try {
    const db = openDatabase(path, { readOnly: true })
    try {
      const rows = db.prepare(`pragma integrity_check(${most})`).all()
      return rows.map((row) => String(row['integrity_check'])).filter((text) => text !== 'ok')
    } finally {
      db.close()
    }
  } catch (error) {
    if (troubleOfSqliteError(error) !== 'damaged') throw error
    return [error instanceof Error ? error.message : String(error)]
  }
}
