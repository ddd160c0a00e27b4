import type { GroupedMessage } from './group-messages.ts'
import { contentViewOf } from '../content/content-views.ts'

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
  return around + contentViewOf(content.kind).height(content)
}
