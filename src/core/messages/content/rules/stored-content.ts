import type { CallOutcome } from '../../../../contract/values.ts'
import type { ServiceMarker } from '../../../../contract/messages.ts'
import type { Advert, MenuOption, UnknownField } from '../../../../contract/business-kinds.ts'

/**
 * Content of a message as the archive keeps it (`message.content_json`): reported by the service, nothing made up.
 * Thumbnails are refs into the table `thumbnail`. Its `kind` is the contract's ContentKind.
 */
export type StoredContent =
  | {
      readonly kind: 'text'
      readonly text: string
      readonly preview: StoredPreview | null
      /** The address of a preview that was made here: records of the service do not tell it. */
      readonly previewLink?: string
      readonly advert?: Advert
    }
  | { readonly [Kind in MediaKind]: { readonly kind: Kind } & StoredMedia }[MediaKind]
  | {
      readonly kind: 'location'
      readonly name: string
      readonly address: string
      readonly latitude: number | null
      readonly longitude: number | null
      readonly thumbnail: string | null
    }
  | { readonly kind: 'contacts'; readonly cards: readonly StoredCard[] }
  | {
      readonly kind: 'poll'
      readonly question: string
      readonly multiple: boolean | null
      readonly options: readonly string[]
    }
  /** Its target is the message's `quoted_id`. An empty emoji takes the reaction back. */
  | { readonly kind: 'reaction'; readonly emoji: string }
  /** `caption`: what was written under the file in whose place the marker stands. */
  | { readonly kind: 'marker'; readonly marker: ServiceMarker; readonly caption?: string }
  | {
      readonly kind: 'order'
      readonly orderId: string
      /** In minor units, as the service wrote it. */
      readonly amount: string
      readonly currency: string
      readonly items: number | null
      readonly title: string
      readonly text: string
      readonly seller: string
      readonly thumbnail: string | null
    }
  | {
      readonly kind: 'product'
      readonly productId: string
      readonly title: string
      readonly description: string
      readonly amount: string
      readonly currency: string
      readonly url: string
      readonly pictures: number | null
      readonly thumbnail: string | null
    }
  | ({ readonly kind: 'menu' } & StoredMenu)
  | ({
      readonly kind: 'template'
      readonly id: string
      readonly name: string
      readonly params: readonly string[]
      readonly mediaUrl: string
    } & StoredMenu)
  | { readonly kind: 'choice'; readonly text: string; readonly optionId: string }
  | {
      readonly kind: 'invitation'
      readonly groupId: string
      readonly group: string
      readonly code: string
      readonly text: string
      /** Epoch ms; null: it does not expire. */
      readonly expiresAt: number | null
      readonly thumbnail: string | null
    }
  /** A call is a row of its chat; `outcome` is null while only its offer is known. `duration` is in seconds. */
  | {
      readonly kind: 'call'
      readonly outcome: CallOutcome | null
      readonly video: boolean | null
      readonly group: boolean | null
      readonly duration: number | null
      readonly people: number | null
      /** When it ended, epoch ms, which only the journals of calls say. */
      readonly endedAt?: number | null
      /** Its id in a journal or notification, where that is not the row's. */
      readonly otherId?: string
    }
  /** `fields`: what could be read of it; `more`: how many others there are. */
  | { readonly kind: 'unsupported'; readonly fields?: readonly UnknownField[]; readonly more?: number }

export interface StoredMenu {
  readonly title: string
  readonly text: string
  readonly footer: string
  /** Label of the button that opens the list. */
  readonly button: string
  readonly options: readonly MenuOption[]
  /** Number of options that are not kept. */
  readonly more: number
}

export type MediaKind = 'image' | 'video' | 'document' | 'audio' | 'sticker'

export interface StoredMedia {
  readonly caption: string
  readonly downloadUrl: string
  readonly fileName: string
  readonly mimeType: string
  readonly animated: boolean | null
  /** A video that the messenger shows as a circle. */
  readonly round?: boolean
  readonly thumbnail: string | null
}

/** Of a link inside a text (service 2.3). */
interface StoredPreview {
  /** The link's own text, kept where it is not the message's. */
  readonly text?: string
  readonly title: string
  readonly description: string
  readonly thumbnail: string | null
}

/** A shared contact: a vCard, or its parts where the service took it apart (service 10.5). */
export interface StoredCard {
  readonly displayName: string
  readonly vcard: string
  readonly phone: string
  readonly organisation: string
}

/** The message that a message quotes (`message.quoted_json`); its id is the column `quoted_id`. */
export interface StoredQuote {
  /** Chat id of its author; '' when the service did not say. */
  readonly participant: string
  /** null when only its id is known. */
  readonly content: StoredContent | null
  readonly typeMessage: string
}

/** The text or caption that an edit changes; '' where there is none. */
export function editableText(content: StoredContent): string {
  if (content.kind === 'text') return content.text
  return 'caption' in content ? content.caption : ''
}

/** The content with an edited text or caption; the same content where there is nothing to edit. */
export function withText(content: StoredContent, text: string): StoredContent {
  if (content.kind === 'text') return { ...content, text }
  return 'caption' in content ? { ...content, caption: text } : content
}
