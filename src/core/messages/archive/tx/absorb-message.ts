import type { MessageKey } from '../../../../contract/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import { mergeRows } from '../rules/merge.ts'
import { readMessage, updateMessage } from './message-row.ts'
import { messageSearchText } from './order-details.ts'
import { indexText } from './search-index.ts'

/** Merges two rows of one message: `into` gets all facts of `from`, which is removed. */
export function absorbMessage(tx: Tx, into: MessageKey, from: MessageKey): void {
  const gone = readMessage(tx, from)
  const remaining = readMessage(tx, into)
  if (gone === null || remaining === null || gone.idMessage === null) return
  const facts = mergeRows(remaining, gone)
  const indexed = messageSearchText(tx, into, remaining.facts.content)
  tx.run('update observation set message = ? where message = ?', [into, from])
  tx.run('update journal set message = ? where message = ?', [into, from])
  tx.run('update or ignore message_media set message = ? where message = ?', [into, from])
  tx.run('update or ignore order_details set message = ? where message = ?', [into, from])
  // A message deleted here, or quoted in a draft, stays deleted and quoted.
  tx.run(
    'update message set hidden_at = coalesce(hidden_at, (select hidden_at from message where key = :from)) where key = :into',
    { from, into },
  )
  tx.run('update chat set draft_quote = :into where draft_quote = :from and key in (:gone, :kept)', {
    ...{ from, into, gone: gone.chat, kept: remaining.chat },
  })
  if (gone.fts !== null) tx.run('delete from message_fts where rowid = ?', [gone.fts])
  tx.run('delete from message where key = ?', [from])
  updateMessage(tx, into, {
    idMessage: gone.idMessage,
    folded: remaining.folded && gone.folded,
    live: remaining.live || gone.live,
    facts,
  })
  const text = messageSearchText(tx, into, facts.content)
  if (remaining.fts === null || text !== indexed)
    indexText(tx, { key: into, fts: remaining.fts, at: facts.position.at }, text)
  tx.changed({ kind: 'messages', instance: gone.instance, chat: gone.chat, messages: [from, into] })
}
