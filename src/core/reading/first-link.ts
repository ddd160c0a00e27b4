/** The first http or https link of a text, as an address that can be opened; null when there is none. */
export function findFirstLink(text: string): string | null {
  const match = /https?:\/\/[^\s<>"']+/iu.exec(text)
  if (match === null) return null
  const trimmed = match[0].replace(/[.,;:!?)\]}»”’]+$/u, '')
  return URL.canParse(trimmed) ? new URL(trimmed).href : null
}
