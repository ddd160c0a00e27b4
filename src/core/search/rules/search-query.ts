import { foldYo } from '../../messages/content/rules/search-text.ts'
import { fold } from '../../../contract/text/fold.ts'
import { indexWords } from './index-words.ts'

/** The typed text as a query of the index. */
export interface SearchQuery {
  /** An FTS5 expression; it holds nothing but quoted words. */
  readonly match: string
  /** Folded beginnings of words, to be marked in what was found. */
  readonly words: readonly string[]
  /** Digits, when what was typed looks like (part of) a phone number. */
  readonly digits: string | null
  /** The same by beginnings that the index keeps, where that can be told from a message's text; null where not. */
  readonly short: ShortQuery | null
}

interface ShortQuery {
  /** An FTS5 expression: it finds all that `match` finds, and more. */
  readonly match: string
  /** Beginnings as `indexWords` gives words: what has a word for each is what `match` finds. */
  readonly beginnings: readonly string[]
}

/** The longest beginning that the index keeps a list of, in characters (the table's option `prefix`). */
const storedPrefix = 3

/** More words than anybody means; each costs a walk through the index. */
const mostWords = 12

/** Letters, digits and marks, as `unicode61` cuts them. */
export const wordShape = /[\p{L}\p{N}\p{M}\p{Co}]+/gu

/** Every word is looked for by its beginning, all of them must be there. Null when there is no word in it. */
export function readSearch(typed: string): SearchQuery | null {
  // A mark without a letter under it is no word.
  const words = [...typed.matchAll(wordShape)]
    .map(([word]) => word)
    .filter((word) => fold(word) !== '')
    .slice(0, mostWords)
  if (words.length === 0) return null
  const all = words.map((word) => `"${foldYo(word)}"*`).join(' ')
  const number = /^[+\d\s().\u2010-\u2015-]+$/u.test(typed.trim()) ? typed.replaceAll(/\D/gu, '') : ''
  const digits = number.length >= 5 ? number : null
  return {
    match: digits !== null && words.length > 1 ? `body: ((${all}) OR "${digits}"*)` : `body: (${all})`,
    words: words.map(fold),
    digits,
    short: digits === null ? shortQuery(words.map(foldYo)) : null,
  }
}

function shortQuery(words: readonly string[]): ShortQuery | null {
  const beginnings = words.map((word) => indexWords(word)).flatMap((cut) => (cut?.length === 1 ? cut : []))
  if (beginnings.length < words.length || beginnings.every((one) => one.length <= storedPrefix)) return null
  return { match: `body: (${beginnings.map((one) => `"${one.slice(0, storedPrefix)}"*`).join(' ')})`, beginnings }
}

/** A text that may be (the beginning of) a message's id: one word with a digit in it, long enough to mean one. */
export function messageIdIn(typed: string): string | null {
  const text = typed.trim()
  return /^[\w.:@-]{6,100}$/.test(text) && /\d/.test(text) ? text : null
}
