import { DatabaseSync } from 'node:sqlite'
import { openDatabase } from '../engine/database.ts'
import { migrate, type Migration } from '../engine/migrate.ts'
import { mapTrees, type Gap, type RowPage, type TreePages, type TreeRoot } from './map-trees.ts'
import { openPageFile, type PageFile } from './page-file.ts'
import type { SalvageResult } from './salvage.ts'
import { isSameDefinition, readSchema, toSchema, type StoreSchema } from './schema-copy.ts'
import { shapeOf, type TableShape } from './table-shape.ts'
import { troubleOfSqliteError } from '../store-error.ts'
import { doesHeaderFit, readRow, type Row } from './read-record.ts'
import { isInterior, readPage, searchCells, type PageCell, type PageKind } from './read-page.ts'

/** The first page of every file has the root of the schema's own table. sqlite.org/fileformat.html 2.6. */
const schemaPage = 1

/** Tables that every store has: without them a file is no store. */
const requiredTables = ['instance', 'chat', 'message']

/**
 * The schema by which a damaged store is read: the store's own one if it is that of this program or there is no copy;
 * otherwise the copy beside the store; otherwise that of a fresh store, which fits a store that was never upgraded.
 * @param storedSchema the copy beside the store; null: there is none
 * @param fresh of an empty store of this program
 */
function chooseSchema(file: PageFile, storedSchema: StoreSchema | null, fresh: StoreSchema): StoreSchema {
  const own = readFileSchema(file)
  const isOwnUsable =
    own !== null && (storedSchema === null || (!isSameDefinition(storedSchema, fresh) && isSameDefinition(own, fresh)))
  return isOwnUsable ? own : (storedSchema ?? fresh)
}

/** The table of the schema itself. */
const schemaShape = (): TableShape | null =>
  shapeOf({
    name: 'definition',
    sql: 'create table definition (type text, name text, tbl_name text, rootpage integer, sql text) strict',
  })

/** Null: it lacks required tables. */
function readFileSchema(file: PageFile): StoreSchema | null {
  const shape = schemaShape()
  const [tree] = shape === null ? [] : mapTrees(file, [{ name: 'sqlite_schema', page: schemaPage, shape }])
  if (shape === null || tree === undefined) return null
  const rows = tree.rowPages
    .flatMap((rowPage) => readRowPage(file, rowPage, shape).rows)
    .map((row) => Object.fromEntries(shape.columns.map(({ name }, index) => [name, row[index]])))
  const schema = toSchema(file.read(schemaPage)?.readUInt32BE(60) ?? 0, rows)
  const names = new Set(schema?.rows.map(({ name }) => name))
  return schema !== null && requiredTables.every((name) => names.has(name)) ? schema : null
}

/** The parts of a schema that the engine needs to rebuild a store. */
export interface SalvagedSchema {
  readonly migrations: readonly Migration[]
  /** Tables that others reference, parents first: they are copied before the rest. */
  readonly parents: readonly string[]
  /**
   * Takes from the state before the first damaged frame of the log what the frames behind it may have lost. Frames that
   * a power cut wrote out of order belong to unflushed commits alone, which may be redone.
   * @param before the damaged store as SQLite reads it: whole, and older; null: the log is sound, or it can't be read
   */
  readonly restore: (db: DatabaseSync, before: DatabaseSync | null) => void
  /**
   * Inserts a placeholder for each lost parent, and removes rows whose parent is still missing.
   * @param now epoch ms
   * @returns the number of removed rows by table
   */
  readonly removeOrphans: (db: DatabaseSync, now: number) => Iterable<readonly [table: string, count: number]>
  /**
   * Rebuilds derived data, and removes facts that are no longer certain.
   * @param isLossy whether rows are missing
   */
  readonly mend: (db: DatabaseSync, isLossy: boolean) => void
  readonly countMessages: (db: DatabaseSync) => number
}

/**
 * Builds a new store at `target` from the readable rows of the damaged copy at `source`. Reads page by page and without
 * SQLite, which returns no rows below a damaged page. Runs in the maintenance process, so it may block.
 * @param now epoch ms
 * @param expectedSchema the copy of the schema beside the damaged store; null: there was none
 */
export function salvageStore(
  source: string,
  target: string,
  schema: SalvagedSchema,
  now: number,
  expectedSchema: StoreSchema | null,
): SalvageResult {
  const fresh = createEmpty(target, schema.migrations)
  const file = openPageFile(source)
  // Foreign keys stay off until all tables are there.
  const db = new DatabaseSync(target, { enableForeignKeyConstraints: false })
  try {
    // The new store is not used before it is complete, so one flush at the end is enough. Rows that move leave no copy
    // of themselves behind, which erasing could not reach.
    db.exec('pragma synchronous = off; pragma secure_delete = on')
    const lost = new Map<string, number | null>()
    const lose = (what: string, count: number | null) => {
      const before = lost.get(what)
      lost.set(what, count === null || before === null ? null : (before ?? 0) + count)
    }
    const roots = readRoots(chooseSchema(file, expectedSchema, fresh))
    const trees = mapTrees(file, roots)
    const treeOf = new Map(roots.map(({ name, shape }, index) => [name, { shape, pages: trees[index] }]))
    withoutTriggers(db, () => {
      for (const table of ownTables(db, schema.parents)) {
        const { shape, pages } = treeOf.get(table) ?? {}
        // A store of an earlier version has no such table.
        if (!shape || !pages) continue
        const count = copyTable(file, pages, shape, db, table)
        if (count !== 0) lose(table, count)
      }
    })
    if (file.damagedFrames > 0) lose(logName, null)
    restoreFrom(source, file.damagedFrames > 0, (before) => schema.restore(db, before))
    for (const [table, count] of schema.removeOrphans(db, now)) lose(table, count)
    schema.mend(db, lost.size > 0)
    db.exec('pragma synchronous = full; pragma wal_checkpoint(truncate)')
    const isEmpty =
      lost.size > 0 &&
      schema.parents.every((table) => db.prepare(`select 1 from "${table}" limit 1`).get() === undefined)
    if (isEmpty) return { messages: 0, lost: [{ what: 'everything', count: null }], isEmpty }
    return { messages: schema.countMessages(db), lost: [...lost].map(([what, count]) => ({ what, count })), isEmpty }
  } finally {
    file.close()
    db.close()
  }
}

/** SQLite reads a log up to its first damaged frame. */
function restoreFrom(source: string, hasDamagedLog: boolean, restore: (before: DatabaseSync | null) => void): void {
  let before: DatabaseSync | null = null
  try {
    if (hasDamagedLog) before = new DatabaseSync(source, { readOnly: true })
    if (before?.prepare('pragma quick_check(1)').get()?.['quick_check'] !== 'ok') {
      before?.close()
      before = null
    }
  } catch {
    before = null
  }
  try {
    restore(before)
  } finally {
    before?.close()
  }
}

/** Damaged frames of the write-ahead log: the rows that they changed are unknown. */
const logName = 'log'

/** Tables first, so that a damaged index gets none of their pages. */
function readRoots({ rows }: StoreSchema): readonly TreeRoot[] {
  const begun = rows.filter(({ rootpage }) => rootpage > schemaPage)
  return [
    { name: 'sqlite_schema', page: schemaPage, shape: schemaShape() },
    ...begun
      .filter(({ type }) => type === 'table')
      .map((row) => ({ name: row.name, page: row.rootpage, shape: shapeOf(row) })),
    ...begun
      .filter(({ type }) => type !== 'table')
      .map(({ name, rootpage }) => ({ name, page: rootpage, shape: null })),
  ]
}

function createEmpty(path: string, migrations: readonly Migration[]): StoreSchema {
  const db = openDatabase(path)
  try {
    db.exec('pragma synchronous = off')
    migrate(db, migrations)
    return readSchema(db)
  } finally {
    db.close()
  }
}

/** Without triggers: the copied rows already contain what triggers compute. */
function withoutTriggers(db: DatabaseSync, work: () => void): void {
  const triggers = db.prepare(`select name, sql from sqlite_schema where type = 'trigger'`).all()
  for (const { name } of triggers) db.exec(`drop trigger "${String(name)}"`)
  work()
  for (const { sql } of triggers) db.exec(String(sql))
}

/** Tables of the schema without full-text indexes and SQLite's own tables, parents before children. */
function ownTables(db: DatabaseSync, parents: readonly string[]): readonly string[] {
  const rank = (table: string) => (parents.includes(table) ? parents.indexOf(table) : parents.length)
  return db
    .prepare(
      `select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\'`,
    )
    .all()
    .map((row) => String(row['name']))
    .sort((a, b) => rank(a) - rank(b))
}

/** In a gap of at most so many row numbers, lost rows are counted by their numbers. */
const countable = 20_000

/**
 * Copies the rows of a table, page by page. A damaged row costs only itself, because rows that the page's header no
 * longer points to are searched for. Rows whose number does not fit their page are inserted last, so that they replace
 * no other row. Rows that violate a constraint of the new store are left out. Returns the number of rows that are
 * certainly or possibly lost; null: an unknown number. Throws if the new store can't be written.
 */
function copyTable(
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

interface FoundRows {
  readonly rows: readonly Row[]
  /** Rows whose number is not between those of their neighbours. */
  readonly doubtful: readonly Row[]
  /** Unreadable rows of a page whose parts add up. On other pages, the gap's row numbers give their count. */
  readonly lost: number
  /** True if there are as many rows as the page's header states. */
  readonly isWhole: boolean
}

/** The rows of a page, including those that its header no longer points to. */
function readRowPage(file: PageFile, { number, low, high }: RowPage, shape: TableShape): FoundRows {
  const bytes = file.read(number)
  if (bytes === null) return { rows: [], doubtful: [], lost: 0, isWhole: false }
  const page = readPage(bytes, number)
  const leaf: PageKind = shape.hasRowid ? 'tableLeaf' : 'keyLeaf'
  const isOfKind = page !== null && (page.kind === leaf || (!shape.hasRowid && isInterior(page.kind)))
  const isRow = (cell: PageCell) => doesHeaderFit(cell, shape)
  const known = isOfKind ? page.cells.filter(isRow) : []
  const isSound = isOfKind && page.isWhole
  const others = isSound ? [] : searchCells(bytes, number, isOfKind ? page.kind : leaf, known, isRow)
  const rows: Row[] = []
  const doubtful: Row[] = []
  let before = low
  for (const cell of [...known, ...others]) {
    const row = readRow(file, cell, shape)
    if (row === null) continue
    const { rowid } = cell
    const fits = rowid === null || (rowid > low && rowid <= high && (others.includes(cell) || rowid > before))
    if (fits) rows.push(row)
    else doubtful.push(row)
    if (fits && rowid !== null) before = rowid
  }
  const found = rows.length + doubtful.length
  return {
    rows,
    doubtful,
    lost: isSound ? page.declared - found : 0,
    isWhole: isSound || (isOfKind && found === page.declared),
  }
}
