import type { Message } from '../../../../contract/index.ts'
import { useConversation, useMessageStop } from '../conversation-context.ts'
import { StatusLine } from './status-line.tsx'
import type { MessageProblem } from './message-problem.ts'

export interface BubbleStatusLineProps {
  readonly message: Message
  readonly problem: MessageProblem
  readonly onEdit: () => void
}

/** The status line under a bubble of the open chat. */
export function BubbleStatusLine(props: BubbleStatusLineProps) {
  const { actions, giveBack } = useConversation()
  return <StatusLine {...props} actions={actions} giveBack={giveBack} stop={useMessageStop()} />
}
