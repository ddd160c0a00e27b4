import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { applicationId, openDatabase } from './engine/database.ts'
import { migrate, newestVersion, readVersion, type Migration } from './engine/migrate.ts'
import {
  isSameDefinition,
  isSameSchema,
  readSchema,
  readSchemaCopy,
  schemaOf,
  writeSchemaCopy,
} from './recovery/schema-copy.ts'
import type { StoreSchema } from './recovery/schema-copy.ts'
import { readWriteAheadLog } from './recovery/write-ahead-log.ts'
import { StoreError } from './store-error.ts'

export interface OpenedStore {
  readonly db: DatabaseSync
  /** Versions of the schema, before and now. */
  readonly from: number
  readonly to: number
}

/**
 * Opens the store for writing and brings it up to date. First compares its header and schema with the copy beside it: a
 * corrupted byte there could name another version, program or page, which no check of SQLite detects. Throws StoreError
 * `damaged`, `tooNew`, `unknownVersion`, `notOurs`, and SQLite's own errors.
 */
export function openMigratedStore(path: string, migrations: readonly Migration[]): OpenedStore {
  // Where there is no store, the copy is of one that somebody took away.
  const copy = existsSync(path) ? readSchemaCopy(path) : null
  if (copy !== null && statSync(path).size === 0)
    throw new StoreError('damaged', 'The store is damaged: its file is empty.')
  if (isHeaderDamaged(path)) throw damaged('its header')
  // SQLite would take the damaged place for the end of the log, and drop the commits after it.
  if ((readWriteAheadLog(`${path}-wal`)?.damagedFrames ?? 0) > 0) throw damaged('its log')
  const db = open(path, copy)
  try {
    checkSchema(db, copy, migrations)
    const versions = migrate(db, migrations)
    const schema = readSchema(db)
    if (copy === null || !isSameSchema(copy, schema)) writeSchemaCopy(path, schema)
    return { db, ...versions }
  } catch (error) {
    db.close()
    throw error
  }
}

function open(path: string, copy: StoreSchema | null): DatabaseSync {
  try {
    return openDatabase(path)
  } catch (error) {
    // Beside the copy of a schema of ours lies a store of ours.
    if (copy !== null && error instanceof StoreError && error.kind === 'notOurs') throw damaged('its header')
    // Our statements are right, so an error of the statement means a wrong file.
    if (error instanceof Error && 'errcode' in error && error.errcode === 1) throw damaged('its header')
    throw error
  }
}

/**
 * Fields that are the same in every store of ours, and that SQLite takes for another kind of file: one that is
 * read-only, is vacuumed by itself, or has other letters. sqlite.org/fileformat.html 1.3.
 */
function isHeaderDamaged(path: string): boolean {
  const header = Buffer.alloc(100)
  if (!existsSync(path)) return false
  const file = openSync(path, 'r')
  try {
    if (readSync(file, header, 0, header.length, 0) < header.length) return false
  } finally {
    closeSync(file)
  }
  const isOurs = header.readUInt32BE(68) === applicationId
  const isUsual =
    header.readUInt16BE(16) === 4096 &&
    [header[18], header[19]].every((version) => version === 1 || version === 2) &&
    header[20] === 0 &&
    header.readUInt32BE(44) <= 4 &&
    header.readUInt32BE(52) === 0 &&
    header.readUInt32BE(56) <= 1 &&
    header.readUInt32BE(64) === 0
  return isOurs && !isUsual
}

function checkSchema(db: DatabaseSync, copy: StoreSchema | null, migrations: readonly Migration[]): void {
  if (copy === null) return
  const version = readVersion(db)
  const schema = readSchema(db)
  if (isSameSchema(copy, schema)) return
  if (schema.rows.length === 0) throw damaged('its schema, which is empty,')
  if (version !== copy.version) {
    // Another store was put here, or the same one whose number of the version changed.
    if (isSameDefinition(copy, schema)) throw damaged('its version')
    return
  }
  const steps = migrations.filter((step) => step.version <= version)
  if (version > newestVersion(migrations) || steps.at(-1)?.version !== version) return
  if (!isSameDefinition(schemaOf(steps), schema)) throw damaged('its schema')
  // A store from a backup may have its tables at other pages; then they are there.
  const problem = db.prepare('pragma integrity_check(1)').get()?.['integrity_check']
  if (problem !== 'ok') throw damaged(`its pages (${String(problem)})`)
}

const damaged = (what: string): StoreError => new StoreError('damaged', `The store is damaged: ${what} was changed.`)
