import { phoneDigitsOf } from '../../archive/rules/chat-id.ts'
import { formatPhone as parsedPhone } from '../../archive/rules/chat-title.ts'

/** One of the six quiet avatar hues (design, colour roles), by hash of the service's id (FNV-1a): always the same for one id. */
export function hueOf(id: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < id.length; index++) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193)
  return ((hash >>> 0) % 6) + 1
}

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const wordStart = /[\p{L}\p{N}]/u

/**
 * Up to two characters for a coloured avatar: first letters of the first two words, or the last two digits of what is
 * only a number. Symbols and emoji are passed over; '' when nothing is left.
 */
export function initialsOf(title: string): string {
  const words = title.split(/\s+/u).filter((word) => wordStart.test(word))
  if (words.length > 0 && words.every((word) => /^[+\d()-]+$/u.test(word))) {
    return words.join('').replaceAll(/\D/gu, '').slice(-2)
  }
  // "Customer 4821" is told from "Customer 4822" by its number, not by its first letter.
  const [first = '', second = ''] = words
  if (/^\d+$/u.test(second) && words.length === 2) return second.slice(0, 2)
  return [first, second].map(firstLetter).join('')
}

function firstLetter(word: string): string {
  for (const { segment } of letters.segment(word)) if (wordStart.test(segment)) return segment.toLocaleUpperCase()
  return ''
}

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
