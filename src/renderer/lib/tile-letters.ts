const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
/** The first characters of a text; what follows them is not looked at. */
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

/** One or two letters for the square of an instance: "Order desk" gives "OD", "Warehouse" gives "WA". Symbols at the ends are skipped. */
export function tileLetters(name: string): string {
  const words = name
    .split(/[\s_\-.,/]+/u)
    .map((word) => word.replace(/^[\p{P}\p{S}]+(?=[\p{L}\p{N}])/u, ''))
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  const [one = name, two] = words
  const letters = two === undefined ? first(one, 2) : first(one, 1) + first(two, 1)
  return letters.toLocaleUpperCase()
}
