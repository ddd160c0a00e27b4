import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { troubleOfSqliteError } from '../store-error.ts'

export interface CopyResult {
  readonly copied: number
  /** Rows that are certainly or possibly gone; null: some, nobody can say how many. */
  readonly lost: number | null
}

/** Rows asked for at once. */
const stride = 1000
/** Under this name a row's number comes with its columns. */
const rowNumber = 'number of the row'
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
      return Number(statement.run(...Object.values(row).slice(0, columns.length)).changes)
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
  const read = damaged.prepare(`select ${columns}, rowid as "${rowNumber}" from "${table}" where rowid between ? and ?`)
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
  const take = (row: Row): void => {
    const added = insert(row)
    copied += added
    lost += 1 - added
  }
  const copyRange = (low: number, high: number): void => {
    const rows = readRange(low, high)
    if (rows !== null) {
      for (const row of rows) take(row)
    } else if (low === high) {
      lost += 1
    } else {
      const middle = low + Math.floor((high - low) / 2)
      copyRange(low, middle)
      copyRange(middle + 1, high)
    }
  }

  for (let low = Number.MIN_SAFE_INTEGER; low < Number.MAX_SAFE_INTEGER;) {
    const found = seekNearest(seek, low)
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
      const rows = readRange(found, found + stride - 1)
      if (rows === null) copyRange(found, found + stride - 1)
      else for (const row of rows) take(row)
      // Not behind the whole stretch: it ends early where a number on a damaged page is not the row's.
      low = rows === null ? found + stride : Math.max(found, Number(rows.at(-1)?.[rowNumber] ?? found)) + 1
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

/**
 * The nearest row at or behind `from`. A damaged page may say that its next row has a number far behind all others: what stands on the
 * pages after it is found from numbers in between.
 */
function seekNearest(seek: Seek, from: number): number | 'end' | 'unreadable' {
  const first = seek(from)
  let nearest: number | 'end' | 'unreadable' = first
  const start = Math.max(from, 0)
  for (let step = 1; step < 2 ** 40; step *= 2) {
    const probe = start + step
    if (typeof nearest === 'number' && probe >= nearest) break
    const found = seek(probe)
    if (found === 'unreadable') return first === 'end' ? 'unreadable' : nearest
    if (found !== 'end' && (typeof nearest !== 'number' || found < nearest)) nearest = found
  }
  return first === 'unreadable' ? first : nearest
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
