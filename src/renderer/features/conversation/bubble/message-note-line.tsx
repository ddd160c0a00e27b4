import type { Message } from '../../../../contract/index.ts'
import { useConversation, useMessageStop } from '../conversation-context.ts'
import { MessageNote } from './message-note.tsx'
import type { MessageProblem } from './message-problem.ts'

export interface MessageNoteLineProps {
  readonly message: Message
  readonly problem: MessageProblem
  readonly onEdit: () => void
}

/** The note under a bubble of the open chat. */
export function MessageNoteLine(props: MessageNoteLineProps) {
  const { actions, giveBack } = useConversation()
  return <MessageNote {...props} actions={actions} giveBack={giveBack} stop={useMessageStop()} />
}
