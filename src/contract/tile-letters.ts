// Letters of instance tiles. Imports nothing, so that the renderer may load it.

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The first characters of a text, without reading the rest. */
function first(text: string, count: number): string {
  let letters = ''
  let left = count
  for (const { segment } of segmenter.segment(text)) {
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

/** Letters for several tiles, distinct as far as possible; earlier instances have precedence. */
export function distinctLetters(names: readonly string[]): readonly string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const own = tileLetters(name)
    const letters = taken.has(own) ? (otherLetters(name).find((one) => !taken.has(one)) ?? own) : own
    taken.add(letters)
    return letters
  })
}

/** Alternatives for a name: its number, its later words, its later letters, and at last a counter. */
function otherLetters(name: string): readonly string[] {
  const words = wordsOf(name.slice(0, 80))
  const lead = first(words[0] ?? name, 1)
  const number = words.findLast((word) => /^\d+$/u.test(word))
  const letters = [...words.join('')].filter((letter) => /[\p{L}\p{N}]/u.test(letter)).slice(1)
  return [
    ...(number === undefined ? [] : [number.length > 1 ? number.slice(-2) : lead + number]),
    ...words.slice(1).map((word) => lead + first(word, 1)),
    ...letters.map((letter) => lead + letter),
    ...Array.from({ length: 8 }, (_, index) => `${lead}${index + 2}`),
  ].map((one) => one.toLocaleUpperCase())
}
