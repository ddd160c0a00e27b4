/** Where a link outside may lead, decided before the system is asked to open anything. */
export type GatedLink =
  | { readonly kind: 'open'; readonly url: string }
  | { readonly kind: 'refused'; readonly scheme: string }

const openSchemes: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:'])

/**
 * The one gate: http, https and mailto, in the form the parser understood. Everything else (javascript:, file:, the
 * schemes that other programs registered) is refused by name; a letter gets no attachment; credentials in an address
 * are a disguise for its host.
 */
export function gateLink(text: string): GatedLink {
  const url = URL.parse(text)
  if (!url) return { kind: 'refused', scheme: '' }
  if (!openSchemes.has(url.protocol) || url.username !== '' || url.password !== '') {
    return { kind: 'refused', scheme: url.protocol.slice(0, -1) }
  }
  if (url.protocol === 'mailto:') return { kind: 'open', url: `mailto:${url.pathname}${headersOf(url.searchParams)}` }
  return { kind: 'open', url: url.href }
}

/**
 * Fields of a letter that a link may set. All others are left out: mail programs know fields that attach a file of this
 * machine.
 */
const letterFields: ReadonlySet<string> = new Set(['to', 'cc', 'bcc', 'subject', 'body'])

function headersOf(fields: URLSearchParams): string {
  const allowedFields = [...fields].filter(([name]) => letterFields.has(name.toLowerCase()))
  return allowedFields.length === 0
    ? ''
    : `?${allowedFields.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`
}
