import type { MessageId } from './translations.ts'

/**
 * The twelve types of lastOutgoingMessages (service 2.5) in the order of the filter, and all others. Three are one
 * content kind of ours, so they go by the service's names; the rest by our kinds, which know further names of theirs.
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
  'unsupported',
] as const
export type MessageType = (typeof messageTypes)[number] | 'text'

/**
 * The type of a message of a content kind, or of what an address names; undefined for what only the service has a name
 * for.
 */
export const typeOf = (kind: string, typeMessage: string = kind): MessageType | undefined =>
  kind === 'text' && !messageTypes.some((type) => type === typeMessage)
    ? 'text'
    : messageTypes.find((type) => type === (kind === 'text' ? typeMessage : kind))

export const typeText = (type: MessageType): MessageId => `type.${type}`
