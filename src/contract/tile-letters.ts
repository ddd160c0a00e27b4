// Letters of instance tiles. Imports nothing, so that the renderer may load it.

let segmenter: Intl.Segmenter | undefined

/** The characters of a text as a person counts them. The segmenter is made at first use, since that takes 10 ms. */
export function graphemesOf(text: string): Iterable<{ readonly segment: string }> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return segmenter.segment(text)
}

/** The first characters of a text, without reading the rest. */
function first(text: string, count: number): string {
  let letters = ''
  let left = count
  for (const { segment } of graphemesOf(text)) {
    letters += segment
    left -= 1
    if (left === 0) break
  }
  return letters
}

const wordsOf = (name: string): readonly string[] =>
  name
    .split(/[\s_\-.,/]+/u)
    .map((word) => word.replace(/^[\p{P}\p{S}]+(?=[\p{L}\p{N}])/u, ''))
    .filter((word) => /[\p{L}\p{N}]/u.test(word))

/**
 * One or two letters for the tile of an instance: "Order desk" gives "OD", "Warehouse" gives "WA". Symbols at the ends
 * are skipped.
 */
export function tileLetters(name: string): string {
  const [one = name, two] = wordsOf(name)
  const letters = two === undefined ? first(one, 2) : first(one, 1) + first(two, 1)
  return letters.toLocaleUpperCase()
}

/**
 * Letters for several tiles, distinct as far as possible; earlier instances have precedence. Names that differ only by
 * a number are told apart by it: "Shop 01" to "Shop 30" give "01" to "30".
 */
export function distinctLetters(names: readonly string[]): readonly string[] {
  const taken = new Set<string>()
  const numbered = names.map(numberOf)
  const alike = Map.groupBy(numbered, (one) => one?.rest ?? '')
  return names.map((name, index) => {
    const number = numbered[index]
    const isCounted = number !== null && number !== undefined && (alike.get(number.rest)?.length ?? 0) > 1
    const own = isCounted ? number.letters : tileLetters(name)
    const letters = taken.has(own) ? (otherLetters(name).find((one) => !taken.has(one)) ?? own) : own
    taken.add(letters)
    return letters
  })
}

/** The last number of a name as letters, and the name without it; null without a number. */
function numberOf(name: string): { readonly letters: string; readonly rest: string } | null {
  const words = wordsOf(name.slice(0, 80))
  const at = words.findLastIndex((word) => /^\d+$/u.test(word))
  const number = words[at]
  // A name that is nothing but its number has its digits as letters anyway.
  if (number === undefined || words.length === 1) return null
  const letters = number.length > 1 ? number.slice(-2) : first(words[at === 0 ? 1 : 0] ?? '', 1) + number
  return { letters: letters.toLocaleUpperCase(), rest: words.toSpliced(at, 1).join(' ').toLowerCase() }
}

/** Alternatives for a name: its number, its later words, its later letters, and at last a counter. */
function otherLetters(name: string): readonly string[] {
  const words = wordsOf(name.slice(0, 80))
  const lead = first(words[0] ?? name, 1)
  const number = numberOf(name)
  const letters = [...words.join('')].filter((letter) => /[\p{L}\p{N}]/u.test(letter)).slice(1)
  return [
    ...(number === null ? [] : [number.letters]),
    ...words.slice(1).map((word) => lead + first(word, 1)),
    ...letters.map((letter) => lead + letter),
    ...Array.from({ length: 8 }, (_, index) => `${lead}${index + 2}`),
  ].map((one) => one.toLocaleUpperCase())
}
