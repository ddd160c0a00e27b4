import type { InstanceKey, JournalKey } from '../../../../contract/ids.ts'
import type { ReadTx } from '../../../store/tx.ts'

/**
 * The last notification up to this entry of a team's journal: whoever had that entry had all notifications up to this
 * one. Null: nobody knows.
 */
export const seenNotification = (tx: ReadTx, instance: InstanceKey, n: number | null): JournalKey | null =>
  n === null
    ? null
    : (tx.get<{ key: JournalKey }>(
        `select key from (
           select * from (select key, shared_n from journal where instance = :instance and shared_n <= :n order by shared_n desc limit 1)
           union all
           select * from (select key, shared_n from inbox where instance = :instance and shared_n <= :n order by shared_n desc limit 1))
         order by shared_n desc limit 1`,
        { instance, n },
      )?.key ?? null)
