/** Tables whose keys outlive their rows, in what is under way, in the vault and in windows: none is given twice. */
export type KeyedTable = 'message' | 'chat' | 'instance' | 'quick_reply' | 'label' | 'note'

/** SQL for the key of a new row: above all that are there and all that ever were (migrations 6 and 45). */
export const nextKey = (table: KeyedTable): string =>
  `(select 1 + max(coalesce((select max(key) from ${table}), 0),
     coalesce((select cast(value as integer) from meta where name = 'lastKey:${table}'), 0)))`
