import type { DatabaseSync } from 'node:sqlite'
import { StoreError } from '../store-error.ts'

/** A numbered step of the schema, with ascending versions above 0. Runs inside one transaction. */
export interface Migration {
  readonly version: number
  readonly name: string
  readonly up: (db: DatabaseSync) => void
  /** Prepares each connection that writes, once the steps are done. */
  readonly connect?: (db: DatabaseSync) => void
}

/** The schema version of a file: SQLite's own `user_version`, 0 for a new one. */
export function readVersion(db: DatabaseSync): number {
  return Number(db.prepare('pragma user_version').get()?.['user_version'] ?? 0)
}

export const newestVersion = (migrations: readonly Migration[]): number => migrations.at(-1)?.version ?? 0

/**
 * Brings a file up to the newest schema, one transaction per step, so that a crash leaves it at a whole version. A new
 * file is empty: its steps are one transaction, and so one flush of the disk. Throws StoreError `tooNew` if a newer
 * program wrote it, and `unknownVersion` if it has a version that no step leads from: nothing is touched then.
 */
export function migrate(
  db: DatabaseSync,
  migrations: readonly Migration[],
): { readonly from: number; readonly to: number } {
  const from = readVersion(db)
  const to = newestVersion(migrations)
  if (from > to) {
    throw new StoreError('tooNew', `The store has schema ${from}; this program knows up to ${to}.`)
  }
  if (from !== 0 && !migrations.some(({ version }) => version === from)) {
    throw new StoreError('unknownVersion', `The store has schema ${from}, which no version of this program made.`)
  }
  const steps = migrations.filter(({ version }) => version > from)
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
  for (const { connect } of migrations) connect?.(db)
  return { from, to }
}
