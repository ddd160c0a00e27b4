/**
 * Marks a region that F6 goes to: spread it on the element. The region itself takes the focus when nothing inside had
 * it.
 */
export const focusRegion = { 'data-region': '' } as const

const last = new WeakMap<Element, HTMLElement>()
const stops =
  'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), select:not(:disabled), [tabindex="0"]'
const isSeen = (element: HTMLElement): boolean => element.checkVisibility({ visibilityProperty: true })

/**
 * F6 and Shift F6 go round the regions of the page, in their order, to where the focus was in each. Returns its end.
 */
export function startFocusRegions(page: Document): () => void {
  const remember = (event: FocusEvent): void => {
    const { target } = event
    if (!(target instanceof HTMLElement)) return
    const region = target.closest('[data-region]')
    if (region) last.set(region, target)
  }
  const go = (event: KeyboardEvent): void => {
    if (event.key !== 'F6' || event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return
    const seen = [...page.querySelectorAll<HTMLElement>('[data-region]')].filter(isSeen)
    // A region made of others is none of its own: the focus would come back to where it was.
    const regions = seen.filter((region) => !seen.some((other) => other !== region && region.contains(other)))
    if (regions.length === 0) return
    event.preventDefault()
    const at = regions.findIndex((region) => region.contains(page.activeElement))
    const step = event.shiftKey ? -1 : 1
    const next = regions[at < 0 ? 0 : (at + step + regions.length) % regions.length]
    if (next) enter(next)
  }
  page.addEventListener('focusin', remember)
  page.addEventListener('keydown', go)
  return () => {
    page.removeEventListener('focusin', remember)
    page.removeEventListener('keydown', go)
  }
}

function enter(region: HTMLElement): void {
  const before = last.get(region)
  const target =
    before?.isConnected && isSeen(before) ? before : [...region.querySelectorAll<HTMLElement>(stops)].find(isSeen)
  if (target) return target.focus()
  region.tabIndex = -1
  region.focus()
}
