import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { troubleOfSqliteError } from '../store-error.ts'

export interface CopyResult {
  readonly copied: number
  /** Rows that are certainly or possibly gone; null: some, nobody can say how many. */
  readonly lost: number | null
}

/** Rows asked for at once. */
const stride = 1000
/** An unreadable stretch of at most so many row numbers is searched row by row. */
const searchable = 20_000

/**
 * Copies a table row by row. An unreadable page costs the rows on it and no others: the stretch of row numbers is halved
 * until only those are left. Rows that break a rule of the new store are left out. Throws when it can't be written.
 */
export function copyTable(damaged: DatabaseSync, target: DatabaseSync, table: string): CopyResult {
  const columns = sharedColumns(damaged, target, table)
  if (columns.length === 0) return { copied: 0, lost: null }
  const list = columns.join(', ')
  const statement = target.prepare(
    `insert or ignore into "${table}" (${list}) values (${columns.map(() => '?').join(', ')})`,
  )
  /** Rows that were added: 0 or 1. */
  const insert = (row: Row): number => {
    try {
      return Number(statement.run(...Object.values(row)).changes)
    } catch (error) {
      throwIfTarget(error)
      return 0
    }
  }
  target.exec('begin')
  const result = hasRowid(target, table)
    ? copyByRowid(damaged, table, list, insert)
    : copyByKey(damaged, table, list, insert)
  target.exec('commit')
  return result
}

type Row = Record<string, SQLOutputValue>
type Insert = (row: Row) => number

function copyByRowid(damaged: DatabaseSync, table: string, columns: string, insert: Insert): CopyResult {
  const read = damaged.prepare(`select ${columns} from "${table}" where rowid between ? and ?`)
  const seek = createSeek(damaged, table)
  let copied = 0
  let lost = 0
  let unsure = false
  const readRange = (low: number, high: number): readonly Row[] | null => {
    try {
      return read.all(low, high)
    } catch {
      return null
    }
  }
  const copyRange = (low: number, high: number): void => {
    const rows = readRange(low, high)
    if (rows !== null) {
      for (const row of rows) {
        const added = insert(row)
        copied += added
        lost += 1 - added
      }
    } else if (low === high) {
      lost += 1
    } else {
      const middle = low + Math.floor((high - low) / 2)
      copyRange(low, middle)
      copyRange(middle + 1, high)
    }
  }

  for (let low = Number.MIN_SAFE_INTEGER; low < Number.MAX_SAFE_INTEGER;) {
    const found = seek(low)
    if (found === 'end') break
    if (found === 'unreadable') {
      // Row numbers begin at 1: nothing before it is worth a search.
      const from = Math.max(low, 1)
      const next = seekBeyond(seek, from)
      if (next === null || next - from > searchable) unsure = true
      else copyRange(from, next - 1)
      if (next === null) break
      low = next
    } else {
      copyRange(found, found + stride - 1)
      low = found + stride
    }
  }
  return { copied, lost: unsure ? null : lost }
}

/** Forward until the first unreadable row, then backward from the end. */
function copyByKey(damaged: DatabaseSync, table: string, columns: string, insert: Insert): CopyResult {
  const keys = damaged
    .prepare(`select name from pragma_table_info(?) where pk > 0 order by pk`)
    .all(table)
    .map((row) => `"${String(row['name'])}"`)
  let copied = 0
  const scan = (direction: 'asc' | 'desc'): boolean => {
    const order = keys.map((key) => `${key} ${direction}`).join(', ')
    const rows = damaged.prepare(`select ${columns} from "${table}" order by ${order}`).iterate()
    for (;;) {
      let next: IteratorResult<Row>
      try {
        next = rows.next()
      } catch {
        return false
      }
      if (next.done === true) return true
      const added = insert(next.value)
      copied += added
      if (direction === 'desc' && added === 0) return true
    }
  }
  if (scan('asc')) return { copied, lost: 0 }
  scan('desc')
  return { copied, lost: null }
}

type Seek = (from: number) => number | 'end' | 'unreadable'

/** The number of the first row at or behind `from`. */
function createSeek(damaged: DatabaseSync, table: string): Seek {
  const first = damaged.prepare(`select rowid as n from "${table}" where rowid >= ? order by rowid limit 1`)
  return (from) => {
    try {
      const row = first.get(from)
      return row === undefined ? 'end' : Number(row['n'])
    } catch {
      return 'unreadable'
    }
  }
}

/** Where reading goes on behind an unreadable place: looked for in growing steps, then narrowed down. Null: nowhere. */
function seekBeyond(seek: Seek, unreadable: number): number | null {
  let bad = unreadable
  for (let step = 1; step < 2 ** 45; step *= 2) {
    let good = unreadable + step
    if (seek(good) === 'unreadable') {
      bad = good
      continue
    }
    while (good - bad > 1) {
      const middle = bad + Math.floor((good - bad) / 2)
      if (seek(middle) === 'unreadable') bad = middle
      else good = middle
    }
    return good
  }
  return null
}

function sharedColumns(damaged: DatabaseSync, target: DatabaseSync, table: string): readonly string[] {
  const names = (db: DatabaseSync) =>
    db
      .prepare('select name from pragma_table_info(?)')
      .all(table)
      .map((row) => `"${String(row['name'])}"`)
  try {
    const there = new Set(names(damaged))
    return names(target).filter((name) => there.has(name))
  } catch {
    return []
  }
}

const hasRowid = (db: DatabaseSync, table: string): boolean =>
  db.prepare(`select wr from pragma_table_list where schema = 'main' and name = ?`).get(table)?.['wr'] === 0

function throwIfTarget(error: unknown): void {
  const trouble = troubleOfSqliteError(error)
  if (trouble === 'full' || trouble === 'readOnly') throw error
}
