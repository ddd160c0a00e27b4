import { useRef } from 'react'
import type { ChatRow } from '../../contract/index.ts'
import { useContractCommand } from './use-contract-command.ts'
import { useUndoToast } from './use-undo-toast.ts'

/** Closes a chat without a reply, as the person sees it, and offers to undo that. */
export function useSetDone(): (chat: Pick<ChatRow, 'key' | 'newest'>) => Promise<void> {
  const [setDone] = useContractCommand('chats.setDone')
  const offerUndo = useUndoToast()
  const underWay = useRef(new Set<string>())
  return async ({ key, newest }) => {
    // To close it again would take the first time for the state that Undo returns to.
    const name = `${key} ${newest}`
    if (underWay.current.has(name)) return
    underWay.current.add(name)
    const result = await setDone({ chat: key, upTo: newest })
    underWay.current.delete(name)
    if (result.ok) offerUndo([result.value], 'chat.doneToast')
  }
}
