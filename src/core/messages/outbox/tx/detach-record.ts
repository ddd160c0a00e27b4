import type { MessageKey } from '../../../../contract/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import { insertMessage, readMessage } from '../../archive/tx/message-row.ts'
import { indexText } from '../../archive/tx/search-index.ts'
import { searchTextOf } from '../../content/rules/content-kinds.ts'

/**
 * The reverse of absorbMessage: a record of the service was taken for a message that was written here, and is another
 * one. It becomes a message of its own, with what was said of it under its id; the row is again one that the service
 * has not shown. Gives the record's message.
 * @param sentAt where the row stands again, epoch ms by the service's clock; null leaves it where it is.
 */
export function detachRecord(tx: Tx, message: MessageKey, sentAt: number | null): MessageKey {
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
