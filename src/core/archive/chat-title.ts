import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { chatKindOf, phoneDigitsOf } from './chat-id.ts'

export interface ChatNames {
  readonly chatId: string
  readonly contactName: string | null
  readonly senderName: string | null
  /** Group subject, or the name under which the service knows the chat. */
  readonly subject: string | null
  /** Digits, when the service told them. */
  readonly phone: string | null
}

/** The best name: the account's contact name, the subject, the person's own name, the number, the id. */
export function titleOf(names: ChatNames): string {
  const known =
    chatKindOf(names.chatId) === 'group'
      ? [names.subject]
      : [names.contactName, names.subject, names.senderName, formatPhone(names.phone ?? phoneDigitsOf(names.chatId))]
  return known.find((name) => name !== null && name.trim() !== '')?.trim() ?? names.chatId
}

/** Digits of an international number as people write it; null when they are no number. */
export function formatPhone(digits: string): string | null {
  if (!/^\d{7,15}$/.test(digits)) return null
  return parsePhoneNumberFromString(`+${digits}`)?.formatInternational() ?? `+${digits}`
}

/** For finding by typing: without case and accents. */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
