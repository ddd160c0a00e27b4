import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { StoreError } from '../store-error.ts'

/** 'SwBd': says that a file is ours before a single table is read. */
export const applicationId = 0x53774264

/** Below it are bugs that can damage a WAL file (architecture 10). */
const oldestSqlite = [3, 51, 3] as const

export interface OpenDatabaseOptions {
  readonly readOnly?: boolean
}

/** Throws StoreError `tooOldSqlite`. */
export function assertSqliteVersion(version: string = process.versions['sqlite'] ?? '0'): void {
  const parts = version.split('.').map(Number)
  for (const [index, wanted] of oldestSqlite.entries()) {
    const part = parts[index] ?? 0
    if (part > wanted) return
    if (part < wanted) {
      throw new StoreError(
        'tooOldSqlite',
        `SQLite ${oldestSqlite.join('.')} or newer is needed; this Node has ${version}.`,
      )
    }
  }
}

/**
 * Opens the file with the settings that the promises rest on: WAL, synchronous FULL (and the full flush on macOS, where
 * fsync alone leaves data in the drive's cache), foreign keys, no automatic checkpoint (the writer does it after it
 * answered). Throws StoreError `notOurs` or `failing`, and SQLite's own errors for a damaged or read-only file.
 */
export function openDatabase(path: string, options: OpenDatabaseOptions = {}): DatabaseSync {
  assertSqliteVersion()
  const readOnly = options.readOnly === true
  const db = new DatabaseSync(path, { readOnly, enableForeignKeyConstraints: true, timeout: 5000 })
  try {
    const id = Number(db.prepare('pragma application_id').get()?.['application_id'] ?? 0)
    const tables = Number(db.prepare('select count(*) as n from sqlite_schema').get()?.['n'] ?? 0)
    if (id !== applicationId && (id !== 0 || tables > 0)) {
      throw new StoreError('notOurs', 'The file is a database of another program.')
    }
    // No memory map: a truncated or failing file would end the process (SIGBUS) instead of giving an error.
    db.exec('pragma cache_size = -16384; pragma temp_store = memory; pragma mmap_size = 0')
    if (readOnly) {
      db.exec('pragma query_only = on')
      return db
    }
    if (id === 0) db.exec(`pragma page_size = 4096; pragma application_id = ${applicationId}`)
    const mode = db.prepare('pragma journal_mode = wal').get()?.['journal_mode']
    if (mode !== 'wal') throw new StoreError('failing', 'The data directory does not allow a write-ahead log.')
    // Deleted rows are overwritten: an erased history leaves no trace in free pages.
    db.exec(
      'pragma synchronous = full; pragma wal_autocheckpoint = 0; pragma trusted_schema = off; pragma secure_delete = on',
    )
    if (process.platform === 'darwin') db.exec('pragma fullfsync = on; pragma checkpoint_fullfsync = on')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Bytes of the file and its log. */
export function databaseBytes(path: string): number {
  let bytes = 0
  for (const suffix of ['', '-wal']) bytes += statSync(path + suffix, { throwIfNoEntry: false })?.size ?? 0
  return bytes
}
