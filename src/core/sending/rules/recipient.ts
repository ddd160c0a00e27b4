import parsePhoneNumber from 'libphonenumber-js/min'
import type { CountryCode } from 'libphonenumber-js/min'
import { withAsciiDigits, withoutMarkRuns } from '../../../contract/text/fold.ts'
import { isScopedId, phoneDigitsOf } from '../../messages/archive/rules/chat-id.ts'
import { formatPhone } from '../../messages/archive/rules/chat-title.ts'

/** The meaning of a typed recipient, before the service is asked. */
export type TypedRecipient =
  /** Already a chat id (service 2.1 and 10.1). */
  | { readonly kind: 'exact'; readonly chatId: string; readonly phone: string | null; readonly display: string }
  /** A phone number, link or slip of the pen that becomes this chat id: to be shown before it is used. */
  | { readonly kind: 'corrected'; readonly chatId: string; readonly phone: string | null; readonly display: string }
  /** A public name in the messenger, without its @: which chat has it, only the archive or the service can say. */
  | { readonly kind: 'username'; readonly username: string; readonly display: string }
  | { readonly kind: 'invalid'; readonly display: string }

/** Chat ids that the service is known to take: service 2.1 and, for WhatsApp, service 10.1. */
const shapes = [/^\d{1,32}$/, /^\d{1,32}@(?:c\.us|lid)$/, /^-\d{1,32}$/, /^-?\d{1,32}(?:-\d{1,32})?@g\.us$/]

export const isChatId = (text: string): boolean => isScopedId(text) || shapes.some((shape) => shape.test(text))

/** The country of the account's own number, so that numbers may be typed as people at home write them. */
export function countryOf(wid: string | null): CountryCode | undefined {
  const digits = wid === null ? '' : phoneDigitsOf(wid)
  return digits === '' ? undefined : parsePhoneNumber(`+${digits}`)?.country
}

/** Signs that travel along when a number or an id is copied. */
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g

/**
 * Reads what a person typed or pasted as a recipient: a chat id, or a phone number in any usual form, with `tel:`,
 * wa.me links and the suffixes of other programs.
 * @param home the account's own country, for numbers without a country code.
 */
export function readRecipient(typed: string, home: CountryCode | undefined): TypedRecipient {
  const text = typed.replace(invisible, '').trim()
  if (isChatId(text)) return phoneAtHome(text, home) ?? exact(text)
  const username = /^(?:https?:\/\/)?(?:@|t\.me\/)(?!c\.us$|g\.us$)([\p{L}\p{N}_.]{4,64})$/u.exec(text)?.[1]
  if (username !== undefined) return { kind: 'username', username, display: `@${username}` }
  const { plain, wrapped } = unwrap(withAsciiDigits(withoutMarkRuns(text).normalize('NFKC')).replace(dashes, '-'))
  if (isChatId(plain) && !wrapped) return phoneAtHome(plain, home) ?? corrected(plain)
  const phone = readPhone(plain, home)
  return phone === null ? { kind: 'invalid', display: text } : corrected(`${phone}@c.us`)
}

const display = (chatId: string) => {
  const phone = phoneDigitsOf(chatId)
  return phone === '' ? { phone: null, display: chatId } : { phone, display: formatPhone(phone) ?? chatId }
}
const exact = (chatId: string): TypedRecipient => ({ kind: 'exact', chatId, ...display(chatId) })
const corrected = (chatId: string): TypedRecipient => ({ kind: 'corrected', chatId, ...display(chatId) })

/** Bare digits are a chat id as they stand, unless they are a number as people of that country dial it at home. */
function phoneAtHome(text: string, home: CountryCode | undefined): TypedRecipient | null {
  if (home === undefined || !/^\d{8,15}$/.test(text)) return null
  const parsed = parsePhoneNumber(text, home)
  if (parsed === undefined || !parsed.isValid()) return null
  const digits = parsed.number.slice(1)
  return digits === text ? null : corrected(`${digits}@c.us`)
}

/** Takes off what programs put round a number. `wrapped`: it can only be a phone number. */
function unwrap(text: string): { readonly plain: string; readonly wrapped: boolean } {
  const bare = text.replace(/^tel:|^(?:https?:\/\/)?(?:wa\.me\/|api\.whatsapp\.com\/send\/?\?phone=)/i, '')
  const end = bare.search(/[?&#]/)
  const plain = (end === -1 ? bare : bare.slice(0, end))
    .replace(/@s\.whatsapp\.net$/i, '@c.us')
    .replace(/@(?:c\.us|g\.us|lid)$/i, (suffix) => suffix.toLowerCase())
    .split('@')
    .map((part) => part.trim())
    .join('@')
  return { plain, wrapped: bare !== text }
}

/** Digits with country code, or null. Letters never are a number: nobody means "1-800-FLOWERS" here. */
function readPhone(text: string, home: CountryCode | undefined): string | null {
  // The zero of "+44 (0)20" is dialled at home only.
  const number = text.replace(/@c\.us$/, '').replace(/^(\+\s*\d[\d\s.-]*|00\d[\d\s.-]*)\(0\)/, '$1')
  if (!/^\+?[\d\s().\-/]+$/.test(number)) return null
  const digits = number.replace(/\D/g, '')
  const international = number.startsWith('+') ? number : digits.startsWith('00') ? `+${digits.slice(2)}` : null
  const candidates = [
    international === null ? undefined : parsePhoneNumber(international),
    international === null && home !== undefined ? parsePhoneNumber(number, home) : undefined,
    international === null ? parsePhoneNumber(`+${digits}`) : undefined,
  ]
  const valid = candidates.find((candidate) => candidate?.isValid() === true)
  if (valid !== undefined) return valid.number.slice(1)
  const possible = candidates.find((candidate) => candidate?.isPossible() === true)
  if (possible !== undefined) return possible.number.slice(1)
  // The plan of numbers is not that of accounts (Mexico's +52 1 lives on there): the service's check decides.
  const dialled = international?.replace(/\D/g, '') ?? ''
  return /^[1-9]\d{7,14}$/.test(dialled) ? dialled : null
}
