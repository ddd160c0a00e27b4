/**
 * A pointer that has gone farther than this since it was pressed drags, or its person has changed their mind, CSS px.
 */
const stillPx = 8

/** Elements on which a click means one thing. Rows of tables count: they move as rows come in above them. */
const pressed =
  'button, a[href], summary, label, input[type="checkbox"], input[type="radio"], [role="row"], [role="option"], [role="checkbox"]'
/** Controls that need the pointer themselves, wherever they stand: a caret, a slider, a native list. */
const independent = 'input, select, textarea, audio, video, [contenteditable="true"]'

/** Buttons with words. Steps are icons: each may draw the next one again. */
const worded = '.btn'

/**
 * A press is a click on what it began on, even when that has moved away from under the pointer by the time it ends:
 * rows move whenever a message comes in, and the browser gives up a click that ends over another element than it began
 * on. The pressed element captures the pointer for as long as the pointer itself stays where it was; one that is
 * dragged stays free. A double click is one on what its first press was on: it presses no button that the first one
 * brought under the pointer.
 */
export function holdPresses(page: Document): void {
  let held: { readonly element: Element; readonly id: number; readonly x: number; readonly y: number } | null = null
  const free = (): void => {
    if (held?.element.hasPointerCapture(held.id)) held.element.releasePointerCapture(held.id)
    held = null
  }
  page.addEventListener('pointerdown', (event) => {
    free()
    const { target, pointerId: id, clientX: x, clientY: y } = event
    // A finger is held by the browser itself.
    if (!event.isTrusted || !event.isPrimary || event.button !== 0 || event.pointerType === 'touch') return
    const element = target instanceof Element ? target.closest(`${pressed}, ${independent}`) : null
    if (element === null || !element.matches(pressed) || element.closest('[draggable="true"]') !== null) return
    element.setPointerCapture(id)
    held = { element, id, x, y }
  })
  page.addEventListener('pointermove', ({ pointerId, clientX, clientY }) => {
    if (held?.id === pointerId && Math.hypot(clientX - held.x, clientY - held.y) > stillPx) free()
  })
  let first: Element | null = null
  const pressedAt = ({ target }: Event): Element | null => (target instanceof Element ? target.closest(pressed) : null)
  const remember = (event: MouseEvent): void => {
    if (event.detail <= 1) first = pressedAt(event)
  }
  const refuse = (event: MouseEvent): void => {
    const button = pressedAt(event)
    if (event.detail <= 1 || button === first || button?.matches(worded) !== true) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  page.addEventListener('mousedown', remember, { capture: true })
  page.addEventListener('click', refuse, { capture: true })
}
