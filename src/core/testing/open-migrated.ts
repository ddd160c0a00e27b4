import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { storeSchema } from '../schema/store-schema.ts'
import { openDatabase } from '../store/engine/database.ts'
import { migrate } from '../store/engine/migrate.ts'
import { createTempDir } from './temp-dir.ts'

let template: Uint8Array | undefined

/**
 * A new store of the newest schema in the file `path`: a copy of one that each process makes once, which costs a tenth
 * of its steps. It does not wait for the disk, since no test of intents cuts its power.
 */
export function openMigrated(path: string): DatabaseSync {
  writeMigrated(path)
  const db = openDatabase(path)
  db.exec('pragma synchronous = off')
  migrate(db, storeSchema)
  // Rows of other matters, so that a query which forgets the name of its own finds another one.
  db.exec(`insert into meta (name, value) values ('a', '9007199254740991'), ('z', '9007199254740991')`)
  return db
}

/** Writes the file of a new store of the newest schema, as {@link openMigrated} has it. */
export function writeMigrated(path: string): void {
  template ??= makeTemplate()
  writeFileSync(path, template, { mode: 0o600 })
}

function makeTemplate(): Uint8Array {
  using dir = createTempDir()
  const path = join(dir.path, 'template.db')
  const db = openDatabase(path)
  migrate(db, storeSchema)
  // The last connection writes its log into the file.
  db.close()
  return readFileSync(path)
}
