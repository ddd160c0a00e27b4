import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { SchemaRow } from './schema-copy.ts'

export interface ColumnShape {
  readonly name: string
  /** As declared; tables that are not strict may contain any type. */
  readonly type: string
  readonly mayBeNull: boolean
  /** True for an alias of the row number, which is not stored in the record. */
  readonly isRowid: boolean
  /** True for a generated column: in the record, but never inserted. */
  readonly isGenerated: boolean
  /** Value in rows that are older than the column. */
  readonly fallback: SQLInputValue
}

/** The columns of a table in the order of its records. */
export interface TableShape {
  readonly columns: readonly ColumnShape[]
  readonly hasRowid: boolean
}

/** The shape of a table by its definition. Null: SQLite can't parse it. */
export function shapeOf({ name, sql }: Pick<SchemaRow, 'name' | 'sql'>): TableShape | null {
  const db = new DatabaseSync(':memory:')
  try {
    db.exec(String(sql))
    const about = db.prepare('select wr, strict from pragma_table_list where name = ?').get(name)
    const hasRowid = about?.['wr'] === 0
    const isStrict = about?.['strict'] === 1
    const rows = db.prepare('select * from pragma_table_xinfo(?) where hidden <> 2 order by cid').all(name)
    const keys = rows
      .filter((row) => Number(row['pk']) > 0)
      .toSorted((one, other) => Number(one['pk']) - Number(other['pk']))
    const ordered = hasRowid ? rows : [...keys, ...rows.filter((row) => Number(row['pk']) === 0)]
    const columns = ordered.map((row): ColumnShape => {
      const type = String(row['type']).toUpperCase()
      const isKey = Number(row['pk']) > 0
      const isRowid = hasRowid && isKey && keys.length === 1 && type === 'INTEGER'
      const fallback = row['dflt_value']
      return {
        name: String(row['name']),
        type: isStrict ? type : 'ANY',
        mayBeNull: isRowid || (Number(row['notnull']) === 0 && (hasRowid || !isKey)),
        isRowid,
        isGenerated: Number(row['hidden']) === 3,
        fallback: fallback === null || fallback === undefined ? null : evaluate(db, String(fallback)),
      }
    })
    return { columns, hasRowid }
  } catch {
    return null
  } finally {
    db.close()
  }
}

const evaluate = (db: DatabaseSync, expression: string): SQLInputValue =>
  db.prepare(`select (${expression}) as value`).get()?.['value'] ?? null
