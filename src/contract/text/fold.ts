/**
 * Folds a text for finding: two spellings that people take for the same fold alike. Case, accents, vowel signs of
 * Arabic and Hebrew, forms of a letter, digits of other scripts, widths and invisible signs make no difference. Every
 * index, query, filter and highlight of the program compares by it.
 */
export function fold(text: string): string {
  // Most texts are of ASCII alone.
  if (ascii.test(text)) return text.toLowerCase()
  return withoutMarkRuns(text)
    .replaceAll(shortI, (letters) => letters.normalize('NFC'))
    .replaceAll(droppedMarks, '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(shortI, (letters) => letters.normalize('NFC'))
    .replaceAll(droppedMarks, '')
    .normalize('NFC')
    .replaceAll(odd, (sign) => letterForms.get(sign) ?? sign)
    .replaceAll(otherDigit, digitValue)
}

/**
 * The text without the rest of a long run of combining marks. No language writes more than a few on a letter, and
 * ordering a run (`String.normalize`) takes the square of its length.
 */
export const withoutMarkRuns = (text: string): string => text.replaceAll(longMarkRun, '$1')

const encoder = new TextEncoder()

/** The beginning of a text that takes so many bytes of UTF-8 at most, without half of a letter. */
export function cutToBytes(text: string, most: number): string {
  let bytes = 0
  let end = 0
  for (const character of text) {
    bytes += encoder.encode(character).length
    if (bytes > most) return text.slice(0, end)
    end += character.length
  }
  return text
}

/** Digits of all scripts as ASCII digits. */
export const withAsciiDigits = (text: string): string => text.replaceAll(otherDigit, digitValue)

/**
 * A filter of a list by what a person typed: whether one of the texts of a row holds it. A number is found in any
 * notation; nothing typed fits everything.
 */
export function filterBy(typed: string): (...texts: readonly (string | null | undefined)[]) => boolean {
  const wanted = fold(typed.trim())
  const digits = /^[+\d\s().-]+$/.test(wanted) ? wanted.replaceAll(/\D/g, '') : ''
  return (...texts) =>
    wanted === '' ||
    texts.some((text) => {
      const folded = fold(text ?? '')
      return folded.includes(wanted) || (digits.length >= 3 && folded.replaceAll(/[^\d\n]/g, '').includes(digits))
    })
}

/** UTF-16 offsets, [start, end). */
export type TextRange = readonly [start: number, end: number]

/** Ranges in order, with those that overlap made one. */
export function joinRanges(ranges: readonly TextRange[]): readonly TextRange[] {
  const joined: TextRange[] = []
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = joined.at(-1)
    if (last !== undefined && start < last[1]) joined[joined.length - 1] = [last[0], Math.max(last[1], end)]
    else joined.push([start, end])
  }
  return joined
}

/**
 * A folded text whose places can be traced back: `rangeOf` gives what became these folded code units, whole letters
 * with their marks.
 */
export function foldPlaces(text: string): {
  readonly folded: string
  readonly rangeOf: (from: number, to: number) => TextRange
} {
  let folded = ''
  const starts: number[] = []
  const ends: number[] = []
  const foldedLetters = new Map<string, string>()
  for (const { 0: letter, index } of text.matchAll(letterWithMarks)) {
    const part = foldedLetters.get(letter) ?? fold(letter)
    foldedLetters.set(letter, part)
    for (let at = 0; at < part.length; at += 1) {
      starts.push(index)
      ends.push(index + letter.length)
    }
    // Marks that fold away belong to the letter before them.
    if (part === '' && ends.length > 0) ends[ends.length - 1] = index + letter.length
    folded += part
  }
  return { folded, rangeOf: (from, to) => [starts[from] ?? text.length, ends[to - 1] ?? text.length] }
}

/** Their letters are words of their own, with their marks: these scripts put no spaces, or few, between words. */
const lone =
  '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{sc=Hangul}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}\\p{sc=Tibetan}\\p{sc=Javanese}]'
export const loneLetter = new RegExp(`[[\\p{L}\\p{N}]&&${lone}]\\p{M}*`, 'gv')
/** Words of a folded text. What is looked for in a script without spaces is a row of them. */
export const termShape = new RegExp(`${loneLetter.source}|[[\\p{L}\\p{N}\\p{M}\\p{Co}]--${lone}]+`, 'gv')

/** Tells of places of a folded text whether they are inside a word. */
export function insideTerms(folded: string): (at: number) => boolean {
  const inside = new Set<number>()
  for (const { 0: word, index } of folded.matchAll(termShape))
    for (let at = index + 1; at < index + word.length; at += 1) inside.add(at)
  return (at) => inside.has(at)
}

// oxlint-disable-next-line no-control-regex
const ascii = /^[\0-\x7f]*$/
const longMarkRun = /(\p{M}{8})\p{M}+/gu
/** Russian and Ukrainian short i is a letter of its own, not an i with an accent. */
const shortI = /[\u0418\u0438]\u0306/gu
/**
 * Accents of Latin, Greek and Cyrillic; points of Hebrew and Arabic, and Arabic's stretched line; invisible signs. The
 * voicing of Japanese and the vowels of Indian and Thai scripts tell words apart and stay.
 */
const droppedMarks =
  /[[\p{Mn}&&[\p{Script=Inherited}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]]--[\u3099\u309a]]|\u0640|\p{Default_Ignorable_Code_Point}/gv
const otherDigit = /(?![0-9])\p{Nd}/gu

/** Letters that Unicode takes for different ones and people for the same; the right side is folded. */
const letterForms: ReadonlyMap<string, string> = new Map([
  ...pairs('ß ss æ ae œ oe ø o ł l đ d ð d þ th ħ h ŧ t ı i ŋ n ς σ'),
  // Final forms of Hebrew; alef, yeh, kaf, heh and teh marbuta of Arabic and Persian.
  ...pairs('ך כ ם מ ן נ ף פ ץ צ ٱ ا ى ي ی ي ک ك ہ ه ھ ه ە ه ة ه'),
  ...pairs("’ ' ‘ ' ʼ ' ′ ' ` ' “ \" ” \" „ \" ‐ - ‑ - ‒ - – - — - ― - − -"),
])
const odd = new RegExp(`[${[...letterForms.keys()].join('')}]`, 'gu')

function pairs(list: string): readonly (readonly [string, string])[] {
  const parts = list.split(' ')
  return parts.flatMap((part, at) => (at % 2 === 0 ? [[part, parts[at + 1] ?? ''] as const] : []))
}

/** Unicode has the ten digits of a script in a row. */
function digitValue(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String((code - zero) % 10)
}

/** A letter with what may combine with it: marks, joiners, half-width voicing, the parts of one Hangul syllable. */
const letterWithMarks =
  /[\u1100-\u115f\uac00-\ud7a3][\u1160-\u11ff\p{M}\p{Default_Ignorable_Code_Point}]*|[^][\p{M}\p{Default_Ignorable_Code_Point}\uff9e\uff9f]*/gu

/** A name without the spaces and dots at its end, which Windows drops. In linear time, as no pattern with `$` is. */
export function trimEndDots(name: string): string {
  let end = name.length
  while (/[\s.]/u.test(name.charAt(end - 1))) end--
  return name.slice(0, end)
}
