import { ContractError } from '../../../contract/errors.ts'
import type { ChatKey, InstanceKey } from '../../../contract/ids.ts'
import { updateChat } from '../../messages/archive/tx/chat-row.ts'
import type { ChatUpdate } from '../../messages/archive/tx/chat-row.ts'
import type { Tx } from '../../store/tx.ts'

/** Sets columns of one chat. Throws ContractError `notFound`. */
export function putChat(tx: Tx, chat: ChatKey, columns: Partial<ChatUpdate>): InstanceKey {
  const row = tx.get<{ instance: InstanceKey }>('select instance from chat where key = ?', [chat])
  if (row === undefined) throw new ContractError('notFound')
  updateChat(tx, chat, columns)
  return row.instance
}

/** Sets columns of one chat and announces it. Throws ContractError `notFound`. */
export function changeChat(tx: Tx, chat: ChatKey, columns: Partial<ChatUpdate>): InstanceKey {
  const instance = putChat(tx, chat, columns)
  tx.changed({ kind: 'chats', instance, chats: [chat] })
  return instance
}
