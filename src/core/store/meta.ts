import type { Tx } from './tx.ts'

/** Single values of the store that have no row of their own elsewhere. Each room has its own names. */
export const setMeta = (tx: Tx, name: string, value: string): void => {
  tx.run('insert or replace into meta (name, value) values (?, ?)', [name, value])
}

export const deleteMeta = (tx: Tx, name: string): void => {
  tx.run('delete from meta where name = ?', [name])
}
