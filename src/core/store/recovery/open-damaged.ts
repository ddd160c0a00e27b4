import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Length of SQLite's file header, and of our pages. */
const headerBytes = 100
const pageBytes = 4096

/** Tables without which a file is not worth reading. */
const telling = ['instance', 'chat', 'message']

/**
 * Opens a copy of a damaged store for reading, repairing its first page step by step until SQLite can read the
 * schema: as it is; with the page counts of the header dropped (a truncated file); with the header of a fresh store;
 * with the whole first page of a fresh store, which fits because the same migrations put the same tables at the same
 * pages. Null: nothing of it can be read. `freshPath` is an empty store of the same schema, closed or checkpointed.
 */
export function openDamaged(copyPath: string, freshPath: string): DatabaseSync | null {
  const transplant = (bytes: number) => {
    patch(copyPath, 0, readBytes(freshPath, bytes))
    dropCounts(copyPath)
  }
  const repairs = [
    () => undefined,
    () => dropCounts(copyPath),
    () => transplant(headerBytes),
    () => transplant(pageBytes),
  ]
  for (const repair of repairs) {
    repair()
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

function readBytes(path: string, bytes: number): Uint8Array {
  const file = openSync(path, 'r')
  try {
    const buffer = new Uint8Array(bytes)
    readSync(file, buffer, 0, bytes, 0)
    return buffer
  } finally {
    closeSync(file)
  }
}

function patch(path: string, offset: number, bytes: Uint8Array): void {
  const file = openSync(path, 'r+')
  try {
    writeSync(file, bytes, 0, bytes.length, offset)
  } finally {
    closeSync(file)
  }
}
