import type { InstanceKey } from '../../../../contract/ids.ts'
import type { ReadTx } from '../../../store/tx.ts'

/**
 * When the last notification up to this entry of a team's journal came, epoch ms by our clock: whoever had that entry
 * had seen what came until then. Null: nobody knows.
 */
export const seenUntil = (tx: ReadTx, instance: InstanceKey, n: number | null): number | null =>
  n === null
    ? null
    : (tx.get<{ at: number | null }>(
        `select max(at) as at from (
           select * from (select received_at as at from journal where instance = :instance and shared_n <= :n order by shared_n desc limit 1)
           union all
           select * from (select received_at as at from inbox where instance = :instance and shared_n <= :n order by shared_n desc limit 1))`,
        { instance, n },
      )?.at ?? null)
