import { openDatabase } from '../engine/database.ts'
import { troubleOfSqliteError } from '../store-error.ts'

/** At most so many are listed; one is enough to act. */
const most = 20

/** What SQLite's integrity check says about a file; empty when all is well. Blocks for as long as it takes. */
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
