import { readMessage, type MessageRow } from '../../archive/tx/message-row.ts'
import type { Tx } from '../../../store/tx.ts'
import { findOutbox } from './outbox-row.ts'
import { splitMessage } from './split-message.ts'

/**
 * The id of a row turned out to be a customer's message: one that was written here goes on without it. Gives the row
 * that the customer's message is, or null where there is none yet.
 */
export function giveUpId(tx: Tx, row: MessageRow): MessageRow | null {
  const own = findOutbox(tx, row.key)
  if (own === null) return row
  // A record matched by its text alone belongs to another message; under the reply's id it is this one's.
  if (own.seenAtService && own.replyId !== row.idMessage) return readMessage(tx, splitMessage(tx, row.key))
  tx.run('update message set id_message = null where key = ?', [row.key])
  return null
}
