import { DatabaseSync } from 'node:sqlite'
import { openDatabase } from '../engine/database.ts'
import { migrate } from '../engine/migrate.ts'
import type { Migration } from '../engine/migration.ts'
import { copyTable } from './copy-table.ts'
import { openDamaged } from './open-damaged.ts'
import type { SalvageResult } from './salvage.ts'
import { readSchema } from './schema-copy.ts'
import type { StoreSchema } from './schema-copy.ts'

/** What the engine must know of a schema to build a store of it anew. */
export interface SalvagedSchema {
  readonly migrations: readonly Migration[]
  /** Tables that others point into, parents first: they are copied before the rest. */
  readonly parents: readonly string[]
  /**
   * Gives rows whose parent is lost a stand-in for it, and removes what still points nowhere.
   * @param now epoch ms
   * @returns how many rows of which table had to go
   */
  readonly removeOrphans: (db: DatabaseSync, now: number) => Iterable<readonly [table: string, count: number]>
  /**
   * Builds what can't be copied, and forgets what is no longer certain.
   * @param isLossy whether rows are missing
   */
  readonly mend: (db: DatabaseSync, isLossy: boolean) => void
  readonly countMessages: (db: DatabaseSync) => number
}

/**
 * Builds a new store at `target` from what can be read of the damaged copy at `source` (which is changed on the way).
 * Runs in the maintenance process: it may take as long as it needs.
 * @param now epoch ms
 * @param keptSchema what lay beside the damaged store; null: nothing
 */
export function salvageStore(
  source: string,
  target: string,
  schema: SalvagedSchema,
  now: number,
  keptSchema: StoreSchema | null,
): SalvageResult {
  const fresh = createEmpty(target, schema.migrations)
  const damaged = openDamaged(source, keptSchema, fresh)
  // Foreign keys stay off until all tables are there.
  const db = new DatabaseSync(target, { enableForeignKeyConstraints: false })
  try {
    const lost = new Map<string, number | null>()
    const lose = (what: string, count: number | null) => {
      const before = lost.get(what)
      lost.set(what, count === null || before === null ? null : (before ?? 0) + count)
    }
    if (damaged !== null) {
      withoutTriggers(db, () => {
        for (const table of ownTables(db, schema.parents)) {
          const result = copyTable(damaged, db, table)
          if (result.lost !== 0) lose(table, result.lost)
        }
      })
      for (const [table, count] of schema.removeOrphans(db, now)) lose(table, count)
      schema.mend(db, lost.size > 0)
    }
    const isEmpty =
      (damaged === null || lost.size > 0) &&
      schema.parents.every((table) => db.prepare(`select 1 from "${table}" limit 1`).get() === undefined)
    if (isEmpty) return { messages: 0, lost: [{ what: 'everything', count: null }], isEmpty }
    return { messages: schema.countMessages(db), lost: [...lost].map(([what, count]) => ({ what, count })), isEmpty }
  } finally {
    damaged?.close()
    db.close()
  }
}

function createEmpty(path: string, migrations: readonly Migration[]): StoreSchema {
  const db = openDatabase(path)
  try {
    migrate(db, migrations)
    return readSchema(db)
  } finally {
    db.close()
  }
}

/** Rows are copied as they are: what triggers would count for them is in them already. */
function withoutTriggers(db: DatabaseSync, work: () => void): void {
  const triggers = db.prepare(`select name, sql from sqlite_schema where type = 'trigger'`).all()
  for (const { name } of triggers) db.exec(`drop trigger "${String(name)}"`)
  work()
  for (const { sql } of triggers) db.exec(String(sql))
}

/** Real tables of the schema: no index of the full text, nothing of SQLite's own. Parents come before children. */
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
