import type { SqlValue } from './tx.ts'

/**
 * The assignments of an update, with named parameters: `{ state, wait_kind }` gives
 * `state = :state, wait_kind = :wait_kind`. Names of columns come from the source alone, so that each text is prepared
 * once.
 */
export const assignments = (columns: Readonly<Record<string, SqlValue>>): string =>
  Object.keys(columns)
    .map((name) => `${name} = :${name}`)
    .join(', ')
