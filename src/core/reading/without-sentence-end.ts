const punctuation = new Set('.,;:!?…»”’')
const opening: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
])

/** A full stop ends the sentence, not the address; so does a bracket that was opened before the address. */
export function withoutSentenceEnd(address: string): string {
  const opened = new Set([...opening.values()].filter((bracket) => address.includes(bracket)))
  let end = address.length
  for (; end > 0; end -= 1) {
    const last = address.charAt(end - 1)
    const bracket = opening.get(last)
    const isOutside = bracket === undefined ? punctuation.has(last) : !opened.has(bracket)
    if (!isOutside) break
  }
  return address.slice(0, end)
}
