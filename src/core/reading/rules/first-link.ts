import { readAddress, withoutSentenceEnd } from './address-in-text.ts'

/** The first http or https link of a text, as an address that can be opened; null when there is none. */
export function findFirstLink(text: string): string | null {
  const match = /https?:\/\/[^\s<>"']+/iu.exec(text)
  return match === null ? null : readAddress(withoutSentenceEnd(match[0]))
}
