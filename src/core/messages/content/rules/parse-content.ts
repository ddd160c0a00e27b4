import { menuIdOf } from './choice.ts'
import { contentKinds, kindOfType } from './content-kinds.ts'
import type { StoreThumbnail } from './content-kind.ts'
import { kindOfFile } from './files.ts'
import { partsOfQuote, type ContentParts } from './content-parts.ts'
import type { FoundThumbnail } from '../../archive/rules/record.ts'
import type { StoredContent, StoredQuote } from './stored-content.ts'
import { hasMainText } from './unsupported.ts'
import { createHash } from 'node:crypto'
import { imageFormat } from '../../archive/rules/image-format.ts'

export interface ParsedContent {
  readonly content: StoredContent
  readonly quotedId: string
  readonly quote: StoredQuote | null
  readonly thumbnails: readonly FoundThumbnail[]
}

/** The content of a message by its typeMessage (service 2.2 to 2.5 and 10.5). Nothing is made up. */
export function parseContent(parts: ContentParts): ParsedContent {
  const thumbnails: FoundThumbnail[] = []
  const storeThumbnail = (base64: string | undefined): string | null => {
    const thumbnail = thumbnailOf(base64)
    if (thumbnail !== null) thumbnails.push(thumbnail)
    return thumbnail?.ref ?? null
  }
  const content = read(parts, storeThumbnail)
  const { quoted } = parts
  const menuId = content.kind === 'choice' ? menuIdOf(parts.body) : ''
  const quotedId = quoted?.stanzaId ?? parts.extended?.stanzaId ?? menuId
  return { content, quotedId, quote: quoteOf(parts, quotedId, storeThumbnail), thumbnails }
}

function read(parts: ContentParts, storeThumbnail: StoreThumbnail): StoredContent {
  const kind = kindOf(parts)
  const content = contentKinds[kind ?? 'unsupported'].parse(parts, storeThumbnail)
  if (kind === undefined || !saysNothing(content)) return content
  // A known type whose words stand under names that nobody described is shown like an unknown one.
  const asUnknown = contentKinds.unsupported.parse(parts, storeThumbnail)
  const isMore = asUnknown.kind === 'unsupported' && hasMainText(asUnknown.fields ?? [])
  return content.kind === 'unsupported' || isMore ? asUnknown : content
}

/**
 * The kind that the type names. One that says no more than that it is a text or a reply, that is empty or that nobody
 * knows, does not hide what came with it.
 */
function kindOf({ typeMessage, text, extended, file, location, contacts, poll }: ContentParts) {
  const named = kindOfType(typeMessage)
  if (named !== undefined && named !== 'text') return named
  if (file?.downloadUrl || file?.mimeType) return kindOfFile(file.mimeType)
  if (named === undefined && typeMessage !== '') return undefined
  if (text !== '') return 'text'
  if (extended?.text) return named
  if (location !== undefined) return 'location'
  if (contacts.length > 0) return 'contacts'
  return poll === undefined ? named : 'poll'
}

/** Whether a content has no word, number or file. A reaction without an emoji says that it was removed. */
const saysNothing = ({ kind, ...rest }: StoredContent): boolean => kind !== 'reaction' && isEmpty(rest)

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).every(isEmpty)
    : value === '' || value === 0 || typeof value === 'boolean' || value === null || value === undefined

function quoteOf(
  { quoted, extended, typeMessage }: ContentParts,
  id: string,
  storeThumbnail: StoreThumbnail,
): StoredQuote | null {
  // A reaction's "quoted" message is its target, which stands in the chat by itself.
  if (id === '' || typeMessage === 'reactionMessage') return null
  const participant = quoted?.participant ?? extended?.participant ?? ''
  if (quoted === undefined) return { participant, content: null, typeMessage: '' }
  const content = read(partsOfQuote(quoted), storeThumbnail)
  const isKnown = content.kind !== 'unsupported' || (quoted.typeMessage ?? '') !== ''
  return { participant, content: isKnown ? content : null, typeMessage: quoted.typeMessage ?? '' }
}

/** Bytes above which a preview is none: it would sit in the archive for ever. */
const largestThumbnail = 256 * 1024

/**
 * The picture in a base64 field, with or without a data-URL head, named by its content. Null for '', for what is no
 * picture, and for what is too large.
 */
export function thumbnailOf(base64: string | undefined): FoundThumbnail | null {
  if (base64 === undefined || base64 === '' || base64.length > largestThumbnail * 2) return null
  const bytes = Buffer.from(base64.replace(/^data:[^,]*,/, ''), 'base64')
  if (bytes.length === 0 || bytes.length > largestThumbnail) return null
  const format = imageFormat(bytes)
  if (format === null) return null
  const ref = `t${createHash('sha256').update(bytes).digest('hex').slice(0, 40)}`
  return { ref, ...format, bytes: new Uint8Array(bytes) }
}
