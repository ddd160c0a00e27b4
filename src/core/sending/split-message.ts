import { refreshSummary } from '../archive/chat-summary.ts'
import { insertMessage, readMessage } from '../archive/message-row.ts'
import { tieOf } from '../archive/place.ts'
import { indexText } from '../archive/search-index.ts'
import type { MessageKey } from '../../contract/ids.ts'
import { observe, takeEarlyStatuses } from '../statuses/observe.ts'
import { refreshStatus } from '../statuses/refresh-status.ts'
import type { Tx } from '../store/tx.ts'
import { readOutbox } from './outbox-row.ts'

/**
 * A record of the service was taken for an outbox row by its text, and better evidence shows that it was another one.
 * The record becomes a message of its own, with what was said of it, and the row is as it was before. Gives the
 * record's message.
 */
export function splitMessage(tx: Tx, message: MessageKey): MessageKey {
  const taken = readMessage(tx, message)
  const job = readOutbox(tx, message)
  if (taken === null || taken.idMessage === null) throw new Error('There is nothing to split.')
  const { idMessage, facts, instance, chat } = taken

  tx.run(
    `update message set id_message = null, raw = null, raw_source = null, raw_at = null, action_at = null, as_of = 0,
       stamps_json = null, at = ?, at_source = 'sent' where key = ?`,
    [job.sentAt ?? facts.place.at, message],
  )
  const split = insertMessage(tx, { instance, chat, idMessage, folded: false, live: taken.live, facts })
  indexText(tx, { key: split, fts: null, at: facts.place.at }, taken.text)
  tx.run('update observation set message = ? where message = ? and id_message = ?', [split, message, idMessage])
  tx.run('update journal set message = ? where message = ?', [split, message])

  if (job.replyId !== null) {
    tx.run('update message set id_message = ?, tie = ? where key = ?', [job.replyId, tieOf(job.replyId), message])
  } else if (job.state === 'accepted') {
    tx.run(`update outbox set state = 'uncertain', accepted_at = null, next_check_at = ? where message = ?`, [
      tx.now,
      message,
    ])
    observe(tx, message, { source: 'app', raw: 'uncertain', serviceAt: null, seenAt: tx.now })
  }
  takeEarlyStatuses(tx, message)
  refreshStatus(tx, message)
  refreshStatus(tx, split)
  refreshSummary(tx, chat)
  tx.changed({ kind: 'messages', instance, chat, messages: [message, split] })
  tx.changed({ kind: 'chats', instance, chats: [chat] })
  return split
}
