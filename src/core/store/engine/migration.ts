import type { DatabaseSync } from 'node:sqlite'

/** One numbered step of the schema. Versions start at 1 and have no holes. Runs inside one transaction. */
export interface Migration {
  readonly version: number
  readonly name: string
  readonly up: (db: DatabaseSync) => void
}
