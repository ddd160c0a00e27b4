import type { CustomPreview } from '../../../../contract/link-preview.ts'
import { findFirstLink } from '../../../../contract/text/tokenise-text.ts'

/** Addresses of a preview of one's own, as a person reads them. */
export interface PreviewLinks {
  /** The address that opens from the text; '' where the text has no link. */
  readonly real: string
  /** The address that the preview names. */
  readonly named: string
  /** The preview names another host than the one that the link of the text opens. */
  readonly differ: boolean
}

export function linksOf(text: string, link: CustomPreview['link']): PreviewLinks {
  const real = findFirstLink(text) ?? ''
  const named = link === '' ? real : link
  return {
    real: shortAddress(real),
    named: shortAddress(named),
    differ: real !== '' && hostOf(real) !== hostOf(named),
  }
}

const hostOf = (address: string): string => URL.parse(address)?.host ?? ''

/** "shop.example/lamp": host and path, without what a person does not read. */
function shortAddress(address: string): string {
  const url = URL.parse(address)
  if (url === null) return ''
  return `${url.host}${url.pathname === '/' ? '' : url.pathname}`.slice(0, 120)
}
