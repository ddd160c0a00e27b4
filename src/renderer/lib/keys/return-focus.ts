import { useState } from 'react'
import { goings } from '../routing/route.ts'

const isThere = (element: HTMLElement | null): element is HTMLElement =>
  element !== null && element.isConnected && element.checkVisibility({ visibilityProperty: true })

/** What had the focus last in the page itself, under every layer. */
let inPage: HTMLElement | null = null

/** Remembers where the focus was in the page, for layers that were opened out of other layers. Returns its end. */
export function startReturnFocus(page: Document): () => void {
  const remember = ({ target }: FocusEvent): void => {
    if (target instanceof HTMLElement && target.closest('#root')) inPage = target
  }
  page.addEventListener('focusin', remember)
  return () => page.removeEventListener('focusin', remember)
}

/**
 * Where the focus goes when the modal layer that calls this closes, for `finalFocus`. False leaves it to nobody: to
 * guess would lead to an element that the person left long ago. Whoever went somewhere meanwhile writes next.
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
    // It was an item of a menu, or stood in a dialog that this one took the place of.
    return isThere(inPage) ? inPage : false
  }
}

/** The field in which the open chat is answered, if it can be. Its component marks it with `data-write`. */
export function writingField(page: Document = document): HTMLElement | null {
  const field = page.querySelector<HTMLElement>('[data-write]:not(:disabled)')
  return isThere(field) ? field : null
}
