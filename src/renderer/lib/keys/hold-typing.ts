import { isComposition, isTypedKey } from './shortcuts.ts'

/** For a field that does not come, so that the keyboard is free again, ms. */
export const longestHoldMs = 5000

interface Hold {
  text: string
  /** Ends it when no key came for so long; null: it has one end, whatever is typed. */
  readonly pauseMs: number | null
  readonly onReleased: (() => void) | undefined
}

let held: Hold | null = null
let timer: ReturnType<typeof setTimeout> | undefined

function hold(event: KeyboardEvent): void {
  if (held === null) return
  const { key } = event
  if (isComposition(event)) return
  if (key === 'Escape') return release()
  if (isTypedKey(event)) held.text += key
  else if (event.ctrlKey || event.metaKey || event.altKey) return
  else if (key === 'Backspace') held.text = [...held.text].slice(0, -1).join('')
  else if (key !== 'Enter' && key !== 'Tab') return
  if (held.pauseMs !== null) releaseAfter(held.pauseMs)
  event.preventDefault()
  event.stopImmediatePropagation()
}

function releaseAfter(ms: number): void {
  clearTimeout(timer)
  timer = setTimeout(release, ms)
}

function release(): void {
  clearTimeout(timer)
  const released = held
  held = null
  window.removeEventListener('keydown', hold, { capture: true })
  window.removeEventListener('pointerdown', release, { capture: true })
  released?.onReleased?.()
}

/**
 * Keeps what is typed for a field that is being opened. Without this, whoever types on after a shortcut would write
 * into what had the focus before: into an answer to a customer, which Enter then sends. The keyboard is free again when
 * the text is taken, at the next hold, at Escape or a click, or after a time. Returns what takes the text.
 */
export function holdTyping(): () => string {
  const own = begin({ text: '', pauseMs: null, onReleased: undefined }, longestHoldMs)
  return () => {
    if (held === own) release()
    return own.text
  }
}

/**
 * Keeps what is typed from something that appears by itself, until the person pauses for so long, clicks, or presses
 * Escape. Then `onReleased` gets the text, once. Returns what ends it sooner.
 */
export function holdUntilPause(pauseMs: number, onReleased: (text: string) => void): () => void {
  const own: Hold = begin({ text: '', pauseMs, onReleased: () => onReleased(own.text) }, pauseMs)
  return () => {
    if (held === own) release()
  }
}

function begin(own: Hold, forMs: number): Hold {
  release()
  held = own
  releaseAfter(forMs)
  window.addEventListener('keydown', hold, { capture: true })
  window.addEventListener('pointerdown', release, { capture: true })
  return own
}

/** The field has the focus, or will not come: gives what was typed meanwhile, and frees the keyboard. */
export function takeHeldTyping(): string {
  const text = held?.text ?? ''
  release()
  return text
}
