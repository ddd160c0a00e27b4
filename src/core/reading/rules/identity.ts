import { phoneDigitsOf } from '../../messages/archive/rules/chat-id.ts'
import { formatPhone as parsedPhone } from '../../messages/archive/rules/chat-title.ts'

// oxlint-disable-next-line switchboard/module-state -- values that depend on their key alone
const formatted = new Map<string, string | null>()

/** A phone number as people write it, for example `+7 999 000-11-22`; cached, because parsing is slow. */
export function formatPhone(digits: string): string | null {
  const known = formatted.get(digits)
  if (known !== undefined) return known
  const result = parsedPhone(digits)
  if (formatted.size > 20_000) formatted.clear()
  formatted.set(digits, result)
  return result
}

/** The displayed name of a person without a name: a formatted number, otherwise the id. */
export function nameFromId(chatId: string): string {
  return formatPhone(phoneDigitsOf(chatId)) ?? chatId
}
