import type { ChatKey, InstanceKey } from '../../../../contract/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import { chatKindOf, isLid } from '../rules/chat-id.ts'
import type { ArchiveRecord } from '../rules/record.ts'
import { aliasesOf } from './aliases.ts'
import { findChat } from './chat-of.ts'
import { joinChats } from './join-chats.ts'
import { textOf } from '../../content/rules/content-kinds.ts'

/** WhatsApp's ids are random, so that no two messages that a person writes have the same one (service 10.1). */
export const isUniqueId = (idMessage: string): boolean => /^[0-9A-F]{20,}$/.test(idMessage)

/**
 * The same received message under a person's number and under a `@lid`: both are one chat (architecture 5). Only where
 * exactly one of the ids is a `@lid`, and neither chat has another id of the other's kind: copies for a broadcast list
 * have one message id in the chats of many people, so sent messages say nothing, nor do two numbers. The message has
 * the same time and text; of a call, whose sources differ in these, the id is enough. To be called before the record's
 * chat is looked up.
 */
export function joinByUniqueId(tx: Tx, instance: InstanceKey, record: ArchiveRecord): void {
  const { idMessage, chatId, facts } = record
  if (!isUniqueId(idMessage) || chatKindOf(chatId) !== 'user' || facts.position.source !== 'accepted') return
  if (facts.direction !== 'incoming' && facts.content.kind !== 'call') return
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
  const ids = [chatId, ...idsOf(tx, known), ...idsOf(tx, other.chat)]
  const lids = new Set(ids.filter(isLid))
  // Two spellings of a number are one.
  const numbers = new Set(ids.filter((id) => !isLid(id)).map((id) => id.split('@', 1)[0]))
  if (lids.size !== 1 || numbers.size !== 1) return
  const [better, worse] = isLid(chatId) ? [other.chatId, chatId] : [chatId, other.chatId]
  joinChats(tx, instance, better, worse, 'history')
}

/** The ids under which the service uses a chat. */
const idsOf = (tx: Tx, chat: ChatKey | undefined): readonly string[] =>
  chat === undefined ? [] : aliasesOf(tx, chat).flatMap(({ alias, evidence }) => (evidence === 'typed' ? [] : [alias]))
