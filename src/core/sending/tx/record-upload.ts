import { announceMoved } from '../../messages/archive/tx/chat-summary.ts'
import type { FailureReason } from '../../../contract/statuses.ts'
import type { MessageKey } from '../../../contract/ids.ts'
import { noWaitReason, waitReasonColumns } from '../../messages/outbox/rules/wait-reason.ts'
import { findOutbox, updateOutbox } from '../../messages/outbox/tx/outbox-row.ts'
import { refreshStatus } from '../../messages/statuses/tx/refresh-status.ts'
import type { Tx } from '../../store/tx.ts'
import { recordRejection } from './record-outcome.ts'
import { setDownloadUrl } from '../../messages/archive/tx/message-row.ts'
import { updateUploadOf } from '../../messages/outbox/tx/upload-row.ts'

/** The result of an upload. Times are epoch ms. */
export type UploadResult =
  /** The service keeps it under this link. */
  | { readonly kind: 'kept'; readonly link: string; readonly until: number }
  /** The service takes files only together with their messages. */
  | { readonly kind: 'direct' }
  | { readonly kind: 'retryable'; readonly retryAt: number }
  | { readonly kind: 'rejected'; readonly reason: FailureReason; readonly text: string }

/** Stores the result of an upload. A message that no longer waits for its file is not changed. */
export function recordUpload(
  tx: Tx,
  { message, result }: { readonly message: MessageKey; readonly result: UploadResult },
): void {
  const row = findOutbox(tx, message)
  if (row === null || row.state !== 'queued') return
  switch (result.kind) {
    case 'kept':
      updateUploadOf(tx, message, { link: result.link, link_until: result.until, direct: 0 })
      setDownloadUrl(tx, message, result.link)
      break
    case 'direct':
      // The file of a template has no other way.
      if (row.operation === 'sendTemplate') {
        recordRejection(tx, row, { kind: 'rejected', reason: 'operationMissing', text: '' })
        return tx.changed({ kind: 'lane', instance: row.instance, chat: row.chat })
      }
      updateUploadOf(tx, message, { direct: 1, link: null })
      break
    case 'retryable':
      updateOutbox(tx, message, waitReasonColumns({ kind: 'uploadStalled', retryAt: result.retryAt }))
      return announceMoved(tx, row, [message])
    case 'rejected':
      recordRejection(tx, row, result)
      return tx.changed({ kind: 'lane', instance: row.instance, chat: row.chat })
  }
  updateOutbox(tx, message, noWaitReason)
  refreshStatus(tx, message)
  announceMoved(tx, row, [message])
  tx.changed({ kind: 'lane', instance: row.instance, chat: row.chat })
}
