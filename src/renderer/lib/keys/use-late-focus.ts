import { useCallback, useEffect, useRef, type RefObject } from 'react'

/**
 * For lists that draw only what is in view: focuses an element of `root` as soon as it is drawn, at once if it is. Not
 * if the focus left the list meanwhile: what a person types there must stay there.
 */
export function useLateFocus<Wanted>(
  root: RefObject<HTMLElement | null>,
  find: (wanted: Wanted) => HTMLElement | null | undefined,
): (wanted: Wanted) => void {
  const waiting = useRef<{ readonly wanted: Wanted; readonly from: Element | null } | null>(null)
  const focus = (): void => {
    const { current } = waiting
    if (current === null) return
    const { activeElement, body } = document
    const isHere = activeElement === current.from || activeElement === body || root.current?.contains(activeElement)
    const element = isHere === true ? find(current.wanted) : null
    if (isHere === true && !element) return
    waiting.current = null
    element?.focus({ preventScroll: true })
  }
  const present = useRef(focus)
  useEffect(() => {
    present.current = focus
    focus()
  })
  return useCallback((wanted) => {
    waiting.current = { wanted, from: document.activeElement }
    present.current()
  }, [])
}
