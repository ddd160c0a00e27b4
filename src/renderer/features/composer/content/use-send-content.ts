import { useState } from 'react'
import type { ChatKey, ContractError, MessageKey, OutgoingContent, SteadyInstance } from '../../../../contract/index.ts'
import { useContractCommand } from '../../../client/use-contract-command.ts'

/** Props of each dialog of "More to send". */
export interface SendContentProps {
  readonly chat: ChatKey
  readonly instance: SteadyInstance
  readonly onSent: (message: MessageKey) => void
  readonly onClose: () => void
}

/**
 * Sends what was put together. One dialog is one send, however often its button is pressed after a pipe that broke:
 * changed in between it is another one.
 */
export function useSendContent({ chat, onSent }: Pick<SendContentProps, 'chat' | 'onSent'>): {
  readonly send: (content: OutgoingContent) => Promise<void>
  readonly pending: boolean
  readonly error: ContractError | null
} {
  const [lastSubmission, setLastSubmission] = useState<{ readonly id: string; readonly content: string } | null>(null)
  const [sendContent, { pending, error }] = useContractCommand('messages.sendContent', { errors: 'return' })
  return {
    pending,
    error,
    async send(content) {
      if (pending) return
      const written = JSON.stringify(content)
      const sendId = lastSubmission?.content === written ? lastSubmission.id : crypto.randomUUID()
      setLastSubmission({ id: sendId, content: written })
      const result = await sendContent({ chat, content, sendId })
      if (result.ok) onSent(result.value.message)
    },
  }
}
