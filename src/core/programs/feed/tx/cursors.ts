import type { InstanceKey, ProgramKey } from '../../../../contract/ids.ts'
import type { ReadTx, Tx } from '../../../store/tx.ts'
import { setMeta } from '../../../store/sql.ts'

/**
 * A condition for a row of the journal or the inbox: its number in the shared journal is one of the present team and
 * journal. Each team counts from 1, and so does the journal of an instance that its database had lost. What came by the
 * one before keeps its numbers.
 */
export const isOfPresentTeam = (row: string): string =>
  `${row}.key > coalesce((select max(cast(value as integer)) from meta
     where name in ('team_numbers_from', 'team_numbers_from:' || ${row}.instance)), 0)`

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
  setMeta(tx, 'team_numbers_from', String(newestEvent(tx)))
}

/** The team's database lost an instance and has a new journal of it: what is here has numbers of the lost one. */
export function beginJournalNumbers(tx: Tx, instance: InstanceKey): void {
  setMeta(tx, `team_numbers_from:${instance}`, String(newestEvent(tx)))
}

const newestEvent = (tx: ReadTx): number =>
  tx.get<{ key: number }>(
    `select max(coalesce((select max(key) from inbox), 0), coalesce((select max(key) from journal), 0)) as key`,
  )?.key ?? 0

export interface Acknowledgement {
  readonly program: ProgramKey
  /** 0: of a program with one cursor for all instances. */
  readonly instance: InstanceKey | 0
  /** All events up to this key are read. */
  readonly after: number
  /** In which the position was given out. */
  readonly round: number
}

/**
 * Advances a cursor; never back, and never for a position of another round. A webhook's deliveries below it need no
 * rows any more.
 */
export function acknowledge(tx: Tx, { program, instance, after, round }: Acknowledgement): void {
  const { changes } = tx.run(
    `insert into program_cursor (program, instance, after) select key, :instance, :after from program where key = :program and round = :round
     on conflict (program, instance) do update set after = excluded.after where excluded.after > after`,
    { program, instance, after, round },
  )
  if (changes === 0) return
  tx.run(`delete from program_delivery where program = ? and event <= ? and state = 'done'`, [program, after])
}

/**
 * Moves all cursors of a program, back as well. Positions that were given out before count no more: they are of another
 * round. Dead letters stay, except those that are delivered again by the new place.
 */
export function seek(tx: Tx, program: ProgramKey, after: number): void {
  tx.run('delete from program_cursor where program = ?', [program])
  tx.run('update program set starts_after = ?, round = round + 1 where key = ?', [after, program])
  tx.run(`delete from program_delivery where program = ? and (state <> 'deadLetter' or event > ?)`, [program, after])
  tx.changed({ kind: 'programs', program })
}
