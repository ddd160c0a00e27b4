import type { GroupedMessage } from './group-messages.ts'

type Row = Pick<GroupedMessage, 'day' | 'divider'>

/** As high as a line between messages, CSS px. */
const lineHeight = 44

/**
 * Whether the day, or the line "New messages", is at the place of the floating day label, which is then hidden.
 * `hidden`: how much of `first`, the first row in sight, is hidden above, CSS px.
 */
export const isLineInSight = (first: Row, next: Row | undefined, hidden: number): boolean =>
  ((first.day !== null || first.divider) && hidden < lineHeight) ||
  (next?.day ?? null) !== null ||
  next?.divider === true
