import type { MessageKey } from '../../../../contract/index.ts'
import type { ScrollAnchor } from './scroll-anchor.ts'

/** Where the log has to be once the rows for it are there. */
export type ScrollIntent =
  | { readonly kind: 'end'; readonly smooth: boolean }
  | { readonly kind: 'message'; readonly message: MessageKey; readonly align: 'start' | 'center' }
  | { readonly kind: 'anchor'; readonly anchor: ScrollAnchor }
  /** The first message at or after a time (epoch ms). */
  | { readonly kind: 'date'; readonly at: number }

export interface VisibleRange {
  /** Index of the first row that is seen. */
  readonly first: number
  /** Index of the last row that is seen. */
  readonly last: number
}

/** The visible part of the loaded rows. */
export interface LogView extends VisibleRange {
  /** Within a line of the newest loaded row. */
  readonly atEnd: boolean
}
