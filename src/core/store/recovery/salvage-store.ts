import { DatabaseSync } from 'node:sqlite'
import { openDatabase } from '../database.ts'
import { migrate } from '../migrate.ts'
import type { Migration } from '../migrations/migration.ts'
import { copyTable } from './copy-table.ts'
import { mendReferences } from './mend-references.ts'
import { openDamaged } from './open-damaged.ts'
import { rebuildSearchIndex } from './rebuild-search-index.ts'
import type { SalvageReport } from './salvage.ts'

/**
 * Builds a new store at `target` from what can be read of the damaged copy at `source` (which is changed on the way).
 * Chats that may have lost messages forget what was known to be complete, so that the service is asked again.
 * Runs in the maintenance process: it may take as long as it needs.
 * @param now epoch ms
 */
export function salvageStore(
  source: string,
  target: string,
  migrations: readonly Migration[],
  now: number,
): Pick<SalvageReport, 'messages' | 'lost'> {
  createEmpty(target, migrations)
  const damaged = openDamaged(source, target)
  // Foreign keys stay off until all tables are there.
  const db = new DatabaseSync(target, { enableForeignKeyConstraints: false })
  try {
    const lost = new Map<string, number | null>()
    const lose = (what: string, count: number | null) => {
      const before = lost.get(what)
      lost.set(what, count === null || before === null ? null : (before ?? 0) + count)
    }
    if (damaged === null) {
      lose('everything', null)
    } else {
      withoutTriggers(db, () => {
        for (const table of ownTables(db)) {
          const result = copyTable(damaged, db, table)
          if (result.lost !== 0) lose(table, result.lost)
        }
      })
      for (const [table, count] of mendReferences(db, now).removed) lose(table, count)
      if (lost.size > 0) {
        db.exec(
          `update chat set spans_json = '[]', reached_start = 0, history_checked_at = null;
           update instance set live_from = null, live_to = null, live_past_json = '[]'`,
        )
      }
      rebuildSearchIndex(db)
    }
    const messages = Number(db.prepare('select count(*) as n from message').get()?.['n'] ?? 0)
    return { messages, lost: [...lost].map(([what, count]) => ({ what, count })) }
  } finally {
    damaged?.close()
    db.close()
  }
}

/** The header of a fresh store is also what a damaged one may need, so it is written out before anything is copied. */
function createEmpty(path: string, migrations: readonly Migration[]): void {
  const db = openDatabase(path)
  migrate(db, migrations)
  db.exec('pragma wal_checkpoint(truncate)')
  db.close()
}

/** Rows are copied as they are: what triggers would count for them is in them already. */
function withoutTriggers(db: DatabaseSync, work: () => void): void {
  const triggers = db.prepare(`select name, sql from sqlite_schema where type = 'trigger'`).all()
  for (const { name } of triggers) db.exec(`drop trigger "${String(name)}"`)
  work()
  for (const { sql } of triggers) db.exec(String(sql))
}

/** Real tables of the schema: no index of the full text, nothing of SQLite's own. Parents come before children. */
function ownTables(db: DatabaseSync): readonly string[] {
  return db
    .prepare(
      `select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\'`,
    )
    .all()
    .map((row) => String(row['name']))
    .sort((a, b) => rank(a) - rank(b))
}

const parents = ['meta', 'setting', 'preference', 'instance', 'chat', 'chat_alias', 'person', 'message']
const rank = (table: string) => {
  const index = parents.indexOf(table)
  return index === -1 ? parents.length : index
}
