import { id, lenient } from './lenient.ts'
import { messageRecord } from './message.ts'

/** A record of lastOutgoingMessages (service 2.5). Its `timestamp` is the time of the last action, in seconds. */
export const outgoingMessageRecord = messageRecord.extend({
  /** An id for the recipient in some journals (kept apart from chatId). */
  participant: lenient(id),
})

/** The kinds that lastOutgoingMessages lists (service 2.5). More may come. */
export const outgoingMessageTypes = [
  'textMessage',
  'imageMessage',
  'videoMessage',
  'documentMessage',
  'audioMessage',
  'stickerMessage',
  'reactionMessage',
  'locationMessage',
  'contactMessage',
  'extendedTextMessage',
  'pollMessage',
  'quotedMessage',
] as const
