import type { ChatKey, InstanceKey } from '../../../../contract/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import { chatKindOf } from '../rules/chat-id.ts'
import type { ArchiveRecord } from '../rules/record.ts'
import { findChat } from './chat-of.ts'
import { joinChats } from './join-chats.ts'
import { textOf } from '../../content/rules/content-kinds.ts'

/** WhatsApp's ids are random, so that no two messages of an account have the same one (service 10.1). */
export const isUniqueId = (idMessage: string): boolean => /^[0-9A-F]{20,}$/.test(idMessage)

/**
 * The same message under another form of the chat's id, as a person's number and `@lid`: both are one chat
 * (architecture 5). Only where id, direction, time and text are the same; of a call, whose sources differ in these, the
 * id. To be called before the record's chat is looked up.
 */
export function joinByUniqueId(tx: Tx, instance: InstanceKey, record: ArchiveRecord): void {
  const { idMessage, chatId, facts } = record
  if (!isUniqueId(idMessage) || chatKindOf(chatId) !== 'user' || facts.position.source !== 'accepted') return
  const text = textOf(facts.content)
  if (text === '') return
  const known = findChat(tx, instance, chatId)?.chat
  const other = tx
    .all<{ chat: ChatKey; chatId: string }>(
      `select m.chat, c.chat_id as chatId from message m join chat c on c.key = m.chat
       where m.instance = ? and m.id_message = ? and c.kind = 'user'
         and ((m.content_kind = 'call' and ?) or (m.direction = ? and m.at = ? and m.text = ?))`,
      [instance, idMessage, facts.content.kind === 'call', facts.direction, facts.position.at, text],
    )
    .find(({ chat }) => chat !== known)
  if (other === undefined) return
  const [better, worse] = [chatId, other.chatId].toSorted(
    (a, b) => Number(a.endsWith('@lid')) - Number(b.endsWith('@lid')) || (a < b ? -1 : 1),
  )
  if (better !== undefined && worse !== undefined) joinChats(tx, instance, better, worse, 'history')
}
