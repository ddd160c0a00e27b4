import type { DatabaseSync, SQLInputValue } from 'node:sqlite'

/**
 * Puts received notifications back that were applied by commits that are no longer whole. Applying moves a notification
 * from `inbox` to `journal`; where only one of the two pages was written it is in both or in neither. It was deleted at
 * the service long ago, so it is applied again from the inbox: that finds what is in the archive by its ids.
 */
export function restoreInbox(db: DatabaseSync, before: DatabaseSync | null): void {
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
