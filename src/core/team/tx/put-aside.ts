import type { InstanceKey, JournalKey } from '../../../contract/ids.ts'
import { troubleOfSqliteError } from '../../store/store-error.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'
import type { Entry } from '../../sharing/shared-team.ts'
import type { LostEntry } from './team-history.ts'
import { takeSend } from './take-send.ts'
import { takeWindow } from './take-window.ts'
import { takeAnnotation } from './team-annotations.ts'
import { takeChat } from '../../sharing/tx/team-chats.ts'

/**
 * More is not written down: a program that writes nothing but nonsense must not fill this disk. UTF-16 units, and rows.
 */
const longestRaw = 20_000
const mostRows = 1_000

/**
 * Applies an entry of the team. If it fails, because a member or a later program wrote something unexpected, it is
 * rolled back, set aside unchanged, and the next entry follows. False: it was set aside. Throws only if the store
 * fails.
 */
export function applyOrPutAside(tx: Tx, instance: InstanceKey, entry: Entry): boolean {
  let isApplied = true
  tx.run('savepoint team_entry')
  try {
    if (entry.kind === 'records') takeWindow(tx, instance, entry)
    if (entry.kind === 'send') takeSend(tx, instance, entry)
    if (entry.kind === 'chat') {
      takeChat(tx, instance, entry)
      takeAnnotation(tx, instance, entry.raw)
    }
  } catch (error) {
    if (troubleOfSqliteError(error) !== null) throw error
    isApplied = false
    tx.run('rollback to team_entry')
    putAside(tx, { ...entry, instance, reason: String(error) })
  }
  tx.run('release team_entry')
  return isApplied
}

interface AsideEntry extends Pick<Entry, 'n' | 'id' | 'kind' | 'raw'> {
  readonly instance: InstanceKey
  readonly reason: string
}

/** Stores an entry that can't be applied, unchanged, once. */
function putAside(tx: Tx, { instance, n, id, kind, raw, reason }: AsideEntry): void {
  tx.run(
    `insert or ignore into team_unapplied (instance, n, id, kind, raw, reason, at)
     select :instance, :n, :id, :kind, :raw, :reason, :at where (select count(*) from team_unapplied) < :mostRows`,
    { ...{ instance, n, id, kind }, raw: raw.slice(0, longestRaw), reason: reason.slice(0, 500), at: tx.now, mostRows },
  )
}

/**
 * The database lost this notification and refuses to take it again: a member had entered it in a form that is too long
 * as a desk writes it, for example. It stays in this archive. It has no number any more, so its negative key stands for
 * one.
 */
export function putAsideLost(tx: Tx, { shared, id, reason }: LostEntry & { readonly reason: string }): void {
  const lost = tx.get<{ instance: InstanceKey; event: JournalKey; raw: string }>(
    `select l.instance, l.event, coalesce(j.raw, i.raw) as raw
     from team_instance t join team_lost l on l.instance = t.instance
     left join journal j on j.key = l.event left join inbox i on i.key = l.event where t.shared = ? and l.id = ?`,
    [shared, id],
  )
  if (lost === undefined) return
  const { instance, event, raw } = lost
  putAside(tx, { instance, n: -event, id, kind: 'notification', raw, reason })
}

/** How many entries were put aside. */
export const countPutAside = (tx: ReadTx): number =>
  tx.get<{ count: number }>('select count(*) as count from team_unapplied')?.count ?? 0
