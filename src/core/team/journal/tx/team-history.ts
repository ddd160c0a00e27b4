import type { InstanceKey, JournalKey } from '../../../../contract/ids.ts'
import type { ReadTx, Tx } from '../../../store/tx.ts'
import type { Entry } from '../../../sharing/shared-team.ts'
import type { SharedInstanceId } from '../../../sharing/shared-ids.ts'
import { recordAllAnnotations } from '../../../sharing/tx/pending-changes.ts'
import { lowerSeenEntries } from '../../../messages/outbox/tx/outbox-row.ts'
import { leaveGap, numberEvent } from '../../../receiving/tx/inbox.ts'
import { setMeta } from '../../../store/sql.ts'
import { lowerTeamCursors } from '../../../programs/delivery/tx/team-programs.ts'

/**
 * So many of the newest entries are known by their ids. A database that goes back further is read again from its
 * beginning.
 */
const trailLength = 10_000
/** Losses within this time are one event for a person, ms. */
const oneEventMs = 10 * 60_000

/** A place in the team's journal. */
export interface EntryPlace {
  readonly n: number
  readonly link: string
}

/** An entry that the team's database lost. Another instance may have one with the same id, from a hostile member. */
export interface LostEntry {
  readonly id: string
  readonly shared: SharedInstanceId
}

/** A notification that the team's database lost and this desk has. */
export interface LostNotification extends LostEntry {
  /** The newest entry that the database and this desk both had. */
  readonly after: number
  readonly raw: string
  readonly isJson: boolean
  readonly receiptId: string
  readonly queueComplete: boolean
  readonly isRepeat: boolean
}

type Flag = 'isJson' | 'queueComplete' | 'isRepeat'

/** The database went back in time: when this desk saw it, epoch ms, and how many entries it lost that were here. */
export interface WentBack {
  readonly at: number
  readonly entries: number
}

/** Remembers an entry that was taken. `event`: the notification that it is here. */
export function rememberEntry(tx: Tx, instance: InstanceKey, entry: Entry, event: JournalKey | null): void {
  const send = entry.kind === 'send' ? sendIdOf(entry.raw) : null
  tx.run(
    'insert or replace into team_entry (instance, n, id, link, event, send) values (:instance, :n, :id, :link, :event, :send)',
    { ...{ instance, n: entry.n, id: entry.id, link: entry.link, event, send } },
  )
  tx.run('delete from team_entry where instance = ? and n <= ?', [instance, entry.n - trailLength])
}

/** The notification that comes back under this id after the database had lost it; null: it is new here. */
export function comesBack(tx: Tx, instance: InstanceKey, { id, n }: Entry): JournalKey | null {
  if (id === null) return null
  const row = tx.get<{ event: JournalKey }>('select event from team_lost where instance = ? and id = ?', [instance, id])
  if (row === undefined) return null
  tx.run('delete from team_lost where instance = ? and id = ?', [instance, id])
  numberEvent(tx, row.event, n)
  return row.event
}

/** Forgets which entries were here: the instance is the team's no more, or has another number. */
export function forgetEntries(tx: Tx, instance: InstanceKey): void {
  tx.run('delete from team_entry where instance = ?', [instance])
  tx.run('delete from team_lost where instance = ?', [instance])
}

const sendIdOf = (raw: string): string | null => /"id" ?: ?"([0-9a-f-]{36})"/.exec(raw.slice(0, 200))?.[1] ?? null

export const teamHistoryWrites = {
  /**
   * The database has only entries up to `n` of those that are here: the cursor goes back there, notifications above it
   * are to be entered again, and what the queue brought since does not count as complete.
   * @returns how many entries were lost, and the sends that they told of
   */
  'team.goBack'(
    tx: Tx,
    input: { readonly shared: SharedInstanceId; readonly n: number; readonly link: string | null },
  ): { readonly entries: number; readonly sends: readonly string[] } {
    const row = tx.get<{ instance: InstanceKey; n: number }>('select instance, n from team_instance where shared = ?', [
      input.shared,
    ])
    if (row === undefined || row.n <= input.n) return { entries: 0, sends: [] }
    const above = { instance: row.instance, n: input.n }
    const lost = tx.all<{ id: string; event: JournalKey | null; send: string | null }>(
      'select id, event, send from team_entry where instance = :instance and n > :n order by n',
      above,
    )
    for (const { id, event } of lost) {
      if (event === null) continue
      numberEvent(tx, event, null)
      tx.run(
        `insert into team_lost (id, instance, after, event) values (:id, :instance, :n, :event)
         on conflict (instance, id) do update set after = :n, entered = 0`,
        { ...above, id, event },
      )
    }
    // Those that were entered again may be lost with the rest.
    tx.run('update team_lost set entered = 0, after = min(after, :n) where instance = :instance', above)
    tx.run('delete from team_entry where instance = :instance and n > :n', above)
    tx.run('update team_instance set n = :n, link = :link, annotated = 0 where instance = :instance', {
      ...above,
      link: input.link,
    })
    lowerSeenEntries(tx, above)
    leaveGap(tx, row.instance)
    lowerTeamCursors(tx, row.instance, input.n)
    recordAllAnnotations(tx, row.instance)
    recordWentBack(tx, row.n - input.n)
    const sends = lost.flatMap(({ send }) => (send === null ? [] : [send]))
    return { entries: row.n - input.n, sends: [...new Set(sends)] }
  },

  /** The database lost so many entries that this desk had appended and not taken back. */
  'team.recordLost'(tx: Tx, { entries }: { readonly entries: number }): void {
    recordWentBack(tx, entries)
  },

  /** The database has these again; they come back by its journal. */
  'team.markReentered'(tx: Tx, { entries }: { readonly entries: readonly LostEntry[] }): void {
    for (const { shared, id } of entries) {
      tx.run(
        `update team_lost set entered = 1
         where instance = (select instance from team_instance where shared = ?) and id = ?`,
        [shared, id],
      )
    }
  },

  /**
   * Notes how the database names its present history. Another one may lack what this desk never saw and the service has
   * deleted, so what the queue brought ends there. True: it is another one.
   */
  'team.storeGeneration'(tx: Tx, { generation }: { readonly generation: string }): boolean {
    const before = tx.get<{ value: string }>(`select value from meta where name = 'team_generation'`)?.value
    if (before === generation) return false
    setMeta(tx, 'team_generation', generation)
    if (before === undefined) return false
    for (const { instance } of tx.all<{ instance: InstanceKey }>('select instance from team_instance')) {
      leaveGap(tx, instance)
      // Entries that were entered again and have not come back yet may have been lost again.
      tx.run('update team_lost set entered = 0 where instance = ?', [instance])
    }
    return true
  },
}

function recordWentBack(tx: Tx, entries: number): void {
  const before = wentBack(tx)
  // oxlint-disable-next-line clocks/monotonic -- a stored time; at worst one event is shown as two
  const isSame = before !== null && tx.now - before.at < oneEventMs
  const now: WentBack = { at: isSame ? before.at : tx.now, entries: entries + (isSame ? before.entries : 0) }
  setMeta(tx, 'team_went_back', JSON.stringify(now))
}

function wentBack(tx: ReadTx): WentBack | null {
  const row = tx.get<{ value: string }>(`select value from meta where name = 'team_went_back'`)
  return row === undefined ? null : (JSON.parse(row.value) as WentBack)
}

export const teamHistoryReads = {
  'team.wentBack': wentBack,
  /** The newest entries below `before` that were taken, newest first. */
  'team.trail': (
    tx: ReadTx,
    input: { readonly shared: SharedInstanceId; readonly before: number; readonly limit: number },
  ): readonly EntryPlace[] =>
    tx.all(
      `select e.n, e.link from team_instance t cross join team_entry e on e.instance = t.instance
       where t.shared = :shared and e.n < :before order by e.n desc limit :limit`,
      { ...input },
    ),
  /** At most 50 that are to be entered again, oldest first. */
  'team.lost': (tx: ReadTx): readonly LostNotification[] =>
    tx
      .all<Omit<LostNotification, Flag> & Record<Flag, number>>(
        `select l.id, team_instance.shared, l.after, coalesce(j.raw, i.raw) as raw, coalesce(i.is_json, j.reason is not 'notJson') as isJson,
           coalesce(j.receipt_id, i.receipt_id, '') as receiptId, team_instance.queue_complete as queueComplete,
           coalesce(j.repeat_of, i.repeat_of) is not null as isRepeat
         from team_instance cross join team_lost l indexed by team_lost_due on l.instance = team_instance.instance and l.entered = 0
         left join journal j on j.key = l.event left join inbox i on i.key = l.event
         where coalesce(j.raw, i.raw) is not null order by l.instance, l.event limit 50`,
      )
      .map(({ isJson, queueComplete, isRepeat, ...row }) => ({
        ...row,
        isJson: isJson === 1,
        queueComplete: queueComplete === 1,
        isRepeat: isRepeat === 1,
      })),
}
