import { useEffect, useRef, useState, type RefObject } from 'react'
import { goings } from '../routing/route.ts'

const isThere = (element: HTMLElement | null): element is HTMLElement =>
  element !== null && element.isConnected && element.checkVisibility({ visibilityProperty: true })

/** The last focused element of the page itself, below all layers. */
let inPage: HTMLElement | null = null

/** Tracks the focus in the page, for layers opened from other layers. Returns a function that stops it. */
export function startReturnFocus(page: Document): () => void {
  const remember = ({ target }: FocusEvent): void => {
    if (target instanceof HTMLElement && target.closest('#root')) inPage = target
  }
  page.addEventListener('focusin', remember)
  return () => page.removeEventListener('focusin', remember)
}

/**
 * The element that gets the focus when the calling modal layer closes, for `finalFocus`. False: none, because a guess
 * could be an element that the person left long ago. After a navigation it is the composer.
 */
export function useReturnFocus(): () => HTMLElement | false {
  const [opened] = useState(() => {
    const { activeElement } = document
    const element = activeElement instanceof HTMLElement && activeElement !== document.body ? activeElement : null
    return { element, goings: goings() }
  })
  return () => {
    if (goings() !== opened.goings) return writingField() ?? false
    if (opened.element === null || isThere(opened.element)) return opened.element ?? false
    // The element was in a menu, or in a dialog that this one replaced.
    return isThere(inPage) ? inPage : false
  }
}

/** The composer's field, if it is enabled. The composer marks it with `data-write`. */
export function writingField(): HTMLElement | null {
  const field = document.querySelector<HTMLElement>('[data-write]:not(:disabled)')
  return isThere(field) ? field : null
}

/** Focuses an element at the end of what was begun in `area`, unless the person went elsewhere meanwhile. */
export function focusUnlessElsewhere(area: Element | null, element: HTMLElement | null): void {
  const { activeElement } = document
  if (activeElement === document.body || area?.contains(activeElement) === true) element?.focus()
}

/** For the button that opens a form in its place: it gets the focus back when the form closes. */
export function useOpener(isOpen: boolean): RefObject<HTMLButtonElement | null> {
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen) focusUnlessElsewhere(null, opener.current)
    wasOpen.current = isOpen
  }, [isOpen])
  return opener
}
