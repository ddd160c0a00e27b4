/** Where a link outside may lead, decided before the system is asked to open anything. */
export type GatedLink =
  | { readonly kind: 'open'; readonly url: string }
  | { readonly kind: 'refused'; readonly scheme: string }

const openSchemes: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:'])

/**
 * The one gate: http, https and mailto, in the form the parser understood. Everything else (javascript:, file:, the
 * schemes that other programs registered) is refused by name; credentials in an address are a disguise for its host.
 */
export function gateLink(text: string): GatedLink {
  const url = URL.parse(text)
  if (!url) return { kind: 'refused', scheme: '' }
  if (!openSchemes.has(url.protocol) || url.username !== '' || url.password !== '') {
    return { kind: 'refused', scheme: url.protocol.slice(0, -1) }
  }
  return { kind: 'open', url: url.href }
}
