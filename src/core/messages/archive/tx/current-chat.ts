import type { ChatKey } from '../../../../contract/ids.ts'
import type { ReadTx } from '../../../store/tx.ts'

/** The chat of this key, or the one that it was joined to since. Undefined: there is none. */
export function currentChat(tx: ReadTx, chat: ChatKey): ChatKey | undefined {
  return tx.get<{ key: ChatKey }>(
    `select key from chat where key = :chat
     union all select chat from chat_was where was = :chat limit 1`,
    { chat },
  )?.key
}
