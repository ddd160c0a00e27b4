import { DatabaseSync } from 'node:sqlite'

/**
 * Makes a store refuse each draft that is not empty, while the program has it open. The next start repairs what is none
 * of its schema.
 */
export function refuseDrafts(store: string): void {
  const db = new DatabaseSync(store, { timeout: 5000 })
  db.exec(`drop trigger if exists refuse_drafts;
    create trigger refuse_drafts before update of draft on chat when new.draft <> ''
    begin select raise(abort, 'drafts are refused'); end`)
  db.close()
}
