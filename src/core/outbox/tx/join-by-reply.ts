import { chatKindOf } from '../../archive/rules/chat-id.ts'
import { findChat } from '../../archive/tx/chat-of.ts'
import { joinChats } from '../../archive/tx/join-chats.ts'
import type { ArchiveRecord } from '../../archive/rules/record.ts'
import type { StoredContent } from '../../archive/tx/stored-content.ts'
import { signatureOf } from '../rules/signature.ts'
import type { ChatKey, InstanceKey, MessageKey } from '../../../contract/ids.ts'
import { takeEarlyStatuses } from '../../statuses/tx/observe.ts'
import type { Tx } from '../../store/tx.ts'
import { unifyText } from '../../archive/tx/unify-text.ts'

/**
 * A message was sent to one id, and the service shows it in the chat of another: both are one chat, or the answers
 * would open a second one (architecture 5, service 10.8). Only on the evidence of the reply's id and what it says
 * together, because ids are unique only inside a chat. To be called before the record's chat is looked up.
 */
export function joinByReply(tx: Tx, instance: InstanceKey, record: ArchiveRecord): void {
  const { facts, idMessage, chatId } = record
  if (facts.direction !== 'outgoing' || facts.sentByApi === false || chatKindOf(chatId) !== 'user') return
  const known = findChat(tx, instance, chatId)?.chat
  const rows = tx.all<{ message: MessageKey; chat: ChatKey; chatId: string; kind: string; content: string }>(
    `select o.message, o.chat, c.chat_id as chatId, c.kind, m.content_json as content from outbox o join chat c on c.key = o.chat
     join message m on m.key = o.message where o.reply_id = ? and o.instance = ?`,
    [idMessage, instance],
  )
  if (rows.some((row) => row.chat === known)) return
  const same = (row: { readonly content: string }) =>
    unifyText(signatureOf(JSON.parse(row.content) as StoredContent)) === unifyText(signatureOf(facts.content))
  const own = rows.find((row) => row.kind === 'user' && same(row))
  if (own === undefined) return
  joinChats(tx, instance, chatId, own.chatId, 'echo')
  takeEarlyStatuses(tx, own.message)
}
