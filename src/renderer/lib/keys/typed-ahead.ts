import type { ChatKey } from '../../../contract/ids.ts'

const ahead = new Map<ChatKey, string>()

/** Writes into the answer to a chat: into its composer, or for it, if the chat is still being opened. */
export function typeInto(chat: ChatKey, text: string): void {
  if (text === '') return
  const field = document.querySelector<HTMLTextAreaElement>(`[data-write="${chat}"]`)
  if (field === null) return void ahead.set(chat, (ahead.get(chat) ?? '') + text)
  insertInto(field, text)
}

/** Writes into a field at its caret, as if it had been typed there. */
export function insertInto(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  field.setRangeText(text, field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length, 'end')
  dispatchInput(field)
}

/** The chats, besides the open one, for which something was typed that their composers have not taken. */
export const typedAheadElsewhere = (open: ChatKey | null): readonly ChatKey[] =>
  [...ahead.keys()].filter((chat) => chat !== open)

/** Hands what was typed for a chat to its composer, or to its draft if the chat was left before it opened; once. */
export function takeTypedAhead(chat: ChatKey): string {
  const text = ahead.get(chat) ?? ''
  ahead.delete(chat)
  return text
}

/**
 * Tells React of a text that a program put into a field, as if it had been typed. React remembers what was typed last,
 * and else takes the same text, typed or pasted once more, for no change.
 */
export function dispatchInput(field: HTMLInputElement | HTMLTextAreaElement): void {
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
