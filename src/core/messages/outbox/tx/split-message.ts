import { announceMoved } from '../../archive/tx/chat-summary.ts'
import { tieOf } from '../../archive/rules/position.ts'
import type { MessageKey } from '../../../../contract/ids.ts'
import { observe, takeEarlyStatuses } from '../../statuses/tx/observe.ts'
import { refreshStatus } from '../../statuses/tx/refresh-status.ts'
import type { Tx } from '../../../store/tx.ts'
import { insertMessage, readMessage } from '../../archive/tx/message-row.ts'
import { indexText } from '../../archive/tx/search-index.ts'
import { searchTextOf } from '../../content/rules/content-kinds.ts'
import { noWaitReason } from '../rules/wait-reason.ts'
import { readOutbox, updateOutbox } from './outbox-row.ts'

/**
 * The reverse of absorbMessage: a record of the service was taken for a message that was written here, and is another
 * one. It becomes a message of its own, with what was said of it under its id; the row is again one that the service
 * has not shown. Gives the record's message.
 * @param sentAt where the row stands again, epoch ms by the service's clock; null leaves it where it is.
 */
function detachRecord(tx: Tx, message: MessageKey, sentAt: number | null): MessageKey {
  const row = readMessage(tx, message)
  if (row === null || row.idMessage === null) throw new Error('There is no record to detach.')
  const { idMessage, facts, instance, chat, live } = row
  tx.run(
    `update message set id_message = null, raw = null, raw_source = null, raw_at = null, action_at = null, as_of = 0,
       stamps_json = null, at = ?, at_source = 'sent' where key = ?`,
    [sentAt ?? facts.position.at, message],
  )
  const detached = insertMessage(tx, { instance, chat, idMessage, folded: false, live, facts })
  indexText(tx, { key: detached, fts: null, at: facts.position.at }, searchTextOf(facts.content))
  tx.run('update observation set message = ? where message = ? and id_message = ?', [detached, message, idMessage])
  tx.run('update journal set message = ? where message = ?', [detached, message])
  return detached
}

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
