import { contentViewOf } from '../content/content-views.ts'
import type { Message } from '../../../../contract/index.ts'

export interface CopyText {
  /** A message without text in words: "Photo". */
  readonly kind: (message: Message) => string
  /** Full time of a message. */
  readonly time: (at: number) => string
  readonly you: string
}

/** The words of a message, or '' when it has none. */
export const ownText = ({ content, deleted }: Message): string =>
  deleted ? '' : contentViewOf(content.kind).copiedText(content)

/** The text for the clipboard: one message as written, several with author and time. Rows are oldest first. */
export function copiedText(messages: readonly Message[], wording: CopyText): string {
  const [only, ...others] = messages
  if (!only) return ''
  if (others.length === 0) return ownText(only) || wording.kind(only)
  return messages
    .map((message) => {
      const who = message.direction === 'outgoing' ? wording.you : message.sender.name
      return `[${wording.time(message.at)}] ${who}: ${ownText(message) || wording.kind(message)}`
    })
    .join('\n')
}
