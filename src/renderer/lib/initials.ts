const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const first = (text: string): string => {
  for (const { segment } of segmenter.segment(text)) return segment
  return ''
}

/** One or two letters for a name: "Order desk" gives "OD", "Warehouse" gives "WA". Symbols at the ends are skipped. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s_\-.,/]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const [one = name, two] = words
  const letters =
    two === undefined
      ? [...segmenter.segment(one)]
          .slice(0, 2)
          .map((part) => part.segment)
          .join('')
      : first(one) + first(two)
  return letters.toLocaleUpperCase()
}
