import { closeSync, openSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/**
 * Fills the first page of an index of a store that nobody has open with what is none: the first write to it shows the
 * damage.
 */
export function damageIndex(store: string, index: string): void {
  const db = new DatabaseSync(store)
  db.exec('pragma wal_checkpoint(truncate)')
  const root = db.prepare('select rootpage as page from sqlite_schema where name = ?').get(index)?.['page']
  const size = Number(db.prepare('pragma page_size').get()?.['page_size'])
  db.close()
  const file = openSync(store, 'r+')
  writeSync(file, Buffer.alloc(size, 7), 0, size, (Number(root) - 1) * size)
  closeSync(file)
}

/**
 * Takes the place of the copy that a repair of this store works on, so that none succeeds while it is there. A folder.
 */
export const repairCopyOf = (store: string): string => `${store}.salvage-copy`
