import type { MessageKey } from '../../../../contract/index.ts'
import type { GroupedMessage } from './group-messages.ts'
import type { ScrollIntent } from './log-view.ts'
import type { RememberedScroll } from './scroll-memory.ts'
import { offsetOf } from './scroll-anchor.ts'
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

/** Room above the first row for what is known of older messages, CSS px. */
export const topRoom = 56
/** Room below the last row, CSS px. */
export const bottomRoom = 20

interface Measured {
  readonly index: number
  readonly key: number | string | bigint
  readonly start: number
  readonly size: number
  readonly end: number
  readonly lane: number
}

export const measuredRowsOf = (measurements: readonly Measured[]) =>
  measurements.map(({ key, start, size }) => ({ key: key as MessageKey, start, size }))

/** Sizes known from the last visit, and where to begin, so that the first picture is already the right one. */
export function initialState(
  rows: readonly GroupedMessage[],
  left: RememberedScroll | null,
  intent: ScrollIntent | null,
) {
  let start = topRoom
  const measurements = rows.map((row, index): Measured => {
    const size = left?.sizes.get(row.message.key) ?? estimateHeight(row)
    const item = { index, key: row.message.key, start, size, end: start + size, lane: 0 }
    start += size
    return item
  })
  const offset =
    intent?.kind === 'anchor'
      ? (offsetOf(measuredRowsOf(measurements), intent.anchor) ?? 0)
      : intent?.kind === 'end'
        ? start + bottomRoom
        : 0
  return { offset, measurements: measurements.filter((item) => left?.sizes.has(item.key as MessageKey)) }
}
