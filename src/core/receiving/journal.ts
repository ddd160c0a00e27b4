import type { InstanceKey, JournalKey } from '../../contract/ids.ts'
import type { Tx } from '../store/tx.ts'

/** The service's answer to a delete. `gone`: it was removed before, and not by a try of ours. */
export interface DeleteMark {
  readonly event: JournalKey
  readonly result: 'done' | 'gone'
  /** Epoch ms. */
  readonly at: number
}

/** Notes confirmed deletes. With a redelivery the earlier ones of the same body are gone too. */
export function markDeleted(tx: Tx, instance: InstanceKey, marks: readonly DeleteMark[]): void {
  for (const { event, result, at } of marks) {
    tx.run(
      `update journal set deleted_at = :at, delete_result = :result
       where instance = :instance and deleted_at is null and raw_hash = (select raw_hash from journal where key = :event)`,
      { instance, event, result, at },
    )
  }
  if (marks.length > 0) tx.changed({ kind: 'journal', instance })
}
