import type { ChatKey } from '../../contract/ids.ts'

let ahead: { readonly chat: ChatKey; readonly text: string } | null = null

/** Keeps what is typed while a chat is being opened. */
export function typeAhead(chat: ChatKey, text: string): void {
  ahead = { chat, text: ahead?.chat === chat ? ahead.text + text : text }
}

/** Hands it over to that chat's composer, once; what was typed for another chat is not its own. */
export function takeTypedAhead(chat: ChatKey): string {
  const text = ahead?.chat === chat ? ahead.text : ''
  ahead = null
  return text
}
