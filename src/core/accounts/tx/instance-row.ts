import type { InstanceKey } from '../../../contract/ids.ts'
import type { Tx } from '../../store/tx.ts'

/** These pictures are on the disk no more: the instances that show them read as not asked for. */
export function forgetInstanceAvatars(tx: Tx, refs: readonly string[]): void {
  tx.run(
    'update instance set avatar_ref = null, avatar_checked_at = null where avatar_ref in (select value from json_each(?))',
    [JSON.stringify(refs)],
  )
}

/** Notes the account's own id, which is another one than before. */
export function storeWid(tx: Tx, instance: InstanceKey, wid: string): void {
  tx.run('update instance set wid = :wid where key = :instance', { wid, instance })
  tx.changed({ kind: 'instances', instance })
}

/** @param json when each journal was read whole, by its name (history-intents.ts) */
export function storeJournalReads(tx: Tx, instance: InstanceKey, json: string): void {
  tx.run('update instance set journals_read_json = ? where key = ?', [json, instance])
}
