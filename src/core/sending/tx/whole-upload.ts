import { ContractError } from '../../../contract/errors.ts'
import type { ChatKey, MessageKey } from '../../../contract/ids.ts'
import { storeMessageFile } from '../../media/tx/store-file.ts'
import { updateUpload } from '../../messages/outbox/tx/upload-row.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'

/** A file that stands in the composer, all of it. Throws ContractError `notFound` and `fileNotWhole`. */
export function wholeUpload(
  tx: ReadTx,
  { chat }: { readonly chat: ChatKey },
  upload: string,
): { readonly name: string; readonly bytes: number; readonly ref: string; readonly mime: string | null } {
  const row = tx.get<{ name: string; bytes: number; ref: string | null; mime: string | null }>(
    `select u.name, u.bytes, u.ref, f.mime_type as mime from upload u left join media_file f on f.ref = u.ref
     where u.id = ? and u.chat = ? and u.message is null`,
    [upload, chat],
  )
  if (row === undefined) throw new ContractError('notFound')
  const { ref } = row
  if (ref === null) throw new ContractError('fileNotWhole')
  return { ...row, ref }
}

/** The file goes with this message. */
export function giveUpload(
  tx: Tx,
  message: MessageKey,
  { upload, ref }: { readonly upload: string; readonly ref: string },
): void {
  updateUpload(tx, upload, { message })
  storeMessageFile(tx, message, ref)
}
