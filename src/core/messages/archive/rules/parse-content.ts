import type { ContactData } from '../../../../api/schema/message-parts.ts'
import type { ServiceMarker } from '../../../../contract/messages.ts'
import { partsOfQuote } from './content-parts.ts'
import type { ContentParts } from './content-parts.ts'
import { phoneDigitsOf } from './chat-id.ts'
import { linkTextBeside } from './link-text.ts'
import type { FoundThumbnail } from './record.ts'
import type { MediaKind, StoredCard, StoredContent, StoredQuote } from './stored-content.ts'
import { thumbnailOf } from './thumbnail-of.ts'

export interface ParsedContent {
  readonly content: StoredContent
  readonly quotedId: string
  readonly quote: StoredQuote | null
  readonly thumbnails: readonly FoundThumbnail[]
}

const markers: ReadonlyMap<string, ServiceMarker> = new Map([
  ['{{SWE001}}', 'SWE001'],
  ['{{SWE002}}', 'SWE002'],
  ['{{SWE003}}', 'SWE003'],
])

/** The content of a message by its typeMessage (service 2.2 to 2.5 and 10.5). Nothing is made up. */
export function parseContent(parts: ContentParts): ParsedContent {
  const thumbnails: FoundThumbnail[] = []
  const keep = (base64: string | undefined): string | null => {
    const thumbnail = thumbnailOf(base64)
    if (thumbnail !== null) thumbnails.push(thumbnail)
    return thumbnail?.ref ?? null
  }
  const content = read(parts, keep)
  const { quoted } = parts
  const quotedId = quoted?.stanzaId ?? parts.extended?.stanzaId ?? ''
  return { content, quotedId, quote: quoteOf(parts, quotedId, keep), thumbnails }
}

type KeepThumbnail = (base64: string | undefined) => string | null

function read(parts: ContentParts, keep: KeepThumbnail): StoredContent {
  switch (parts.typeMessage) {
    case 'textMessage':
    case 'extendedTextMessage':
    case 'quotedMessage':
      return readText(parts, keep)
    case 'reactionMessage':
      return { kind: 'reaction', emoji: parts.extended?.text ?? '' }
    case 'imageMessage':
    case 'videoMessage':
    case 'documentMessage':
    case 'audioMessage':
    case 'stickerMessage':
      return readMedia(mediaKinds[parts.typeMessage], parts, keep)
    case 'locationMessage':
      return {
        kind: 'location',
        name: parts.location?.nameLocation ?? '',
        address: parts.location?.address ?? '',
        latitude: parts.location?.latitude ?? null,
        longitude: parts.location?.longitude ?? null,
        thumbnail: keep(parts.location?.jpegThumbnail),
      }
    case 'contactMessage':
    case 'contactsArrayMessage':
      return { kind: 'contacts', cards: parts.contacts.map(cardOf) }
    case 'pollMessage':
      return {
        kind: 'poll',
        question: parts.poll?.name ?? '',
        multiple: parts.poll?.multipleAnswers ?? null,
        options: (parts.poll?.options ?? []).map((option) => option.optionName),
      }
    // No word on the kind, but a text: it is shown. Without one nothing is invented.
    case '':
      return parts.text === '' ? { kind: 'unsupported' } : readText(parts, keep)
    default:
      return { kind: 'unsupported' }
  }
}

const mediaKinds = {
  imageMessage: 'image',
  videoMessage: 'video',
  documentMessage: 'document',
  audioMessage: 'audio',
  stickerMessage: 'sticker',
} as const satisfies Record<string, MediaKind>

/**
 * The text stands in `textMessage` (service 2.2), the link's own in `extendedTextMessage.text` (2.3). Plain text comes as a
 * link too, with the text in both places (service 10.5); a preview needs something to show.
 */
function readText({ text: plain, extended }: ContentParts, keep: KeepThumbnail): StoredContent {
  const text = plain === '' ? (extended?.text ?? '') : plain
  const marker = markers.get(text.trim())
  if (marker !== undefined) return { kind: 'marker', marker }
  const title = extended?.title ?? ''
  const description = extended?.description ?? ''
  const thumbnail = keep(extended?.jpegThumbnail)
  const linkText = extended?.text?.trim() ?? ''
  const isOwn = linkText !== '' && linkText !== text.trim()
  const preview = { title, description, thumbnail, ...(isOwn ? { text: linkText } : {}) }
  const content = { kind: 'text', text, preview } as const
  const empty = title === '' && description === '' && thumbnail === null && linkTextBeside(content) === ''
  return empty ? { ...content, preview: null } : content
}

const withoutMarker = (text: string | undefined): string => (markers.has(text?.trim() ?? '') ? '' : (text ?? ''))

function readMedia(kind: MediaKind, { file }: ContentParts, keep: KeepThumbnail): StoredContent {
  // The marker of a file that the service could not take stands in its caption, its link or its name.
  const fields = [file?.caption, file?.downloadUrl, file?.fileName]
  const marker = fields.map((field) => markers.get(field?.trim() ?? '')).find((found) => found !== undefined)
  const caption = withoutMarker(file?.caption)
  if (marker !== undefined && withoutMarker(file?.downloadUrl) === '')
    return { kind: 'marker', marker, ...(caption === '' ? {} : { caption }) }
  return {
    kind,
    caption,
    downloadUrl: withoutMarker(file?.downloadUrl),
    fileName: withoutMarker(file?.fileName),
    mimeType: file?.mimeType ?? '',
    animated: file?.isAnimated ?? null,
    thumbnail: keep(file?.jpegThumbnail),
  }
}

function cardOf(contact: ContactData): StoredCard {
  const names = [contact.firstName, contact.middleName, contact.lastName].filter(
    (name) => name !== undefined && name !== '',
  )
  return {
    // In journals an absent text is '' (service 10.5), and a hidden number 0.
    displayName: contact.displayName || names.join(' '),
    vcard: contact.vcard ?? '',
    phone:
      contact.phoneContact ||
      (contact.phoneNumber === '0' ? '' : (contact.phoneNumber ?? '')) ||
      phoneDigitsOf(contact.chatId ?? ''),
    organisation: contact.company ?? '',
  }
}

function quoteOf({ quoted, extended, typeMessage }: ContentParts, id: string, keep: KeepThumbnail): StoredQuote | null {
  // A reaction's "quoted" message is its target, which stands in the chat by itself.
  if (id === '' || typeMessage === 'reactionMessage') return null
  const participant = quoted?.participant ?? extended?.participant ?? ''
  if (quoted === undefined) return { participant, content: null, typeMessage: '' }
  const content = read(partsOfQuote(quoted), keep)
  const said = content.kind !== 'unsupported' || (quoted.typeMessage ?? '') !== ''
  return { participant, content: said ? content : null, typeMessage: quoted.typeMessage ?? '' }
}

/** How often it was forwarded; null when it was not, or nobody said. */
export function forwardedScore(
  ...flags: readonly (
    | { readonly isForwarded?: boolean | undefined; readonly forwardingScore?: number | undefined }
    | undefined
  )[]
): number | null {
  let score: number | null = null
  for (const flag of flags) {
    const times = Math.max(flag?.forwardingScore ?? 0, flag?.isForwarded === true ? 1 : 0)
    if (times > 0 && Number.isFinite(times)) score = Math.max(score ?? 0, times)
  }
  return score
}
