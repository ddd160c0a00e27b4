import { useCallback, type FocusEvent, type KeyboardEvent } from 'react'

export interface RovingOptions {
  /** Which of the descendants take part. */
  readonly selector: string
  readonly isHorizontal?: boolean
}

export interface RovingProps {
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void
}

/**
 * Arrow keys, Home and End move the focus among the items of a container that is one tab stop. Spread the result on the
 * container; render one item with tabIndex 0 and the others with -1. The item that gets the focus becomes the stop.
 */
export function useRoving({ selector, isHorizontal = false }: RovingOptions): RovingProps {
  const onKeyDown = useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
      const items = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)]
      const at = items.findIndex((item) => item === event.target || item.contains(event.target as Node))
      if (at < 0) return
      const wanted =
        event.key === (isHorizontal ? 'ArrowRight' : 'ArrowDown')
          ? at + 1
          : event.key === (isHorizontal ? 'ArrowLeft' : 'ArrowUp')
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
    [selector, isHorizontal],
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
