import { z } from 'zod'
import { storedRef, storedText, type ContentKind, type StoreThumbnail } from './content-kind.ts'
import type { ContentParts } from './content-parts.ts'
import { markerOf, withoutMarker } from './marker.ts'
import { documentSignature, fileSignature } from './signature.ts'
import type { MediaKind, StoredContent } from './stored-content.ts'

const file = <Kind extends MediaKind>(kind: Kind, precedence: number) => ({
  types: [`${kind}Message`],
  schema: z.object({
    kind: z.literal(kind),
    caption: z.string(),
    downloadUrl: storedText,
    fileName: storedText,
    mimeType: storedText,
    animated: z.boolean().nullable().catch(null),
    round: z.boolean().exactOptional(),
    thumbnail: storedRef,
  }),
  parse: (parts: ContentParts, storeThumbnail: StoreThumbnail) => parseFile(kind, parts, storeThumbnail),
  precedence,
  listText: ({ caption }: { readonly caption: string }) => caption,
  searchParts: ({ caption }: { readonly caption: string }) => [caption],
  signature: ({ caption }: { readonly caption: string }) => fileSignature(caption),
  editable: 'caption' as const,
  exportLines: ({ caption }: { readonly caption: string }) => [`[${kind}]`, caption],
})

export const image = file('image', 11)
export const video = file('video', 10)
export const audio = file('audio', 9)
export const sticker = file('sticker', 8)

/** A document's name is its own (service 2.2); other files have made-up ones. */
export const document: ContentKind<'document'> = {
  ...file('document', 7),
  listText: ({ caption, fileName }) => (caption === '' ? fileName : caption),
  searchParts: ({ caption, fileName }) => [caption, fileName],
  signature: ({ caption, fileName }) => (caption === '' ? documentSignature(fileName) : fileSignature(caption)),
  exportLines: ({ caption, fileName }) => [`[${fileName || 'document'}]`, caption],
}

/** The kind of a file whose message does not name it. */
export const kindOfFile = (mimeType = ''): MediaKind =>
  (['image', 'video', 'audio'] as const).find((kind) => mimeType.toLowerCase().startsWith(`${kind}/`)) ?? 'document'

function parseFile(
  kind: MediaKind,
  { file: data, text, extended }: ContentParts,
  storeThumbnail: StoreThumbnail,
): StoredContent {
  const ownText = data?.caption || text || extended?.text
  // The marker of a file that the service could not take stands in its caption, its link or its name.
  const fields = [ownText, data?.downloadUrl, data?.fileName]
  const marker = fields.map(markerOf).find((found) => found !== undefined)
  const caption = withoutMarker(ownText)
  const downloadUrl = withoutMarker(data?.downloadUrl)
  if (marker !== undefined && downloadUrl === '')
    return { kind: 'marker', marker, ...(caption === '' ? {} : { caption }) }
  return {
    kind,
    caption,
    downloadUrl,
    fileName: withoutMarker(data?.fileName),
    mimeType: data?.mimeType ?? '',
    animated: data?.isAnimated ?? null,
    ...(kind === 'video' && data?.videoNote === true ? { round: true } : {}),
    thumbnail: storeThumbnail(data?.jpegThumbnail),
  }
}
