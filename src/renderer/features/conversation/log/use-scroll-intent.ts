import type { Virtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect } from 'react'
import type { GroupedMessage } from './group-messages.ts'
import type { ScrollIntent } from './log-view.ts'
import { measuredRowsOf } from './measured-rows.ts'
import { offsetOf } from './scroll-anchor.ts'

export interface ScrollIntentOptions {
  readonly intent: ScrollIntent | null
  /** The rows are the answer to what was asked for last. */
  readonly isCurrent: boolean
  readonly rows: readonly GroupedMessage[]
  readonly virtualizer: Virtualizer<HTMLDivElement, HTMLDivElement>
  /** Sets whether the log sticks to its end from then on. */
  readonly keepEnd: (keep: boolean) => void
  readonly onDone: () => void
}

/** Moves the log to where it was asked to be, as soon as the rows for it are there. */
export function useScrollIntent({ intent, isCurrent, rows, virtualizer, keepEnd, onDone }: ScrollIntentOptions): void {
  useLayoutEffect(() => {
    if (!intent || !isCurrent || rows.length === 0) return
    switch (intent.kind) {
      case 'end': {
        const isSmooth = intent.smooth && !reducesMotion()
        virtualizer.scrollToEnd({ behavior: isSmooth ? 'smooth' : 'auto' })
        keepEnd(!isSmooth)
        break
      }
      case 'message': {
        const index = rows.findIndex((row) => row.message.key === intent.message)
        if (index >= 0) virtualizer.scrollToIndex(index, { align: intent.align })
        keepEnd(false)
        break
      }
      case 'date': {
        const index = rows.findIndex((row) => row.message.at >= intent.at)
        virtualizer.scrollToIndex(index < 0 ? rows.length - 1 : index, { align: 'start' })
        keepEnd(false)
        break
      }
      case 'anchor': {
        const offset = offsetOf(measuredRowsOf(virtualizer.measurementsCache), intent.anchor)
        if (offset !== null) virtualizer.scrollToOffset(offset)
        keepEnd(false)
      }
    }
    onDone()
  }, [intent, isCurrent, rows, virtualizer, onDone, keepEnd])
}

/** Whether the person wants no movement: the system's setting, or the program's own. */
const reducesMotion = (): boolean =>
  document.documentElement.dataset['motion'] === 'reduced' || matchMedia('(prefers-reduced-motion: reduce)').matches
