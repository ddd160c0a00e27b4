import type { DatabaseSync } from 'node:sqlite'
import { indexOrderDetails } from '../rebuild-search-index.ts'

/** Search finds orders by the names of what was ordered: the index of those with stored details is rewritten. */
export function foundOrderDetails(db: DatabaseSync): void {
  indexOrderDetails(db)
}
