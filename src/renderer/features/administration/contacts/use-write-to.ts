import type { InstanceSummary } from '../../../../contract/instances.ts'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { goTo } from '../../../lib/routing/route.ts'

/** Opens the chat with an id, which is made where there is none. */
export function useWriteTo({ key }: InstanceSummary): (chatId: string) => Promise<void> {
  const [open] = useContractCommand('chats.open')
  return async (chatId) => {
    const result = await open({ instance: key, chatId })
    if (result.ok) goTo({ view: 'chats', scope: key, chat: result.value.chat })
  }
}
