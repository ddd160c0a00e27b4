/** For a field that does not come, so that the keyboard is free again, ms. */
const longestHoldMs = 5000

let held: { text: string; readonly timer: ReturnType<typeof setTimeout> } | null = null

function hold(event: KeyboardEvent): void {
  if (held === null) return
  const isCommand = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph')
  if (isCommand || event.isComposing) return
  if (event.key === 'Escape') return void takeHeldTyping()
  const { key } = event
  if ([...key].length === 1) held.text += key
  else if (key === 'Backspace') held.text = [...held.text].slice(0, -1).join('')
  else if (key !== 'Enter' && key !== 'Tab') return
  event.preventDefault()
  event.stopImmediatePropagation()
}

/**
 * Keeps what is typed for a field that is being opened. Without this, whoever types on after a shortcut would write
 * into what had the focus before: into an answer to a customer, which Enter then sends.
 */
export function holdTyping(): void {
  takeHeldTyping()
  held = { text: '', timer: setTimeout(takeHeldTyping, longestHoldMs) }
  window.addEventListener('keydown', hold, { capture: true })
}

/** The field has the focus, or will not come: gives what was typed meanwhile, and frees the keyboard. */
export function takeHeldTyping(): string {
  const text = held?.text ?? ''
  clearTimeout(held?.timer)
  held = null
  window.removeEventListener('keydown', hold, { capture: true })
  return text
}
