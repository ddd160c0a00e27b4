import { useState, type KeyboardEvent, type RefObject } from 'react'
import { useLateFocus } from '../../lib/keys/use-late-focus.ts'

export interface RowFocusOptions<Key> {
  readonly scroller: RefObject<HTMLElement | null>
  /** The rows that are drawn; `key` undefined: one that is not read yet. */
  readonly shown: readonly { readonly index: number; readonly key: Key | undefined }[]
  /** The tab stop until the person moves it. */
  readonly preferred: Key | null
  readonly total: number
  readonly rowHeight: number
  readonly keyAt: (index: number) => Key | undefined
  readonly scrollTo: (index: number) => void
}

export interface RowFocus<Key> {
  /** The row that is the tab stop of the list. */
  readonly activeIndex: number
  readonly setActive: (key: Key | null) => void
  /** Focuses a row as soon as it is drawn. */
  readonly focusRow: (index: number) => void
  /** Moves the focus by arrows, Page keys, Home and End. Gives the row's index; null: it is another key. */
  readonly move: (event: KeyboardEvent) => number | null
}

/** Keys and the one tab stop of a virtual list, whose rows are buttons in `[data-row]`. */
export function useRowFocus<Key>({
  scroller,
  shown,
  preferred,
  total,
  rowHeight,
  keyAt,
  scrollTo,
}: RowFocusOptions<Key>): RowFocus<Key> {
  const [activeKey, setActive] = useState<Key | null>(null)
  const activeIndex =
    (shown.find(({ key }) => key === activeKey) ?? shown.find(({ key }) => key === preferred) ?? shown[0])?.index ?? 0
  // By the key, where it is read: the list may move before the row is drawn.
  const focusLate = useLateFocus<{ readonly index: number; readonly key: Key | undefined }>(
    scroller,
    ({ index, key }) => {
      const row = key === undefined ? index : shown.find((one) => one.key === key)?.index
      return scroller.current?.querySelector<HTMLElement>(`[data-row="${row}"] button`)
    },
  )
  return {
    activeIndex,
    setActive,
    focusRow: (index) => focusLate({ index, key: keyAt(index) }),
    move(event) {
      if (event.altKey || event.ctrlKey || event.metaKey || total === 0) return null
      const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1)
      const steps: Readonly<Record<string, number>> = {
        ArrowDown: activeIndex + 1,
        ArrowUp: activeIndex - 1,
        PageDown: activeIndex + page,
        PageUp: activeIndex - page,
        Home: 0,
        End: total - 1,
      }
      const wanted = steps[event.key]
      if (wanted === undefined) return null
      event.preventDefault()
      const next = Math.max(0, Math.min(wanted, total - 1))
      scrollTo(next)
      setActive(keyAt(next) ?? null)
      focusLate({ index: next, key: keyAt(next) })
      return next
    },
  }
}
