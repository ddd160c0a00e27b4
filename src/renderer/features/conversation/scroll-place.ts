import type { MessageKey } from '../../../contract/index.ts'

/** A row of the log with its place, CSS px from the top of the content. */
export interface PlacedRow {
  readonly key: MessageKey
  readonly start: number
  readonly size: number
}

/** Where a person is in a chat: how far the top of the view lies below the top of a message. */
export interface ScrollPlace {
  readonly message: MessageKey
  /** CSS px; negative while the top of the message lies below the top of the view. */
  readonly offset: number
}

/** The place at a scroll offset: the first row whose end lies below the top of the view. Null without rows. */
export function placeAt(rows: readonly PlacedRow[], scrollOffset: number): ScrollPlace | null {
  const row = rows.find(({ start, size }) => start + size > scrollOffset) ?? rows.at(-1)
  return row ? { message: row.key, offset: scrollOffset - row.start } : null
}

/** The scroll offset that shows a place; null when its message is not there. */
export function offsetOf(rows: readonly PlacedRow[], place: ScrollPlace): number | null {
  const row = rows.find(({ key }) => key === place.message)
  return row ? Math.max(0, row.start + Math.min(place.offset, row.size)) : null
}
