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

/** Longer candidates are ignored, UTF-16 code units: parsing a long text that is not an address may be slow. */
const longestAddress = 8192

/** An address found in a text as the parser understands it; null for what can't be opened. */
export const readAddress = (address: string): string | null =>
  address.length > longestAddress ? null : (URL.parse(address)?.href ?? null)

/** The first http or https link of a text, as an address that can be opened; null when there is none. */
export function findFirstLink(text: string): string | null {
  const match = /https?:\/\/[^\s<>"']+/iu.exec(text)
  return match === null ? null : readAddress(withoutSentenceEnd(match[0]))
}
