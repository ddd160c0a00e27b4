import { setMeta } from '../../../store/sql.ts'
import type { ReadTx, Tx } from '../../../store/tx.ts'

/**
 * A condition for a row of the journal or the inbox: its number in the shared journal is one of the present team. Each
 * team counts from 1, and what came by the one before keeps its numbers.
 */
export const isOfPresentTeam = (row: string): string =>
  `${row}.key > coalesce((select cast(value as integer) from meta where name = 'team_numbers_from'), 0)`

const meta = (tx: ReadTx, name: string): string | undefined =>
  tx.get<{ value: string }>('select value from meta where name = ?', [name])?.value

/** This desk leaves its team. Should it come back, the numbers still hold. */
export function keepTeamOfNumbers(tx: Tx): void {
  const team = meta(tx, 'team')
  if (team !== undefined) setMeta(tx, 'team_of_numbers', team)
}

/** This desk joins a team: where that is another one than the last, everything here has numbers of the last. */
export function beginTeamNumbers(tx: Tx, team: string): void {
  const last = meta(tx, 'team_of_numbers')
  if (last === undefined || last === team) return
  const { key } = tx.get<{ key: number }>(
    `select max(coalesce((select max(key) from inbox), 0), coalesce((select max(key) from journal), 0)) as key`,
  ) ?? { key: 0 }
  setMeta(tx, 'team_numbers_from', String(key))
}
