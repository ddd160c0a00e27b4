import type { DatabaseSync, SQLInputValue } from 'node:sqlite'

/** Mends what commits left that are no longer whole. `before`: the store as the last whole one left it. */
export function restoreReceived(db: DatabaseSync, before: DatabaseSync | null): void {
  restoreInbox(db, before)
  restoreCursors(db, before)
}

/**
 * A desk reads its team's journal again from where it certainly was, and applies again what it took since: that finds
 * what is in the archive by its ids.
 */
function restoreCursors(db: DatabaseSync, before: DatabaseSync | null): void {
  const back = ['inbox', 'journal'].map((table) =>
    db.prepare(`delete from ${table} where instance = :instance and shared_n > :n`),
  )
  const move = db.prepare('update team_instance set n = :n, link = :link where instance = :instance and n > :n')
  const cursors = before?.prepare('select instance, n, link from team_instance').all() ?? []
  for (const { instance = null, n = null, link = null } of cursors) {
    for (const each of back) each.run({ instance, n })
    move.run({ instance, n, link })
  }
}

/**
 * Puts received notifications back that were applied by commits that are no longer whole. Applying moves a notification
 * from `inbox` to `journal`; where only one of the two pages was written it is in both or in neither. It was deleted at
 * the service long ago, so it is applied again from the inbox: that finds what is in the archive by its ids.
 */
function restoreInbox(db: DatabaseSync, before: DatabaseSync | null): void {
  const columns = db
    .prepare('select name from pragma_table_info(?)')
    .all('inbox')
    .map(({ name }) => `"${String(name)}"`)
  const insert = db.prepare(
    `insert or ignore into inbox (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
  )
  for (const row of before?.prepare(`select ${columns.join(', ')} from inbox`).iterate() ?? [])
    insert.run(...(Object.values(row) as SQLInputValue[]))
  // The delete at the service may have been stored with the journal's row alone.
  db.exec(
    `update inbox set deleted_at = j.deleted_at, delete_result = j.delete_result
       from journal j where j.key = inbox.key and inbox.deleted_at is null and j.deleted_at is not null;
     delete from journal where key in (select key from inbox)`,
  )
}
