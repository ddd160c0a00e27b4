import { ContractError } from '../../../contract/errors.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'

/**
 * Bytes on the disk of files that wait to be sent, of quick replies and from programs. A file used twice counts once.
 */
export const spoolBytes = (tx: ReadTx): number =>
  tx.get<{ n: number }>(
    `select coalesce(sum(bytes), 0) as n from (
       select max(bytes) as bytes from (
         select id, ref, bytes from upload where pinned = 1
         union all select id, ref, bytes from quick_reply_file
         union all select id, ref, bytes from program_upload)
       group by coalesce(ref, id))`,
  )?.n ?? 0

/** Throws ContractError `spoolFull`. */
export function checkRoom(tx: Tx, bytes: number, limit: number): void {
  if (spoolBytes(tx) + bytes > limit) throw new ContractError('spoolFull', { details: { bytes, limit } })
}
