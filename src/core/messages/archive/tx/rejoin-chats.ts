import { ContractError } from '../../../../contract/errors.ts'
import type { ChatKey, InstanceKey } from '../../../../contract/ids.ts'
import type { ReadTx, Tx } from '../../../store/tx.ts'
import { currentChat } from './chat-of.ts'
import { joinChats } from './join-chats.ts'

/** The chats whose ids a person separated from those of a chat. */
export const chatsApartFrom = (tx: ReadTx, chat: ChatKey): readonly { readonly chat: ChatKey; readonly id: string }[] =>
  tx.all<{ chat: ChatKey; id: string }>(
    `select distinct c.key as chat, c.chat_id as id
     from chat_alias a join chat_apart p on p.instance = a.instance and p.one = a.alias
       join chat_alias o on o.instance = p.instance and o.alias = p.other join chat c on c.key = o.chat
     where a.chat = :chat and c.key <> :chat order by c.chat_id limit 20`,
    { chat },
  )

/**
 * A person says that two chats which were separated are one person after all. Answers the chat of both, which has the
 * id of `chat`. Throws `notFound` where nobody separated the two.
 */
export function rejoinChats(
  tx: Tx,
  input: { readonly chat: ChatKey; readonly other: ChatKey },
): { readonly chat: ChatKey } {
  const [chat, other] = [currentChat(tx, input.chat), currentChat(tx, input.other)]
  const found = chat === undefined ? [] : chatsApartFrom(tx, chat)
  const apart = found.find((one) => one.chat === other)
  const row = tx.get<{ instance: InstanceKey; chatId: string }>(
    'select instance, chat_id as chatId from chat where key = ?',
    [chat ?? null],
  )
  if (apart === undefined || row === undefined) throw new ContractError('notFound')
  tx.run(
    `delete from chat_apart where instance = :instance
       and exists (select 1 from chat_alias where instance = :instance and alias = one and chat in (:chat, :other))
       and exists (select 1 from chat_alias where instance = :instance and alias = other and chat in (:chat, :other))`,
    { instance: row.instance, chat, other },
  )
  return { chat: joinChats(tx, row.instance, row.chatId, apart.id, 'history') }
}
