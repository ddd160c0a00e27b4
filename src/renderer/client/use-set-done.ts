import type { ChatRow } from '../../contract/index.ts'
import { useContractCommand } from './use-contract-command.ts'
import { useSingleFlight } from './use-single-flight.ts'
import { useUndoToast } from './use-undo-toast.ts'

/** Closes a chat without a reply, as the person sees it, and offers to undo that. */
export function useSetDone(): (chat: Pick<ChatRow, 'key' | 'newest'>) => Promise<void> {
  const [setDone] = useContractCommand('chats.setDone')
  const offerUndo = useUndoToast()
  const singleFlight = useSingleFlight()
  return ({ key, newest }) =>
    singleFlight(String(key), newest, async () => {
      const result = await setDone({ chat: key, upTo: newest })
      if (result.ok) offerUndo([result.value], 'chat.doneToast')
    })
}
