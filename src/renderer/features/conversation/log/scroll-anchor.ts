import type { MessageKey } from '../../../../contract/index.ts'

/** A row of the log with its anchor, CSS px from the top of the content. */
export interface MeasuredRow {
  readonly key: MessageKey
  readonly start: number
  readonly size: number
}

/** Where a person is in a chat: how far the top of the view lies below the top of a message. */
export interface ScrollAnchor {
  readonly message: MessageKey
  /** CSS px; negative while the top of the message lies below the top of the view. */
  readonly offset: number
}

/** The anchor at a scroll offset: the first row whose end lies below the top of the view. Null without rows. */
export function anchorAt(rows: readonly MeasuredRow[], scrollOffset: number): ScrollAnchor | null {
  const row = rows.find(({ start, size }) => start + size > scrollOffset) ?? rows.at(-1)
  return row ? { message: row.key, offset: scrollOffset - row.start } : null
}

/** The scroll offset that shows a anchor; null when its message is not there. */
export function offsetOf(rows: readonly MeasuredRow[], anchor: ScrollAnchor): number | null {
  const row = rows.find(({ key }) => key === anchor.message)
  return row ? Math.max(0, row.start + Math.min(anchor.offset, row.size)) : null
}
