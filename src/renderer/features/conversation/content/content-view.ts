import type { ComponentType, ReactNode } from 'react'
import type { Message, MessageContent } from '../../../../contract/index.ts'

/** Props of the inside of a bubble. `meta`: time and ticks, which each kind puts where it has room. */
export interface ContentProps<Kind extends MessageContent['kind']> {
  readonly message: Message
  readonly content: Extract<MessageContent, { kind: Kind }>
  readonly meta: ReactNode
}

/** What a conversation does with one kind of content. One row of `content-views.ts` (docs/adding-a-message-kind.md). */
export interface ContentView<Kind extends MessageContent['kind']> {
  /** The inside of the bubble. */
  readonly Bubble: ComponentType<ContentProps<Kind>>
  /** What goes to the clipboard; '' where the name of the kind says all. */
  copiedText(content: Extract<MessageContent, { kind: Kind }>): string
  /** A guess of its height before it is drawn, near enough that the scroll bar does not lie, CSS px. */
  height(content: Extract<MessageContent, { kind: Kind }>): number
}
