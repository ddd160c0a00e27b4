import type { InstanceKey, JournalKey } from '../../../../contract/ids.ts'
import type { ReadTx } from '../../../store/tx.ts'

/**
 * The last notification up to this entry of a team's journal: whoever had that entry had all notifications up to this
 * one; 0: none that is known here. Null: nobody knows which entry they had.
 */
export const seenNotification = (tx: ReadTx, instance: InstanceKey, n: number | null): JournalKey | 0 | null =>
  n === null
    ? null
    : (tx.get<{ key: JournalKey }>(
        `select event as key from team_entry where instance = :instance and n <= :n and event is not null
         order by n desc limit 1`,
        { instance, n },
      )?.key ?? 0)
