import { withAsciiDigits } from '../../../contract/text/fold.ts'
import { searchTerms } from '../../messages/content/rules/search-text.ts'

/** Words that stand one behind the other; the last one may go on. */
export type Phrase = readonly string[]

/** The typed text as a query of the index. */
export interface SearchQuery {
  /** An FTS5 expression; it holds nothing but quoted words. */
  readonly match: string
  /** The typed words in the index's form, to mark them in results. */
  readonly phrases: readonly Phrase[]
  /** Digits, when what was typed looks like (part of) a phone number. */
  readonly digits: string | null
  /**
   * An FTS5 expression by beginnings that the index keeps: it finds all that `match` finds, and more. Null where it
   * would be no other.
   */
  readonly short: string | null
}

/** The longest beginning that the index keeps a list of, in characters (the table's option `prefix`). */
const storedPrefix = 3

/** More words than anybody means; each costs a walk through the index. */
const mostWords = 12

const quoted = (words: Phrase): string => `"${words.join(' ')}"*`

/**
 * Words match by their beginning, and all of them must be there. Parts that were typed without a space must follow each
 * other in their order. Null when there is no word in it.
 */
export function readSearch(typed: string): SearchQuery | null {
  const phrases = typed
    .trim()
    .split(/\s+/u)
    .map((piece) => searchTerms(piece).slice(0, mostWords))
    .filter((words) => words.length > 0)
    .slice(0, mostWords)
  if (phrases.length === 0) return null
  const all = phrases.map(quoted).join(' ')
  const ascii = withAsciiDigits(typed.trim())
  const number = /^[+\d\s().\u2010-\u2015-]+$/u.test(ascii) ? ascii.replaceAll(/\D/gu, '') : ''
  const digits = number.length >= 5 ? number : null
  const isOneWord = phrases.length === 1 && phrases[0]?.length === 1
  return {
    match: digits !== null && !isOneWord ? `body: ((${all}) OR "${digits}"*)` : `body: (${all})`,
    phrases,
    digits,
    short: digits === null ? shortMatch(phrases) : null,
  }
}

function shortMatch(phrases: readonly Phrase[]): string | null {
  const begin = (word: string): string => [...word].slice(0, storedPrefix).join('')
  const shortened = phrases.map((words) => (words.length === 1 ? words.map(begin) : words))
  return shortened.every((words, index) => words.join(' ') === phrases[index]?.join(' '))
    ? null
    : `body: (${shortened.map(quoted).join(' ')})`
}

/** Where a phrase stands in words: the index of its first word; none: nowhere. */
export function placesOf(words: readonly string[], phrase: Phrase): readonly number[] {
  const last = phrase.length - 1
  return words.flatMap((_word, at) =>
    phrase.every((word, index) => {
      const found = words[at + index]
      return found !== undefined && (index === last ? found.startsWith(word) : found === word)
    })
      ? [at]
      : [],
  )
}

/** Whether a text of these words holds each of the phrases. */
export const holdsAll = (words: readonly string[], phrases: readonly Phrase[]): boolean =>
  phrases.every((phrase) => placesOf(words, phrase).length > 0)

/** A text that may be (the beginning of) a message's id: one word with a digit in it, long enough to mean one. */
export function messageIdIn(typed: string): string | null {
  const text = typed.trim()
  return /^[\w.:@-]{6,100}$/.test(text) && /\d/.test(text) ? text : null
}
