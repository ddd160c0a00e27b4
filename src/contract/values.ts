// Rules by which core and the window must say the same. Imports nothing, so that the window may have it as it is.

/**
 * One of the six quiet avatar hues, 1 to 6, by hash of the id of a chat or person (FNV-1a): always the same for one id,
 * and for both forms of it, with the suffix of a personal chat and without.
 */
export function hueOf(chatId: string): number {
  const id = chatId.replace(/@c\.us$/u, '')
  let hash = 0x811c9dc5
  for (let index = 0; index < id.length; index++) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193)
  return ((hash >>> 0) % 6) + 1
}

/** The hue of a person who is known by a phone number only: the one that the chat with this number has. */
export const hueOfPhone = (number: string): number => hueOf(number.replaceAll(/\D/gu, ''))

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const wordStart = /[\p{L}\p{N}]/u

/**
 * Up to two characters for the coloured avatar of a chat or person: first letters of the first two words, or the last two
 * digits of what is only a number. Symbols and emoji are passed over; '' when nothing is left.
 */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/u).filter((word) => wordStart.test(word))
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

/** Whether what is muted until then is so at `now` (both epoch ms): a timed mute ends by itself, kept but counting no more. */
export const isMuted = (until: number | 'forever' | null, now: number): boolean =>
  until === 'forever' || (until !== null && until > now)

/** A service family: which messenger the instance is of. */
type Family = 'v3' | 'whatsapp' | 'telegram'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** For how long after acceptance a sent text may be changed at the service (service 11.4.1), ms. */
export const editWindowMs = (family: Family): number => (family === 'telegram' ? 48 * hourMs : 15 * minuteMs)

/** For how long an own message may be deleted for everybody (service 11.4.2), ms; null: no limit is known. */
export const deleteWindowMs = (family: Family): number | null => (family === 'whatsapp' ? 72 * hourMs : null)
