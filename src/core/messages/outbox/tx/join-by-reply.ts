import { readContentOf } from '../../archive/tx/read-content.ts'
import { chatKindOf } from '../../archive/rules/chat-id.ts'
import { findChat } from '../../archive/tx/chat-of.ts'
import { joinChats } from '../../archive/tx/join-chats.ts'
import type { ArchiveRecord } from '../../archive/rules/record.ts'
import { signatureOf } from '../../content/rules/content-kinds.ts'
import type { ChatKey, InstanceKey, MessageKey } from '../../../../contract/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import { unifyText } from '../../archive/rules/text-versions.ts'

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
    `select o.message, o.chat, c.chat_id as chatId, c.kind, m.content_json as content from outbox o indexed by outbox_reply join chat c on c.key = o.chat
     join message m on m.key = o.message where o.reply_id = ? and o.instance = ?`,
    [idMessage, instance],
  )
  if (rows.some((row) => row.chat === known)) return
  const same = (row: { readonly message: MessageKey; readonly content: string }) =>
    unifyText(signatureOf(readContentOf(tx, row.message, row.content))) === unifyText(signatureOf(facts.content))
  const own = rows.find((row) => row.kind === 'user' && same(row))
  if (own !== undefined) {
    joinChats(tx, instance, chatId, own.chatId, 'echo')
    return
  }
  const theirs = sentByColleague(tx, instance, idMessage)
  if (theirs.some((row) => findChat(tx, instance, row.sentTo)?.chat === known && row.chat === known)) return
  const other = theirs.find((row) => row.chat !== known && row.kind === 'user' && same(row))
  if (other === undefined) return
  // The colleague typed one id; the service shows the other one.
  if (other.sentTo === chatId) joinChats(tx, instance, other.chatId, chatId, 'echo')
  else joinChats(tx, instance, chatId, other.chatId, 'echo')
}

/**
 * Where a colleague's message stands, by the id that the service gave it: told by the team under the chat that was
 * written to, and by the service under its own. Ids are unique only inside a chat: one in which a customer ever wrote
 * keeps to itself.
 */
const sentByColleague = (tx: Tx, instance: InstanceKey, idMessage: string) =>
  tx.all<{ message: MessageKey; chat: ChatKey; chatId: string; kind: string; content: string; sentTo: string }>(
    `select m.key as message, m.chat, c.chat_id as chatId, c.kind, m.content_json as content, s.chat_id as sentTo
     from team_send s cross join message m on m.instance = s.instance and m.id_message = s.id_message and m.direction = 'outgoing'
     join chat c on c.key = m.chat
     where s.instance = :instance and s.id_message = :idMessage and s.message is null and not exists (
       select 1 from chat_alias a join message i on i.chat = a.chat
       where a.instance = s.instance and a.alias = s.chat_id and i.direction = 'incoming')`,
    { instance, idMessage },
  )
