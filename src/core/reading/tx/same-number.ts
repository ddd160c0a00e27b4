import type { NumberChat } from '../../../contract/chats.ts'
import type { ChatKey } from '../../../contract/ids.ts'
import { ContractError } from '../../../contract/errors.ts'
import { phoneDigitsOf } from '../../messages/archive/rules/chat-id.ts'
import type { ReadTx } from '../../store/tx.ts'

/** More than a person reads; a number has one chat on an instance, or two until the service tells that they are one. */
const mostChats = 100

/**
 * Other chats of the number of a chat, on every instance, the latest first. None of a group, or where the number is
 * hidden. Throws ContractError `notFound`.
 */
export function chatsOfNumber(tx: ReadTx, { chat }: { readonly chat: ChatKey }): readonly NumberChat[] {
  const own = tx.get<{ kind: string; chatId: string; phone: string | null }>(
    'select kind, chat_id as chatId, phone from chat where key = ?',
    [chat],
  )
  if (own === undefined) throw new ContractError('notFound')
  const digits = own.phone || phoneDigitsOf(own.chatId)
  if (own.kind !== 'user' || digits === '') return []
  return tx.all<NumberChat>(
    `select c.key as chat, c.instance, c.title, c.list_at as at, (select count(*) from note where chat = c.key) as notes
     from chat c join instance i on i.key = c.instance
     where c.key in (
         select key from chat where phone = :digits
         union
         select a.chat from instance cross join chat_alias a on a.instance = instance.key and a.alias = :alias)
       and c.kind = 'user' and c.key <> :chat and i.detached_at is null order by c.list_at desc, c.key limit ${mostChats}`,
    { digits, alias: `${digits}@c.us`, chat },
  )
}
