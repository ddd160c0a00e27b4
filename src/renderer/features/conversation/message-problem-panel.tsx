import './bubble/bubble.css'
import './bubble/status-line.css'
import type { Message } from '../../../contract/index.ts'
import { StatusLine } from './bubble/status-line.tsx'
import { problemOf } from './bubble/message-problem.ts'
import { useMessageActions } from './use-message-actions.ts'

/** Why a message has not arrived, and what can be done, outside of its chat; nothing for one that is well. */
export function MessageProblemPanel({ message }: { readonly message: Message }) {
  const actions = useMessageActions()
  const found = problemOf(message.status, message.editFailed)
  // Actions that return or change a text are available in the chat only.
  const problem = { ...found, actions: found.actions.filter((action) => action !== 'edit' && action !== 'cancel') }
  if (problem.explanation === null && problem.actions.length === 0) return null
  return (
    <StatusLine
      message={message}
      problem={problem}
      actions={actions}
      onEdit={() => undefined}
      giveBack={() => undefined}
    />
  )
}
