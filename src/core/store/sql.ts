import type { SqlValue, Tx } from './tx.ts'

/**
 * The assignments of an update, with named parameters: `{ state, wait_kind }` gives
 * `state = :state, wait_kind = :wait_kind`. Names of columns come from the source alone, so that each text is prepared
 * once.
 */
export const assignments = (columns: Readonly<Record<string, SqlValue>>): string =>
  Object.keys(columns)
    .map((name) => `${name} = :${name}`)
    .join(', ')

/** The placeholders of a list of values. */
export const placeholders = (values: readonly unknown[]): string => values.map(() => '?').join(', ')

/** A LIKE pattern for "contains", with the wildcards of the text itself escaped by a backslash. */
export const containsPattern = (text: string): string => `%${text.replaceAll(/[\\%_]/gu, '\\$&')}%`

/** Tables whose keys outlive their rows, in what is under way, in the vault and in windows: none is given twice. */
export type KeyedTable = 'message' | 'chat' | 'instance' | 'quick_reply' | 'label' | 'note' | 'program' | 'proposal'

/** SQL for the key of a new row: above all that are there and all that ever were (schema/unique-keys.ts). */
export const nextKey = (table: KeyedTable): string =>
  `(select 1 + max(coalesce((select max(key) from ${table}), 0),
     coalesce((select cast(value as integer) from meta where name = 'lastKey:${table}'), 0)))`

/** Single values of the store that have no row of their own elsewhere. Each room has its own names. */
export const setMeta = (tx: Tx, name: string, value: string): void => {
  tx.run('insert or replace into meta (name, value) values (?, ?)', [name, value])
}

export const deleteMeta = (tx: Tx, name: string): void => {
  tx.run('delete from meta where name = ?', [name])
}
