import type { Message } from '../../../../contract/index.ts'

export interface CopyText {
  /** A message without text in words: "Photo". */
  readonly kind: (message: Message) => string
  /** Full time of a message. */
  readonly time: (at: number) => string
  readonly you: string
}

/** The words of a message, or '' when it has none. */
export function ownText(message: Message): string {
  const { content } = message
  if (message.deleted) return ''
  switch (content.kind) {
    case 'text':
      return content.text
    case 'image':
    case 'video':
    case 'document':
    case 'audio':
    case 'sticker':
      return content.caption
    case 'location':
      return [
        content.name,
        content.address,
        content.latitude === null ? '' : `${content.latitude}, ${content.longitude}`,
      ]
        .filter(Boolean)
        .join('\n')
    case 'contacts':
      return content.cards
        .map((card) => [card.name, ...card.phones.map((phone) => phone.display), ...card.emails].join('\n'))
        .join('\n\n')
    case 'poll':
      return [content.question, ...content.options.map((option) => `- ${option.name} (${option.votes})`)].join('\n')
    case 'marker':
      return content.caption ?? ''
    case 'reaction':
    case 'unsupported':
      return ''
  }
}

/** What goes to the clipboard: one message as it was written, several with who and when. Rows are oldest first. */
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
