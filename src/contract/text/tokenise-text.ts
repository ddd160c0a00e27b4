/** A piece of message text. `href` is what the link gate gets; `text` is always exactly what was written. */
export type TextToken =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }

// Spaces, quotes, angle brackets, controls, zero-width and bidi characters end an address: what is shown is what opens.
// So does the punctuation of scripts that write on without a space; a few of its signs stand inside of names.
const ends = '[\\p{Ps}\\p{Pe}\\p{Pi}\\p{Pf}\\p{Po}]--[\\u0000-\\u007f·・’]'
const stop = `\\s<>"\`\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff[${ends}]`
const candidate = new RegExp(
  `(?<![\\p{sc=Latin}\\p{N}_])(?:https?://|www\\.)[^${stop}]+|(?<![\\w.+\\-])[\\w.+\\-]{1,64}@[a-z\\d\\-]{1,63}(?:\\.[a-z\\d\\-]{1,63}){1,8}`,
  'giv',
)
const trailing = /[.,:;!?'·・’*_~]$/u
const closers: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }
const openers = new Set(Object.values(closers))

/** Cuts off what belongs to the sentence and not to the address: final punctuation and unmatched brackets. */
function trimAddress(raw: string): string {
  const seen = new Map<string, number>()
  for (const char of raw) if (char in closers || openers.has(char)) seen.set(char, (seen.get(char) ?? 0) + 1)
  let end = raw.length
  for (; end > 0; end -= 1) {
    const last = raw.charAt(end - 1)
    const opener = closers[last]
    const unmatched = opener !== undefined && (seen.get(last) ?? 0) > (seen.get(opener) ?? 0)
    if (!unmatched && !trailing.test(last)) break
    if (seen.has(last)) seen.set(last, (seen.get(last) ?? 0) - 1)
  }
  return raw.slice(0, end)
}

function hrefOf(address: string): string | null {
  const isWeb = /^https?:\/\//i.test(address)
  const href = isWeb ? address : /^www\./i.test(address) ? `https://${address}` : `mailto:${address}`
  const parsed = URL.parse(href)
  if (!parsed) return null
  if (parsed.protocol === 'mailto:') return href
  return parsed.hostname.includes('.') || parsed.hostname === 'localhost' || parsed.hostname.startsWith('[')
    ? href
    : null
}

/**
 * Splits text into plain pieces and links (http, https, mailto; `www.` counts as https). Joined together the pieces
 * are the text again, so that nothing is ever hidden. Linear in the length of the text.
 */
export function tokeniseText(text: string): readonly TextToken[] {
  const tokens: TextToken[] = []
  let from = 0
  for (const match of text.matchAll(candidate)) {
    if (match.index < from) continue
    const address = trimAddress(match[0])
    const href = hrefOf(address)
    if (href === null) continue
    if (match.index > from) tokens.push({ kind: 'text', text: text.slice(from, match.index) })
    tokens.push({ kind: 'link', text: address, href })
    from = match.index + address.length
  }
  if (from < text.length) tokens.push({ kind: 'text', text: text.slice(from) })
  return tokens
}

/** Longer candidates are ignored, UTF-16 code units: parsing a long text that is not an address may be slow. */
const longestAddress = 8192

/** The first http or https link of a text, as an address that can be opened; null when there is none. */
export function findFirstLink(text: string): string | null {
  for (const token of tokeniseText(text)) {
    if (token.kind !== 'link' || token.href.length > longestAddress || !/^https?:/iu.test(token.href)) continue
    const address = URL.parse(token.href)?.href
    if (address !== undefined) return address
  }
  return null
}
