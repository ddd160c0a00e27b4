import type { ChatKey } from '../../contract/ids.ts'
import { showToast } from '../ui/overlays/toast-store.ts'
import { useContractCommand } from './use-contract-command.ts'

/** Says that nothing is left to answer in a chat, and offers to take that back. */
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
