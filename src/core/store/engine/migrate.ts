import type { DatabaseSync } from 'node:sqlite'
import { StoreError } from '../store-error.ts'

/** One numbered step of the schema. Versions start at 1 and have no holes. Runs inside one transaction. */
export interface Migration {
  readonly version: number
  readonly name: string
  readonly up: (db: DatabaseSync) => void
}

/** The schema version of a file: SQLite's own `user_version`, 0 for a new one. */
export function readVersion(db: DatabaseSync): number {
  return Number(db.prepare('pragma user_version').get()?.['user_version'] ?? 0)
}

/**
 * Brings a file up to the newest schema, one transaction per step, so that a crash leaves it at a whole version. A new
 * file has nothing in it yet: its steps are one transaction, and so one flush of the disk. Throws StoreError `tooNew`
 * when a newer program wrote it: nothing is touched then.
 */
export function migrate(
  db: DatabaseSync,
  migrations: readonly Migration[],
): { readonly from: number; readonly to: number } {
  const from = readVersion(db)
  const to = migrations.length
  if (from > to) {
    throw new StoreError('tooNew', `The store has schema ${from}; this program knows up to ${to}.`)
  }
  const steps = migrations.slice(from)
  for (const together of from === 0 ? [steps] : steps.map((step) => [step])) {
    db.exec('begin immediate')
    try {
      for (const step of together) {
        step.up(db)
        db.exec(`pragma user_version = ${step.version}`)
      }
      db.exec('commit')
    } catch (error) {
      if (db.isTransaction) db.exec('rollback')
      throw error
    }
  }
  return { from, to }
}
