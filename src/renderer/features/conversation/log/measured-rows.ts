import type { MessageKey } from '../../../../contract/index.ts'
import { estimateHeight } from './estimate-height.ts'
import type { GroupedMessage } from './group-messages.ts'
import type { ScrollIntent } from './log-view.ts'
import type { RememberedScroll } from './scroll-memory.ts'
import { offsetOf } from './scroll-anchor.ts'

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
