import { fold, loneLetter } from '../../../../contract/text/fold.ts'

/** Most words of a query. */
const mostWords = 8

/**
 * Names as `name_fts` keeps them: folded, with two spaces before each word, so that one letter is found at the
 * beginning of a word. Letters of scripts without spaces are words of their own.
 */
export const indexedNames = (names: string): string => `  ${spaced(plain(names))}`

/**
 * The typed text as an FTS5 expression for `name_fts`. Every word must occur in one of a chat's names; a word of one or
 * two characters, at the beginning of one. A number matches in any notation. Null: nothing was typed.
 */
export function nameMatch(typed: string): string | null {
  const words = nameWords(typed)
  return words.length === 0 ? null : words.map(quoted).join(' AND ')
}

/** The pieces that are looked for, folded. */
export function nameWords(typed: string): readonly string[] {
  const text = plain(typed)
  const digits = text.replaceAll(/\D/gu, '')
  if (digits.length >= 3 && /^[+\d\s().\u2010-\u2015-]+$/u.test(text)) return [digits]
  return text.split(/\s+/u).filter(Boolean).slice(0, mostWords)
}

const quoted = (word: string): string => {
  const text = spaced(word)
  const shown = [...text].length < 3 ? `  ${text}` : text
  return `"${shown.replaceAll('"', '""')}"`
}

const plain = (text: string): string => fold(text).replaceAll('\0', '')

const spaced = (folded: string): string =>
  folded.replaceAll(loneLetter, ' $& ').split(/\s+/u).filter(Boolean).join('  ')
