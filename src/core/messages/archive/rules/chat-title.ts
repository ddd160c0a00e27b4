import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { visibleName } from '../../../../contract/values.ts'
import { chatKindOf, phoneDigitsOf } from './chat-id.ts'

export interface ChatNames {
  readonly chatId: string
  /** The name that people here gave the person; '' for none. */
  readonly given: string
  readonly contactName: string | null
  readonly senderName: string | null
  /** Group subject, or the name under which the service knows the chat. */
  readonly subject: string | null
  /** Public name in the messenger, without its @. */
  readonly username: string | null
  /** Digits; empty if the service did not report them. */
  readonly phone: string | null
}

/**
 * The best name: given here, the account's contact name, the subject, the person's own name, the username, the number,
 * the id.
 */
export function titleOf(names: ChatNames): string {
  const { chatId, given, contactName, subject, senderName, username, phone } = names
  if (chatKindOf(chatId) === 'group') return firstWord([subject]) ?? chatId
  // Numbers are parsed last, because parsing is the slowest part and most people have a name.
  const named = firstWord([given, contactName, subject, senderName]) ?? (username === null ? null : `@${username}`)
  return named ?? formatPhone(phone ?? phoneDigitsOf(chatId)) ?? chatId
}

const firstWord = (names: readonly (string | null)[]): string | null =>
  names.map((name) => visibleName(name ?? '')).find((name) => name !== '') ?? null

/** Digits of an international number as people write it; null when they are no number. */
export function formatPhone(digits: string): string | null {
  if (!/^\d{7,15}$/.test(digits)) return null
  return parsePhoneNumberFromString(`+${digits}`)?.formatInternational() ?? `+${digits}`
}
