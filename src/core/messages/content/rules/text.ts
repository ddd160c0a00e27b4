import { z } from 'zod'
import { advertPart } from '../../../../api/schema/business-parts.ts'
import { readAs } from '../../../../api/schema/lenient.ts'
import type { Advert } from '../../../../contract/business-kinds.ts'
import type { ContentParts } from './content-parts.ts'
import { storedRef, storedText, type ContentKind } from './content-kind.ts'
import { markerOf } from './marker.ts'
import type { StoredContent } from './stored-content.ts'

/** The text of a message's link as far as the message does not say it itself; '' otherwise. */
export function linkTextBeside({ text, preview, previewLink }: Extract<StoredContent, { kind: 'text' }>): string {
  const link = previewLink ?? preview?.text ?? ''
  return text.includes(link) ? '' : link
}

/** The advertisement through which the writer came (service 10.9). */
function advertOf(extended: ContentParts['extended']): { readonly advert?: Advert } {
  const part = readAs(advertPart, extended)
  const isAdvert = part?.showAdAttribution === true || part?.sourceType === 'ad'
  return isAdvert ? { advert: { title: part.title ?? '', url: part.sourceUrl ?? '' } } : {}
}

export const text: ContentKind<'text'> = {
  types: ['textMessage', 'extendedTextMessage', 'quotedMessage'],
  schema: z.object({
    kind: z.literal('text'),
    text: z.string(),
    preview: z
      .object({ text: z.string().exactOptional(), title: storedText, description: storedText, thumbnail: storedRef })
      .nullable()
      .catch(null),
    previewLink: z.string().exactOptional(),
    advert: z.object({ title: storedText, url: storedText }).exactOptional(),
  }),
  /**
   * The text is in `textMessage` (service 2.2), the link's own in `extendedTextMessage.text` (2.3). Plain text
   * comes as a link too, with the text in both places (service 10.5); a preview needs something to show.
   */
  parse({ text: plain, extended }, storeThumbnail) {
    const ownText = plain === '' ? (extended?.text ?? '') : plain
    const marker = markerOf(ownText)
    if (marker !== undefined) return { kind: 'marker', marker }
    const title = extended?.title ?? ''
    const description = extended?.description ?? ''
    const thumbnail = storeThumbnail(extended?.jpegThumbnail)
    const linkText = extended?.text?.trim() ?? ''
    const isOwn = linkText !== '' && linkText !== ownText.trim()
    const preview = { title, description, thumbnail, ...(isOwn ? { text: linkText } : {}) }
    const content = { kind: 'text', text: ownText, preview, ...advertOf(extended) } as const
    const empty = title === '' && description === '' && thumbnail === null && linkTextBeside(content) === ''
    return empty ? { ...content, preview: null } : content
  },
  precedence: 3,
  listText: (content) => content.text,
  searchParts: (content) =>
    content.preview === null
      ? [content.text]
      : [content.text, content.preview.title, content.preview.description, linkTextBeside(content)],
  signature: (content) => content.text,
  editable: 'text',
  exportLines: ({ text: body, preview }) =>
    preview === null ? [body] : [body, preview.text, preview.title, preview.description],
}
