import { fold, withAsciiDigits, termShape } from '../../../../contract/text/fold.ts'

/** A number as people write one: digits with spaces, dots, dashes or brackets between them. */
export const phoneLike = /\+?\d(?:[\s().\u2010-\u2015-]{0,2}\d){6,18}/gu

/** The words of a text, folded: the only ones that the index has. */
export const searchTerms = (text: string): readonly string[] => fold(text).match(termShape) ?? []

/**
 * The text as the index keeps it: its words with a space between them, and numbers written with gaps once more as bare
 * digits, so that a number is found however it was typed. The index takes every letter beyond ASCII for a part of a
 * word (`tokenize='ascii'`), so that its words are those of {@link searchTerms}, whatever it knows of Unicode.
 */
export function indexedText(text: string): string {
  const numbers = [...withAsciiDigits(text).matchAll(phoneLike)].map(([written]) => written.replaceAll(/\D/gu, ''))
  return [...searchTerms(text), ...numbers].join(' ')
}
