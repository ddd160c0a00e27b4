import { phoneDigitsOf } from '../../messages/archive/rules/chat-id.ts'
import { formatPhone as parsedPhone } from '../../messages/archive/rules/chat-title.ts'

const formatted = new Map<string, string | null>()

/** A phone number as people write it, for example `+7 999 000-11-22`; remembered, because parsing one takes time. */
export function formatPhone(digits: string): string | null {
  const known = formatted.get(digits)
  if (known !== undefined) return known
  const result = parsedPhone(digits)
  if (formatted.size > 20_000) formatted.clear()
  formatted.set(digits, result)
  return result
}

/** The name a person is shown by when nobody gave one: a formatted number, else the id as it is. */
export function nameFromId(chatId: string): string {
  return formatPhone(phoneDigitsOf(chatId)) ?? chatId
}
