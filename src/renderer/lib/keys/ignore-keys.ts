import { isComposition, isTyping } from './shortcuts.ts'

/**
 * Withholds keys that are no press from everything in the window: those that an input method reads while it composes
 * letters in a field, and the repeats of an Enter that is held down. A held Enter would act on what it opened: it
 * would send the draft of the chat, and answer the question. Lines of the field in which it was pressed go on.
 */
export function ignoreKeys(page: Window): void {
  let pressedOn: EventTarget | null = null
  const ignore = (event: KeyboardEvent): void => {
    const { target } = event
    if (isComposition(event) && isTyping(target)) return event.stopImmediatePropagation()
    if (event.key !== 'Enter') return
    if (!event.repeat) pressedOn = target
    else if (target !== pressedOn || !(target instanceof HTMLTextAreaElement)) {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
  }
  page.addEventListener('keydown', ignore, { capture: true })
}
