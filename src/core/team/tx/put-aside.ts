import type { InstanceKey } from '../../../contract/ids.ts'
import { troubleOfSqliteError } from '../../store/store-error.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'
import type { Entry } from '../../sharing/shared-team.ts'
import { takeSend } from './take-send.ts'
import { takeAnnotation } from './team-annotations.ts'
import { takeChat } from '../../sharing/tx/team-chats.ts'

/**
 * More is not written down: a program that writes nothing but nonsense must not fill this disk. UTF-16 units, and rows.
 */
const longestRaw = 20_000
const mostRows = 1_000

/**
 * Applies what the team did. What fails, because a member or a later program wrote what this one does not expect, is
 * undone, put aside as it came, and followed by the next entry. Throws only when the store itself fails.
 */
export function applyOrPutAside(tx: Tx, instance: InstanceKey, entry: Entry): void {
  tx.run('savepoint team_entry')
  try {
    if (entry.kind === 'send') takeSend(tx, instance, entry)
    if (entry.kind === 'chat') {
      takeChat(tx, instance, entry)
      takeAnnotation(tx, instance, entry.raw)
    }
  } catch (error) {
    if (troubleOfSqliteError(error) !== null) throw error
    tx.run('rollback to team_entry')
    tx.run(
      `insert or ignore into team_unapplied (instance, n, id, kind, raw, reason, at)
       select :instance, :n, :id, :kind, :raw, :reason, :at where (select count(*) from team_unapplied) < :mostRows`,
      {
        instance,
        n: entry.n,
        id: entry.id,
        kind: entry.kind,
        raw: entry.raw.slice(0, longestRaw),
        reason: String(error).slice(0, 500),
        at: tx.now,
        mostRows,
      },
    )
  }
  tx.run('release team_entry')
}

/** How many entries were put aside. */
export const countPutAside = (tx: ReadTx): number =>
  tx.get<{ count: number }>('select count(*) as count from team_unapplied')?.count ?? 0
