import { useLayoutEffect, useRef, type RefObject } from 'react'
import { shiftOf, type RowsInSight } from './row-shift.ts'

export interface ScrollAnchorOptions {
  readonly scroller: RefObject<HTMLElement | null>
  /** The list, in words of the caller: a place is kept within one list only. */
  readonly resetKey: string
  readonly count: number
  /** CSS px. */
  readonly rowHeight: number
  readonly selectedIndex: number | null
  /** Undefined where no row is read. */
  readonly keyAt: (index: number) => string | number | undefined
  /** The index of a row now, also outside of what is read; null when it is gone. */
  readonly indexOf: ((key: string | number) => Promise<number | null>) | undefined
}

/** Any of these rows brings the reader back, should others have gone. */
const asked = 5

/**
 * Rows that move under the reader are moved back: before the browser paints where the rows are at hand, else as soon as
 * their new place is known.
 */
export function useScrollAnchor({
  scroller,
  resetKey,
  count,
  rowHeight,
  selectedIndex,
  keyAt,
  indexOf,
}: ScrollAnchorOptions): void {
  const inSight = useRef<AnchoredRows | null>(null)
  const search = useRef<{ readonly scrollTop: number } | null>(null)
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    const before = inSight.current?.resetKey === resetKey ? inSight.current : null
    const moveTo = (at: number): void => {
      if (at !== element.scrollTop) element.scrollTo({ top: at, behavior: 'instant' })
    }
    const remember = (at = element.scrollTop): void => {
      const first = Math.floor(at / rowHeight)
      const length = Math.min(count - first, Math.ceil(element.clientHeight / rowHeight))
      const keys = Array.from({ length: Math.max(0, length) }, (_, place) => keyAt(first + place))
      // A row that is only being read does not take the place of the expected one.
      const expected = before?.first === first && keys.every((key) => key === undefined)
      inSight.current = { resetKey, first, keys: expected ? before.keys : keys, at, was: element.scrollTop }
    }
    if (search.current !== null && before !== null && search.current.scrollTop === element.scrollTop) return
    // A person who scrolled, or a list that changed meanwhile, has another row at the top.
    const left = search.current !== null
    search.current = null
    const reads = element.scrollTop > 0 || (selectedIndex !== null && selectedIndex * rowHeight < element.clientHeight)
    if (before === null || !reads || left) return remember()
    const at = before.was === element.scrollTop ? before.at : element.scrollTop
    const shift = shiftOf(before, keyAt, count)
    if (shift !== null || indexOf === undefined) {
      moveTo(at + (shift ?? 0) * rowHeight)
      return remember(at + (shift ?? 0) * rowHeight)
    }
    const own = { scrollTop: element.scrollTop }
    search.current = own
    const bringBack = async (find: NonNullable<ScrollAnchorOptions['indexOf']>): Promise<void> => {
      const found = await findShift(before, find)
      if (search.current !== own) return
      search.current = null
      if (found === null || element.scrollTop !== own.scrollTop) return remember()
      const next = at + found * rowHeight
      moveTo(next)
      // The same rows at their new place, though they are only being read there.
      inSight.current = {
        resetKey,
        first: Math.floor(next / rowHeight),
        keys: before.keys,
        at: next,
        was: element.scrollTop,
      }
    }
    void bringBack(indexOf)
  })
}

interface AnchoredRows extends RowsInSight {
  readonly resetKey: string
  /** Where the view belongs, CSS px from the top of the list. */
  readonly at: number
  /** Where it was: less than that while the list is not yet as long as it will be. */
  readonly was: number
}

/** By how many rows the first row in sight that still is there went; null when none is. */
async function findShift(
  { first, keys }: RowsInSight,
  placeOf: (key: string | number) => Promise<number | null>,
): Promise<number | null> {
  const known = keys.flatMap((key, place) => (key === undefined ? [] : [{ key, place }]))
  for (const { key, place } of known.slice(0, asked)) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- the next one is asked for only where this one is gone
    const index = await placeOf(key)
    if (index !== null) return index - first - place
  }
  return null
}
