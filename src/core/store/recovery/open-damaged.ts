import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { graftSchema } from './graft-schema.ts'
import type { StoreSchema } from './schema-copy.ts'
import { isSameDefinition, readSchema } from './schema-copy.ts'

/** Tables without which a file is not worth reading. */
const telling = ['instance', 'chat', 'message']

/**
 * Opens a copy of a damaged store for reading. Its own schema is used where that is the one of this program, or where there is no
 * other; else the rows that were kept beside the store are put in its place; else those of a fresh store, which fit one that was
 * never upgraded. Null: nothing of it can be read.
 * @param kept of the store itself; null: nobody kept it
 * @param fresh of an empty store of this program
 */
export function openDamaged(copyPath: string, kept: StoreSchema | null, fresh: StoreSchema): DatabaseSync | null {
  const repairs = [() => undefined, () => dropCounts(copyPath), () => mergeLog(copyPath)]
  for (const repair of repairs) {
    repair()
    const db = tryOpen(copyPath)
    if (db === null) continue
    if (kept === null || (!isSameDefinition(kept, fresh) && isSameDefinition(readSchema(db), fresh))) return db
    // Closing it writes its log into the file, where another first page does not hide it.
    db.close()
    break
  }
  for (const schema of [kept, fresh]) {
    if (schema === null) continue
    for (const suffix of ['-wal', '-shm']) rmSync(copyPath + suffix, { force: true })
    graftSchema(copyPath, schema.rows)
    const db = tryOpen(copyPath)
    if (db !== null) return db
  }
  return null
}

function tryOpen(path: string): DatabaseSync | null {
  let db: DatabaseSync | null = null
  try {
    db = new DatabaseSync(path, { enableForeignKeyConstraints: false })
    const tables = db.prepare(`select name from sqlite_schema where type = 'table'`).all()
    const names = new Set(tables.map((row) => row['name']))
    if (telling.every((name) => names.has(name))) return db
  } catch {
    // The next repair may help.
  }
  db?.close()
  return null
}

/** Makes SQLite count pages by the file's size, and forget the free list. sqlite.org/fileformat.html 1.3. */
function dropCounts(path: string): void {
  patch(path, 28, new Uint8Array(12))
  patch(path, 92, new Uint8Array([0xff, 0xff, 0xff, 0xff]))
}

/** With a header that can be read, opening and closing the file brings what its log holds to the pages it belongs to. */
function mergeLog(path: string): void {
  patch(path, 0, Buffer.from('SQLite format 3\0', 'latin1'))
  // Pages of 4096 bytes, a log, nothing reserved, fractions as they must be. sqlite.org/fileformat.html 1.3.
  patch(path, 16, new Uint8Array([0x10, 0, 2, 2, 0, 64, 32, 32]))
  patch(path, 44, new Uint8Array([0, 0, 0, 4]))
  patch(path, 52, new Uint8Array([0, 0, 0, 0, 0, 0, 0, 1]))
  patch(path, 64, new Uint8Array(4))
  dropCounts(path)
}

function patch(path: string, offset: number, bytes: Uint8Array): void {
  const file = openSync(path, 'r+')
  try {
    writeSync(file, bytes, 0, bytes.length, offset)
  } finally {
    closeSync(file)
  }
}
