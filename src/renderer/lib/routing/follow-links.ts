import { goTo, parseRoute } from './route.ts'

/**
 * A click on a link within the window goes there at once. The browser itself tells of a new hash only after the next
 * frame, and a key pressed before that would still be taken for one of the view that was left.
 */
export function followLinks(page: Document): void {
  page.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || !(event.target instanceof Element)) return
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    const link = event.target.closest('a[href^="#/"]')
    const href = link?.getAttribute('href') ?? null
    if (href === null) return
    event.preventDefault()
    goTo(parseRoute(href))
  })
}
