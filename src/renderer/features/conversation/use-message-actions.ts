import { useMemo } from 'react'
import type { ContractError, MessageKey, SendAt } from '../../../contract/index.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { endUndoOf } from '../../client/use-undo-send.ts'
import { useRecheck } from '../../client/use-recheck.ts'
import { showToast } from '../../ui/overlays/toast-store.ts'

export interface MessageActions {
  readonly retry: (message: MessageKey) => void
  /** Searches for an uncertain message; null: the service gave no answer, and a toast says so. */
  readonly checkAgain: (message: MessageKey) => Promise<'found' | 'notFound' | null>
  readonly sendAgain: (message: MessageKey) => void
  readonly dismiss: (message: MessageKey) => void
  /** Gives the text of the cancelled message, or null when it was too late. */
  readonly cancel: (message: MessageKey) => Promise<string | null>
  /** Gives it a time, or another one; the error when it was refused. */
  readonly schedule: (message: MessageKey, sendAt: SendAt) => Promise<ContractError | null>
  readonly sendNow: (message: MessageKey) => void
  /** Without waiting for the team's database. */
  readonly sendAlone: (message: MessageKey) => void
  readonly edit: (message: MessageKey, text: string) => Promise<boolean>
  /** Changes the text at the service; false: refused, and a toast says so. */
  readonly editSent: (message: MessageKey, text: string) => Promise<boolean>
  readonly deleteForEveryone: (message: MessageKey) => Promise<boolean>
  readonly deleteForMe: (message: MessageKey) => Promise<boolean>
  /** '' takes the account's reaction back. */
  readonly react: (message: MessageKey, emoji: string) => void
  readonly recheck: (message: MessageKey) => void
  /** From this computer only; a toast offers to undo it. */
  readonly deleteHere: (messages: readonly MessageKey[]) => void
}

/** Actions on messages, as commands. Their results appear as changes of the rows. */
export function useMessageActions(): MessageActions {
  const [retry] = useContractCommand('messages.retry')
  const [checkAgain] = useContractCommand('messages.checkAgain')
  const [sendAgain] = useContractCommand('messages.sendAgain')
  const [dismiss] = useContractCommand('messages.dismiss')
  const [cancel] = useContractCommand('messages.cancel')
  const [edit] = useContractCommand('messages.editQueued')
  const [schedule] = useContractCommand('messages.schedule', { errors: 'return' })
  const [sendNow] = useContractCommand('messages.sendNow')
  const [sendAlone] = useContractCommand('team.sendAlone')
  const [editSent] = useContractCommand('messages.edit')
  const [deleteForEveryone] = useContractCommand('messages.deleteForEveryone')
  const [deleteForMe] = useContractCommand('messages.deleteForMe')
  const [react] = useContractCommand('messages.react')
  const [recheck] = useRecheck()
  const [remove] = useContractCommand('messages.deleteLocally')
  const [restore] = useContractCommand('messages.restoreDeleted')
  return useMemo(
    () => ({
      retry: (message) => void retry({ messages: [message] }),
      checkAgain: async (message) => {
        const result = await checkAgain({ message })
        if (!result.ok) return null
        return result.value.found ? 'found' : 'notFound'
      },
      sendAgain: (message) => void sendAgain({ message }),
      dismiss: (message) => void dismiss({ message }),
      cancel: async (message) => {
        const result = await cancel({ message })
        if (result.ok) endUndoOf(message)
        return result.ok ? result.value.text : null
      },
      schedule: async (message, sendAt) => {
        const result = await schedule({ message, sendAt })
        return result.ok ? null : result.error
      },
      sendNow: (message) => void sendNow({ message }),
      sendAlone: (message) => void sendAlone({ message }),
      edit: async (message, text) => (await edit({ message, text })).ok,
      editSent: async (message, text) => (await editSent({ message, text })).ok,
      deleteForEveryone: async (message) => (await deleteForEveryone({ message })).ok,
      deleteForMe: async (message) => (await deleteForMe({ message })).ok,
      react: (message, emoji) => void react({ message, emoji }),
      recheck: (message) => void recheck([message]),
      deleteHere: async (messages) => {
        const removed = [...messages]
        const result = await remove({ messages: removed })
        if (!result.ok) return
        showToast('conversation.deletedHere', {
          values: { count: removed.length },
          tone: 'plain',
          action: { wording: { id: 'ui.undo' }, run: () => void restore({ messages: removed }) },
        })
      },
    }),
    [
      retry,
      checkAgain,
      sendAgain,
      dismiss,
      cancel,
      schedule,
      sendNow,
      sendAlone,
      edit,
      editSent,
      deleteForEveryone,
      deleteForMe,
      react,
      recheck,
      remove,
      restore,
    ],
  )
}
