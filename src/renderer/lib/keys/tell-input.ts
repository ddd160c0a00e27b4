/**
 * Tells React of a text that a program put into a field, as if it had been typed. React remembers what was typed last,
 * and else takes the same text, typed or pasted once more, for no change.
 */
export function tellInput(field: HTMLTextAreaElement): void {
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
