import type { FocusEvent, KeyboardEvent } from 'react'
import { useCallback } from 'react'

export interface RovingOptions {
  /** Which of the descendants take part. */
  readonly selector: string
  readonly orientation?: 'vertical' | 'horizontal' | 'both'
}

export interface RovingProps {
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void
}

const forward = { vertical: ['ArrowDown'], horizontal: ['ArrowRight'], both: ['ArrowDown', 'ArrowRight'] } as const
const backward = { vertical: ['ArrowUp'], horizontal: ['ArrowLeft'], both: ['ArrowUp', 'ArrowLeft'] } as const

/**
 * Arrow keys, Home and End move the focus among the items of a container that is one tab stop. Spread the result on the
 * container; render one item with tabIndex 0 and the others with -1. The item that gets the focus becomes the stop.
 */
export function useRoving({ selector, orientation = 'vertical' }: RovingOptions): RovingProps {
  const onKeyDown = useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
      const items = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)]
      const at = items.findIndex((item) => item === event.target || item.contains(event.target as Node))
      if (at < 0) return
      const keys: readonly string[] = forward[orientation]
      const back: readonly string[] = backward[orientation]
      const wanted = keys.includes(event.key)
        ? at + 1
        : back.includes(event.key)
          ? at - 1
          : event.key === 'Home'
            ? 0
            : event.key === 'End'
              ? items.length - 1
              : undefined
      if (wanted === undefined) return
      event.preventDefault()
      items[Math.max(0, Math.min(wanted, items.length - 1))]?.focus()
    },
    [selector, orientation],
  )
  const onFocus = useCallback(
    (event: FocusEvent<HTMLElement>) => {
      const { target } = event
      if (!target.matches(selector)) return
      for (const item of event.currentTarget.querySelectorAll<HTMLElement>(selector)) {
        item.tabIndex = item === target ? 0 : -1
      }
    },
    [selector],
  )
  return { onKeyDown, onFocus }
}
