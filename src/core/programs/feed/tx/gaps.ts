import type { InstanceKey, JournalKey, ProgramKey } from '../../../../contract/ids.ts'
import type { ProgramGap } from '../../../../contract/programs.ts'
import type { ReadTx, Tx } from '../../../store/tx.ts'
import { cursorOf, instancesOf, lowestCursor, unreadBetween, unreadOf } from './feed.ts'
import { listPrograms } from '../../identity/tx/program-row.ts'

/** Pieces of gaps that are kept of a program; the newest takes in what comes beyond. */
const mostPieces = 1000

/**
 * Has to be called before events leave the journal: records for each program the unread and abandoned ones, so that a
 * gap is reported for them. Events that leave at another time make a gap of their own: a reader may have been informed
 * of the one before.
 */
export function recordGaps(tx: Tx, keys: readonly JournalKey[]): void {
  if (keys.length === 0) return
  for (const program of listPrograms(tx)) {
    const lost = unreadOf(tx, program, keys)
    // Nothing waits for what is gone, a dead letter neither.
    tx.run('delete from program_delivery where program = ? and event in (select value from json_each(?))', [
      program.key,
      JSON.stringify(keys),
    ])
    if (lost === undefined) continue
    const last = tx.get<{ key: number; last: number }>(
      'select key, last from program_gap where program = ? order by last desc limit 1',
      [program.key],
    )
    const { count } = tx.get<{ count: number }>('select count(*) as count from program_gap where program = ?', [
      program.key,
    ]) ?? { count: 0 }
    const continues =
      last !== undefined &&
      last.last >= lowestCursor(tx, program) &&
      unreadBetween(tx, program, last.last, lost.first) === undefined
    if (last !== undefined && count >= mostPieces) {
      tx.run('update program_gap set last = max(last, :last), events = events + :events, at = :at where key = :key', {
        last: lost.last,
        events: lost.events,
        at: tx.now,
        key: last.key,
      })
    } else {
      tx.run(
        `insert into program_gap (program, first, last, events, at, continues)
         values (:program, :first, :last, :events, :at, :continues)`,
        { program: program.key, ...lost, at: tx.now, continues },
      )
    }
    tx.changed({ kind: 'programs', program: program.key })
  }
}

/** Gaps that end after a key, oldest first. Pieces with no unread event between them are one. */
export function gapsAfter(tx: ReadTx, program: ProgramKey, after: number): readonly ProgramGap[] {
  const gaps: ProgramGap[] = []
  for (const { continues, ...piece } of tx.iterate<ProgramGap & { readonly continues: number }>(
    'select first, last, events, at, continues from program_gap where program = ? and last > ? order by last',
    [program, after],
  )) {
    const before = continues === 1 ? gaps.pop() : undefined
    gaps.push(before === undefined ? piece : { ...piece, first: before.first, events: before.events + piece.events })
  }
  return gaps
}

/**
 * The journal may remove events up to this key: every program has read them. Infinity when no program reads. A stopped
 * program holds nothing back.
 */
export function readFloor(tx: ReadTx): number {
  const reading = listPrograms(tx).filter(({ state }) => state !== 'stopped')
  return Math.min(Infinity, ...reading.map((program) => lowestCursor(tx, program)))
}

/** Cursors below events that are not for their program. Moved on to what is, they hold nothing back. */
export interface IdleCursor {
  readonly program: ProgramKey
  /** 0: of a program with one cursor for all instances. */
  readonly instance: InstanceKey | 0
  readonly after: number
  readonly round: number
}

/** Looks through the whole journal beyond the cursors: for the searching worker alone. */
export function readIdleCursors(tx: ReadTx): readonly IdleCursor[] {
  const newest = tx.get<{ key: number | null }>('select max(key) as key from journal')?.key ?? 0
  return listPrograms(tx).flatMap((program) => {
    const { key, round, scope, protocol } = program
    // The team's cursors move in its database alone.
    if (program.team !== null) return []
    const retried = tx.get<{ event: number | null }>(
      `select min(event) as event from program_delivery where program = ? and state = 'retrying'`,
      [key],
    )
    return (protocol === 'queue' ? instancesOf(tx, program) : ([0] as const)).flatMap((instance) => {
      const cursor = cursorOf(tx, program, instance === 0 ? null : instance)
      const of = instance === 0 ? program : { ...program, scope: { ...scope, instances: [instance] } }
      const unread = unreadBetween(tx, of, cursor, newest + 1) ?? newest + 1
      const after = Math.min(unread, retried?.event ?? Infinity) - 1
      return after > cursor ? [{ program: key, instance, after, round }] : []
    })
  })
}
