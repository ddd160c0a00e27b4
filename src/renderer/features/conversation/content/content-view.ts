import type { ComponentType, ReactNode } from 'react'
import type { Message, MessageContent } from '../../../../contract/index.ts'

/** Props of the inside of a bubble. `meta`: time and ticks, which each kind puts where it has room. */
export interface ContentProps<Kind extends MessageContent['kind']> {
  readonly message: Message
  readonly content: Extract<MessageContent, { kind: Kind }>
  readonly meta: ReactNode
}

/** How a conversation shows one kind of content: a row of `content-views.ts` (docs/adding-a-message-kind.md). */
export interface ContentView<Kind extends MessageContent['kind']> {
  /** The inside of the bubble. */
  readonly Bubble: ComponentType<ContentProps<Kind>>
  /** The text for the clipboard; '' if the kind's name suffices. */
  copiedText(content: Extract<MessageContent, { kind: Kind }>): string
  /** A guess of its height before it is drawn, near enough that the scroll bar does not lie, CSS px. */
  height(content: Extract<MessageContent, { kind: Kind }>): number
}

/** Width of a line in a bubble, and of a letter of the message font (14 px), CSS px. */
const lineWidth = 490
const letterWidth = 7
const lineHeight = 20

/** Estimated height of a text in a bubble, CSS px; 0 for ''. */
export function textHeight(text: string): number {
  if (text === '') return 0
  const lines = text
    .slice(0, 3000)
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil((line.length * letterWidth) / lineWidth)), 0)
  return Math.min(lines, 60) * lineHeight
}
