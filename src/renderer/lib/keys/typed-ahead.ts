import type { ChatKey } from '../../../contract/ids.ts'

const ahead = new Map<ChatKey, string>()

/** Keeps what is typed while a chat is being opened. */
export function typeAhead(chat: ChatKey, text: string): void {
  ahead.set(chat, (ahead.get(chat) ?? '') + text)
}

/**
 * Hands it over to that chat's composer, once. What was typed for a chat that was left before it opened waits for that
 * chat, and is never another's.
 */
export function takeTypedAhead(chat: ChatKey): string {
  const text = ahead.get(chat) ?? ''
  ahead.delete(chat)
  return text
}

/**
 * Tells React of a text that a program put into a field, as if it had been typed. React remembers what was typed last,
 * and else takes the same text, typed or pasted once more, for no change.
 */
export function dispatchInput(field: HTMLTextAreaElement): void {
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
