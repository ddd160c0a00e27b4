/** A number as people write one: digits with spaces, dots, dashes or brackets between them. */
export const phoneLike = /\+?\d(?:[\s().\u2010-\u2015-]{0,2}\d){6,18}/gu

/**
 * The text as the index keeps it: numbers written with gaps once more as bare digits, so that a number is found however
 * it was typed; Russian yo as ye, as most people type it (`unicode61` takes the marks from Latin letters only).
 */
export function indexedText(text: string): string {
  const numbers = [...text.matchAll(phoneLike)].map(([written]) => written.replaceAll(/\D/gu, ''))
  return foldYo(numbers.length === 0 ? text : `${text}\n${numbers.join(' ')}`)
}

export const foldYo = (text: string): string => text.replaceAll('ё', 'е').replaceAll('Ё', 'Е')
