import type { GroupedMessage } from './group-messages.ts'
import { mediaBox } from '../bubble/media-box.ts'

/** Width of a line in a bubble, and of a letter of the message font (14 px), CSS px. */
const lineWidth = 490
const letterWidth = 7
const lineHeight = 20

function textHeight(text: string): number {
  const part = text.slice(0, 3000)
  const lines = part
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil((line.length * letterWidth) / lineWidth)), 0)
  return Math.min(lines, 60) * lineHeight
}

/** A guess of a row's height before it is drawn, near enough that the scroll bar does not lie. CSS px. */
export function estimateHeight({ message, first, day, divider }: GroupedMessage): number {
  const { content } = message
  const around =
    (first ? 12 : 2) +
    (day === null ? 0 : 52) +
    (divider ? 44 : 0) +
    (message.quoted ? 54 : 0) +
    (message.reactions.length > 0 ? 22 : 0)
  if (message.deleted) return around + 36
  switch (content.kind) {
    case 'text':
      return around + 14 + textHeight(content.text) + (content.preview ? 110 : 0)
    case 'image':
    case 'video':
      return (
        around +
        34 +
        mediaBox(content.width, content.height).height +
        (content.caption === '' ? 0 : textHeight(content.caption))
      )
    case 'sticker':
      return around + 150
    case 'document':
    case 'audio':
      return around + 92 + (content.caption === '' ? 0 : textHeight(content.caption))
    case 'location':
      return around + (content.thumbnail ? 240 : 110)
    case 'contacts':
      return around + 40 + Math.min(content.cards.length, 3) * 60
    case 'poll':
      return around + 90 + content.options.length * 38
    case 'reaction':
    case 'marker':
      return around + 36
    case 'unsupported':
      return around + 82
  }
}
