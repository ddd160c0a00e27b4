import type { Message } from './message.ts'

/** Kinds of file messages (service 2.5 and 10.5). */
export type FileKind = 'image' | 'video' | 'document' | 'audio' | 'sticker'

/** A file of the world. The emulator serves its bytes itself. */
export interface FileContent {
  readonly kind: 'file'
  readonly as: FileKind
  /** Key of the file in the media store; '' gives an empty downloadUrl. */
  readonly mediaId: string
  readonly caption: string
  /** The sender's name for it. The service reports it for documents only. */
  readonly fileName: string
  readonly mimeType: string
  /** Base64, or null as the real service sends it. */
  readonly jpegThumbnail: string | null
  readonly isAnimated: boolean
  readonly isRound?: boolean
  /** Too large for the service: there is no link. */
  readonly isTooLarge?: boolean
  /** The name in records. Default: a name of the service's choice. */
  readonly shownName?: string
}

export interface LinkContent {
  readonly kind: 'link'
  readonly text: string
  readonly title: string
  readonly description: string
  readonly previewType: string
  readonly jpegThumbnail: string
}

export interface LocationContent {
  readonly kind: 'location'
  readonly nameLocation: string
  readonly address: string
  readonly latitude: number
  readonly longitude: number
  readonly jpegThumbnail: string
}

export interface ContactContent {
  readonly kind: 'contact'
  readonly displayName: string
  readonly vcard: string
}

interface PollContent {
  readonly kind: 'poll'
  readonly name: string
  readonly options: readonly string[]
  readonly multipleAnswers: boolean
  /** Votes: account id to option names. */
  readonly votes: ReadonlyMap<string, readonly string[]>
}

/** The content of a message. Journals and notifications show projections of it. */
export type Content =
  | { readonly kind: 'text'; readonly text: string }
  | LinkContent
  | FileContent
  | LocationContent
  | ContactContent
  | { readonly kind: 'contacts'; readonly contacts: readonly ContactContent[] }
  | PollContent
  | { readonly kind: 'reaction'; readonly emoji: string }
  /** An edit or a deletion, which journals show as a record of its own (service 10.5); `text` is '' of a deletion. */
  | {
      readonly kind: 'change'
      readonly change: 'edit' | 'delete'
      readonly targetId: string
      readonly text: string
      readonly field: 'textMessage' | 'caption'
    }
  /** One person's votes, which journals show as a record of its own; `choices` empty takes them back. */
  | { readonly kind: 'vote'; readonly poll: Message; readonly voterId: string; readonly choices: readonly string[] }
  | {
      readonly kind: 'unsupported'
      readonly typeMessage: string
      readonly data: Readonly<Record<string, unknown>>
    }

/** Text that identifies the message for a person: its text, caption, name or emoji. */
export const textOf = (content: Content): string => {
  switch (content.kind) {
    case 'text':
    case 'link':
      return content.text
    case 'file':
      return content.caption
    case 'location':
      return content.nameLocation
    case 'contact':
      return content.displayName
    case 'contacts':
      return content.contacts.map((contact) => contact.displayName).join(', ')
    case 'poll':
      return content.name
    case 'reaction':
      return content.emoji
    case 'change':
      return content.text
    case 'vote':
    case 'unsupported':
      return ''
  }
}

/** The service's name for the kind of content (service 2.5 and 10.5). */
export const typeMessageOf = (content: Content): string => {
  switch (content.kind) {
    case 'text':
      return 'textMessage'
    case 'link':
      return 'extendedTextMessage'
    case 'file':
      return `${content.as}Message`
    case 'contacts':
      return 'contactsArrayMessage'
    case 'change':
      return content.change === 'edit' ? 'editedMessage' : 'deletedMessage'
    case 'vote':
      return 'pollUpdateMessage'
    case 'unsupported':
      return content.typeMessage
    case 'location':
    case 'contact':
    case 'poll':
    case 'reaction':
      return `${content.kind}Message`
  }
}
