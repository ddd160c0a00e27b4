import type { FocusEvent } from 'react'
import { isComposition, isTypedKey } from './shortcuts.ts'
import { dispatchInput, insertInto, isTextField } from './typed-ahead.ts'

/** For a field that does not come, so that the keyboard is free again: after the last letter, ms. */
export const longestHoldMs = 5000

let held: { text: string } | null = null
/** The field did not come in time. It still gets what was typed, unless the person goes on elsewhere first. */
let isFree = false
let timer: ReturnType<typeof setTimeout> | undefined
/** Takes the letters of an input method or a dead key out of the field that shows them. */
let takeOutComposed: (() => void) | null = null

function freeLater(): void {
  clearTimeout(timer)
  timer = setTimeout(() => {
    isFree = true
  }, longestHoldMs)
}

function hold(event: KeyboardEvent): void {
  if (held === null) return
  if (isFree) return release()
  freeLater()
  const { key } = event
  if (isComposition(event)) return
  if (key === 'Escape') return release()
  if (isTypedKey(event)) held.text += key
  else if (event.ctrlKey || event.metaKey || event.altKey) return
  else if (key === 'Backspace') held.text = [...held.text].slice(0, -1).join('')
  else if (key !== 'Enter' && key !== 'Tab') return
  event.preventDefault()
  event.stopImmediatePropagation()
}

function holdPaste(event: ClipboardEvent): void {
  if (held === null) return
  if (isFree) return release()
  freeLater()
  held.text += event.clipboardData?.getData('text/plain') ?? ''
  event.preventDefault()
  event.stopImmediatePropagation()
}

/**
 * No page can keep letters from being composed in the field that has the focus: the field is restored after it. Nobody
 * else sees that composition: a dialog that saw only its end would take the next Escape for the input method's.
 */
function beginComposition(event: CompositionEvent): void {
  if (isFree) return release()
  freeLater()
  const { target: field } = event
  if (!(field instanceof Element) || !isTextField(field)) return
  event.stopImmediatePropagation()
  const { value, selectionStart, selectionEnd } = field
  takeOutComposed = () => {
    field.setRangeText(value, 0, field.value.length)
    field.setSelectionRange(selectionStart, selectionEnd)
    dispatchInput(field)
  }
}

function holdComposed(event: CompositionEvent): void {
  if (held === null || takeOutComposed === null) return
  event.stopImmediatePropagation()
  takeOutComposed()
  takeOutComposed = null
  held.text += event.data
}

function release(): void {
  clearTimeout(timer)
  held = null
  isFree = false
  takeOutComposed = null
  window.removeEventListener('compositionstart', beginComposition, { capture: true })
  window.removeEventListener('compositionend', holdComposed, { capture: true })
  window.removeEventListener('keydown', hold, { capture: true })
  window.removeEventListener('paste', holdPaste, { capture: true })
  window.removeEventListener('pointerdown', release, { capture: true })
}

/**
 * Keeps what is typed, composed and pasted for a field that is being opened. Without this, whoever types on after a
 * shortcut would write into what had the focus before: into an answer to a customer, which Enter then sends. The
 * keyboard is free again when the text is taken, at the next hold, at Escape or a click, or a while after the last
 * letter. Returns what takes the text.
 */
export function holdTyping(): () => string {
  release()
  const own = { text: '' }
  held = own
  freeLater()
  window.addEventListener('keydown', hold, { capture: true })
  window.addEventListener('paste', holdPaste, { capture: true })
  window.addEventListener('compositionstart', beginComposition, { capture: true })
  window.addEventListener('compositionend', holdComposed, { capture: true })
  window.addEventListener('pointerdown', release, { capture: true })
  return () => {
    if (held === own) release()
    return own.text
  }
}

/** The field has the focus, or will not come: gives what was typed meanwhile, and frees the keyboard. */
export function takeHeldTyping(): string {
  const text = held?.text ?? ''
  release()
  return text
}

/** Text that was held for what opened this hold is for what it opens. */
export function addHeldTyping(text: string): void {
  if (held !== null) held.text += text
}

/** `onFocus` of a layer: what was typed while it opened goes into its field, or nowhere if it has none. */
export function giveHeldTyping({ target }: FocusEvent): void {
  const text = takeHeldTyping()
  if (text !== '' && isTextField(target)) insertInto(target, text)
}
