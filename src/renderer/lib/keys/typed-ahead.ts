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
