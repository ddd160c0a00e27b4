import { useCallback } from 'react'
import type { MessageKey, ServiceNotFound } from '../../contract/index.ts'
import type { MessageId } from '../lib/translations.ts'
import { showToast } from '../ui/overlays/toast-store.ts'
import { useContractCommand } from './use-contract-command.ts'

/** Why the service shows no message: its own two answers (service 7), and a history that does not have it. */
export const notFoundMessage: Readonly<Record<ServiceNotFound, MessageId>> = {
  messageNotFound: 'ui.messageNotFound',
  chatNotFound: 'ui.chatNotFound',
  notInHistory: 'ui.notInHistory',
}

/** Polls messages at the service. Shows those it does not find; returns whether all were found. */
export function useRecheck(): readonly [run: (messages: readonly MessageKey[]) => Promise<boolean>, pending: boolean] {
  const [recheck, { pending }] = useContractCommand('messages.recheck')
  const run = useCallback(
    async (messages: readonly MessageKey[]) => {
      const result = await recheck({ messages: [...messages] })
      if (!result.ok) return false
      const { notFound } = result.value
      const [first] = notFound
      if (first === undefined) return true
      if (messages.length === 1) showToast(notFoundMessage[first.why], { tone: 'warn', values: { text: first.text } })
      else showToast('ui.someNotFound', { tone: 'warn', values: { count: notFound.length, all: messages.length } })
      return false
    },
    [recheck],
  )
  return [run, pending]
}
