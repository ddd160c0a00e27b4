import type { ChatKey, MessageKey } from '../../../../contract/index.ts'
import { useClient } from '../../../client/client-context.tsx'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { notFoundMessage } from '../../../client/use-recheck.ts'
import { showToast } from '../../../ui/overlays/toast-store.ts'

/** Shows a quoted message; one that is not in the archive is fetched from the service first. */
export function useJumpToQuoted(chat: ChatKey, show: (message: MessageKey) => void) {
  const client = useClient()
  const [fetchMessage] = useContractCommand('messages.fetch')
  const jump = async (key: MessageKey | null, idMessage: string): Promise<void> => {
    try {
      const found = key ?? (await client.call('messages.find', { chat, idMessage }))
      if (found !== null) return show(found)
      showToast('conversation.quotedAsked', { tone: 'plain' })
      const fetched = await fetchMessage({ chat, idMessage })
      if (!fetched.ok) return
      if (fetched.value.kind === 'found') show(fetched.value.message)
      else showToast(notFoundMessage[fetched.value.why], { tone: 'warn', values: { text: fetched.value.text } })
    } catch {
      showToast('conversation.quotedMissing', { tone: 'plain' })
    }
  }
  return (key: MessageKey | null, idMessage: string): void => void jump(key, idMessage)
}
