import type { Message, MessageContent, QuotedMessage } from '../../../contract/index.ts'

/** A message of the log as an answer quotes it. */
export function quotedOf({ content, sender, key, idMessage }: Message): QuotedMessage {
  return {
    idMessage: idMessage ?? '',
    key,
    sender,
    kind: content.kind,
    text: textOf(content).slice(0, 500),
    thumbnail: 'thumbnail' in content ? content.thumbnail : null,
  }
}

/** In one line, as core has it for quotes that came from the service. */
function textOf(content: MessageContent): string {
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
    case 'unsupported':
      return ''
  }
}
