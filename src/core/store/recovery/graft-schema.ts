import { closeSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { SchemaRow } from './schema-copy.ts'

const pageBytes = 4096

/**
 * Gives the file at `path` another schema: its first page becomes that of an empty database, and the rows are written anew, on pages
 * behind all others. Only tables and what their definitions make are entered: indexes and triggers are of no use to a reader.
 */
export function graftSchema(path: string, rows: readonly SchemaRow[]): void {
  replaceFirstPage(path)
  const pages = Math.floor(statSync(path).size / pageBytes)
  const db = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  try {
    // SQLite lets nobody write the schema otherwise. The file is a copy, made to be read once.
    db.enableDefensive(false)
    db.exec('pragma journal_mode = off; pragma writable_schema = on')
    const insert = db.prepare(
      'insert into sqlite_schema (type, name, tbl_name, rootpage, sql) values (:type, :name, :tbl_name, :rootpage, :sql)',
    )
    // One page that is not there would make SQLite refuse the whole schema, and so would an index that stands before its table.
    const isThere = ({ rootpage }: SchemaRow) => rootpage > 1 && rootpage <= pages
    const tables = rows.filter((row) => row.type === 'table' && isThere(row))
    const names = new Set(tables.map(({ name }) => name))
    const made = rows.filter(
      (row) => row.type === 'index' && row.sql === null && isThere(row) && names.has(row.tbl_name),
    )
    for (const row of [...tables, ...made]) insert.run(row)
  } finally {
    db.close()
  }
}

/** The page counts of the header stay 0, so that SQLite counts by the file's size and has no free list. sqlite.org/fileformat.html 1.3. */
function replaceFirstPage(path: string): void {
  const emptyPath = `${path}-empty`
  rmSync(emptyPath, { force: true })
  const db = new DatabaseSync(emptyPath)
  db.exec(`pragma page_size = ${pageBytes}; pragma user_version = 1`)
  db.close()
  const page = readFileSync(emptyPath)
  rmSync(emptyPath)
  page.fill(0, 28, 40)
  page.fill(0xff, 92, 96)
  const file = openSync(path, 'r+')
  try {
    writeSync(file, page, 0, pageBytes, 0)
  } finally {
    closeSync(file)
  }
}
