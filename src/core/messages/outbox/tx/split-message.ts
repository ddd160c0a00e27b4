import { announceMoved } from '../../archive/tx/chat-summary.ts'
import { detachRecord } from './detach-record.ts'
import { tieOf } from '../../archive/rules/position.ts'
import type { MessageKey } from '../../../../contract/ids.ts'
import { observe, takeEarlyStatuses } from '../../statuses/tx/observe.ts'
import { refreshStatus } from '../../statuses/tx/refresh-status.ts'
import type { Tx } from '../../../store/tx.ts'
import { noWaitReason } from '../rules/wait-reason.ts'
import { readOutbox, updateOutbox } from './outbox-row.ts'

/**
 * A record of the service was taken for an outbox row by its text, and better evidence shows that it was another one.
 * The record becomes a message of its own and the job is as it was before. Gives the record's message.
 */
export function splitMessage(tx: Tx, message: MessageKey): MessageKey {
  const job = readOutbox(tx, message)
  const { instance, chat, replyId, sentAt } = job
  const split = detachRecord(tx, message, sentAt)
  if (replyId !== null) {
    tx.run('update message set id_message = ?, tie = ? where key = ?', [replyId, tieOf(replyId), message])
  } else if (job.state === 'accepted') {
    updateOutbox(tx, message, { state: 'uncertain', accepted_at: null, next_check_at: tx.now, ...noWaitReason })
    observe(tx, message, { source: 'app', raw: 'uncertain', serviceAt: null, seenAt: tx.now })
    tx.changed({ kind: 'lane', instance, chat })
  }
  takeEarlyStatuses(tx, message)
  refreshStatus(tx, message)
  refreshStatus(tx, split)
  announceMoved(tx, { instance, chat }, [message, split])
  return split
}
