/**
 * The words of a text as the index cuts and folds them (`unicode61 remove_diacritics 2`), or null where that is not
 * sure: for letters beyond ASCII, Latin-1 and Russian, and for marks of their own. What is read here decides whether a
 * message is a hit, so it never guesses.
 */
export function indexWords(text: string): readonly string[] | null {
  return notSure.test(text) ? null : (text.match(word) ?? []).map(foldWord)
}

/** Latin-1 letters lose their marks there; those without (æ, ø, ß, ...) stay, and so does Russian й. */
const foldWord = (found: string): string =>
  found.toLowerCase().replaceAll(/[\u00e0-\u00ff]/g, (letter) => letter.normalize('NFD').charAt(0))

const letters = '0-9A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ff\u0401\u0410-\u044f\u0451'
const word = new RegExp(`[${letters}]+`, 'g')
/**
 * What stands between words for the index as well, by their code points. It knows characters as Unicode 6.1 had them
 * and takes later ones, newer emoji among them, for letters: the test asks it for each.
 */
const between = [
  '0-2f 3a-40 5b-60 7b-a9 ab-b1 b4 b6-b8 bb bf d7 f7',
  '2000-2064 20a0-20b9 2116 2122 2190-23f3 2500-26ff 2701-2775 2794-2b4c 2b50-2b59 fe0f',
  '1f1e6-1f1ff 1f300-1f320 1f330-1f335 1f337-1f37c 1f380-1f393 1f3a0-1f3c4 1f3c6-1f3ca 1f3e0-1f3f0 1f400-1f43e 1f440',
  '1f442-1f4f7 1f4f9-1f4fc 1f500-1f53d 1f550-1f567 1f5fb-1f640 1f645-1f64f 1f680-1f6c5',
]
  .join(' ')
  .replaceAll(/[\da-f]+/g, (code) => `\\u{${code}}`)
  .replaceAll(' ', '')
const notSure = new RegExp(`[^${letters}${between}]`, 'u')

/** Whether a text with these words holds a word for each of these beginnings. */
export const holdsAll = (words: readonly string[], beginnings: readonly string[]): boolean =>
  beginnings.every((beginning) => words.some((one) => one.startsWith(beginning)))
