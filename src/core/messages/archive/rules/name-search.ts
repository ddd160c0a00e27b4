import { fold } from '../../../../contract/text/fold.ts'

/** Most words of a query. */
const mostWords = 8

/**
 * The typed text as an FTS5 expression for `name_fts`. Every word must occur in one of a chat's names; a word of one or
 * two characters, at the beginning of one. A number matches in any notation. Null: nothing was typed.
 */
export function nameMatch(typed: string): string | null {
  const words = nameWords(typed)
  return words.length === 0 ? null : words.map(quoted).join(' AND ')
}

/** The pieces that are looked for. */
export function nameWords(typed: string): readonly string[] {
  const text = fold(typed).replaceAll('\0', '')
  const digits = text.replaceAll(/\D/gu, '')
  if (digits.length >= 3 && /^[+\d\s().\u2010-\u2015-]+$/u.test(text)) return [digits]
  return text.split(/\s+/u).filter(Boolean).slice(0, mostWords)
}

const quoted = (word: string): string => {
  const shown = [...word].length < 3 ? `  ${word}` : word
  return `"${shown.replaceAll('"', '""')}"`
}
