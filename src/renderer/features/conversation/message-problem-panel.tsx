import './bubble/bubble.css'
import './bubble/message-note.css'
import type { Message } from '../../../contract/index.ts'
import { MessageNote } from './bubble/message-note.tsx'
import { problemOf } from './bubble/message-problem.ts'
import { useMessageActions } from './use-message-actions.ts'

/** Why a message has not arrived, and what can be done, outside of its chat; nothing for one that is well. */
export function MessageProblemPanel({ message }: { readonly message: Message }) {
  const actions = useMessageActions()
  const found = problemOf(message.status, message.editFailed)
  // What gives a text back, or changes it, is done in the chat.
  const problem = { ...found, actions: found.actions.filter((action) => action !== 'edit' && action !== 'cancel') }
  if (problem.note === null && problem.actions.length === 0) return null
  return (
    <MessageNote
      message={message}
      problem={problem}
      actions={actions}
      onEdit={() => undefined}
      giveBack={() => undefined}
    />
  )
}
