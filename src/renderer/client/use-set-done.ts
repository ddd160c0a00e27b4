import type { ChatKey } from '../../contract/ids.ts'
import { showToast } from '../ui/overlays/toast-store.ts'
import { useContractCommand } from './use-contract-command.ts'

/** Closes a chat without a reply, and offers to undo it. */
export function useSetDone(): (chat: ChatKey) => Promise<void> {
  const [setDone] = useContractCommand('chats.setDone')
  return async (chat) => {
    const result = await setDone({ chat, done: true })
    if (!result.ok) return
    showToast('chat.doneToast', {
      tone: 'plain',
      action: { wording: { id: 'ui.undo' }, run: () => void setDone({ chat, done: false }) },
    })
  }
}
