import type { ChatKey, InstanceKey, MessageKey } from '../../../../contract/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import { refreshSummary } from './chat-summary.ts'

/** Messages of a chat came, went or have another place: its row in the list is worked out anew, and both are said. */
export function announceMoved(
  tx: Tx,
  { instance, chat }: { readonly instance: InstanceKey; readonly chat: ChatKey },
  messages: readonly MessageKey[],
): void {
  refreshSummary(tx, chat)
  tx.changed({ kind: 'messages', instance, chat, messages })
  tx.changed({ kind: 'chats', instance, chats: [chat] })
}
