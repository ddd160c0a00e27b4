import { fold, withAsciiDigits } from '../../../../contract/text/fold.ts'

/** A number as people write one: digits with spaces, dots, dashes or brackets between them. */
export const phoneLike = /\+?\d(?:[\s().\u2010-\u2015-]{0,2}\d){6,18}/gu

/**
 * Words of a folded text. Letters of scripts that put no spaces between words are words of their own, with their marks:
 * what is looked for there is a row of them.
 */
export const termShape =
  /[[\p{L}\p{N}]&&[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}\p{sc=Javanese}]]\p{M}*|[[\p{L}\p{N}\p{M}\p{Co}]--[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}\p{sc=Javanese}]]+/gv

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
