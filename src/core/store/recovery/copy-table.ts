import type { DatabaseSync } from 'node:sqlite'
import { troubleOfSqliteError } from '../store-error.ts'
import type { Gap, TreePages } from './map-trees.ts'
import type { PageFile } from './page-file.ts'
import type { Row } from './read-record.ts'
import { readRowPage } from './read-row-page.ts'
import type { TableShape } from './table-shape.ts'

/** In a gap of at most so many row numbers, lost rows are counted by their numbers. */
const countable = 20_000

/**
 * Copies the rows of a table, page by page. A damaged row costs only itself, because rows that the page's header no
 * longer points to are searched for. Rows whose number does not fit their page are inserted last, so that they replace
 * no other row. Rows that violate a constraint of the new store are left out. Returns the number of rows that are
 * certainly or possibly lost; null: an unknown number. Throws if the new store can't be written.
 */
export function copyTable(
  file: PageFile,
  { rowPages, gaps }: TreePages,
  shape: TableShape,
  target: DatabaseSync,
  table: string,
): number | null {
  const insert = createInsert(target, table, shape)
  if (insert === null) return null
  let lost = 0
  const take = (row: Row): void => {
    if (!insert(row)) lost += 1
  }
  const doubtful: Row[] = []
  const whole = new Set<number>()
  target.exec('begin')
  for (const rowPage of rowPages) {
    const found = readRowPage(file, rowPage, shape)
    for (const row of found.rows) take(row)
    doubtful.push(...found.doubtful)
    lost += found.lost
    if (found.isWhole) whole.add(rowPage.number)
  }
  for (const row of doubtful) take(row)
  target.exec('commit')
  const open = gaps.filter(
    ({ number, children, found }) => !(children === found || (number !== null && whole.has(number))),
  )
  const inGaps = countMissing(target, table, shape, open)
  return inGaps === null ? null : lost + inGaps
}

/** Number of row numbers missing in the gaps. Null: too many to count, or the table has no row numbers. */
function countMissing(
  target: DatabaseSync,
  table: string,
  { hasRowid }: TableShape,
  gaps: readonly Gap[],
): number | null {
  if (gaps.length === 0) return 0
  if (!hasRowid) return null
  const count = target.prepare(`select count(*) as n from "${table}" where rowid > ? and rowid <= ?`)
  let missing = 0
  // Row numbers begin at 1.
  let counted = 0
  for (const gap of gaps.toSorted((one, other) => one.low - other.low)) {
    const low = Math.max(gap.low, counted)
    if (gap.high <= low) continue
    if (gap.high - low > countable) return null
    missing += gap.high - low - Number(count.get(low, gap.high)?.['n'] ?? 0)
    counted = gap.high
  }
  return missing
}

/** Inserts a row; false: the new store rejects it. Null: the tables have no column in common. */
function createInsert(target: DatabaseSync, table: string, shape: TableShape): ((row: Row) => boolean) | null {
  const there = new Set(
    target
      .prepare('select name from pragma_table_info(?)')
      .all(table)
      .map((row) => String(row['name'])),
  )
  const places = shape.columns.flatMap(({ name, isGenerated }, index) =>
    there.has(name) && !isGenerated ? [{ name, index }] : [],
  )
  if (places.length === 0) return null
  const columns = places.map(({ name }) => `"${name}"`).join(', ')
  const statement = target.prepare(
    `insert or ignore into "${table}" (${columns}) values (${places.map(() => '?').join(', ')})`,
  )
  return (row) => {
    try {
      return statement.run(...places.map(({ index }) => row[index] ?? null)).changes === 1
    } catch (error) {
      const trouble = troubleOfSqliteError(error)
      if (trouble === 'full' || trouble === 'readOnly') throw error
      return false
    }
  }
}
