import type { MessageContent } from '../../../contract/messages.ts'

/** The words of a message, whatever its kind; '' when it has none. */
export function textOfContent(content: MessageContent): string {
  switch (content.kind) {
    case 'text':
      return content.text
    case 'image':
    case 'video':
    case 'audio':
    case 'sticker':
      return content.caption
    case 'document':
      return content.caption || content.fileName
    case 'location':
      return [content.name, content.address].filter(Boolean).join(', ')
    case 'contacts':
      return content.cards.map(({ name }) => name).join(', ')
    case 'poll':
      return content.question
    case 'reaction':
      return content.emoji
    case 'marker':
      return content.caption ?? ''
    case 'unsupported':
      return ''
  }
}
