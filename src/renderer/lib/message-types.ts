import type { ContentKind } from '../../contract/messages.ts'
import type { MessageId } from './translations.ts'

/**
 * What the filter of own messages offers, in its order. The three types of text go by the service's names
 * (service 2.5); the rest by our kinds, each of which knows all names that the service has for it.
 */
export const messageTypes = [
  'textMessage',
  'extendedTextMessage',
  'quotedMessage',
  'image',
  'video',
  'document',
  'audio',
  'sticker',
  'location',
  'contacts',
  'poll',
  'reaction',
  'template',
  'menu',
  'choice',
  'order',
  'product',
  'invitation',
  'unsupported',
] as const
export type MessageType = (typeof messageTypes)[number] | ContentKind

/** The type of a message by its content. */
export const typeOf = (kind: ContentKind, typeMessage: string): MessageType =>
  kind === 'text' ? (findType(typeMessage) ?? kind) : kind

/** A type that the filter offers; undefined for any other word of an address. */
export const findType = (name: string): MessageType | undefined => messageTypes.find((type) => type === name)

/** A type without a name does not compile. */
export const typeText = (type: MessageType): MessageId => `type.${type}`
