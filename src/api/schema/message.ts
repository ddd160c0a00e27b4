import { z } from 'zod'
import { count, flag, id, lenient, number, text } from './lenient.ts'
import {
  contact,
  contactsArray,
  contactsList,
  deletedMessageData,
  editedMessageData,
  extendedTextMessage,
  fileFields,
  location,
  pollMessageData,
  quotedMessage,
  reactionData,
} from './message-parts.ts'

/**
 * A message record of getChatHistory and getMessage (service 2.2). Only the id is required:
 * a record without one can't be told from any other. Times are UNIX seconds.
 */
export const messageRecord = z.looseObject({
  /** `incoming` or `outgoing`. */
  type: lenient(text),
  idMessage: id,
  /** History: when the service accepted the message. lastOutgoingMessages: the latest action on it, never its place. */
  timestamp: lenient(number),
  /** May be '' (service 10.5). */
  typeMessage: lenient(text),
  chatId: lenient(id),
  /** Outgoing only; '' and UNKNOWN are seen. */
  statusMessage: lenient(text),
  sendByApi: lenient(flag),
  senderId: lenient(id),
  senderName: lenient(text),
  senderContactName: lenient(text),
  isForwarded: lenient(flag),
  forwardingScore: lenient(count),
  textMessage: lenient(text),
  ...fileFields,
  location: lenient(location),
  contact: lenient(contact),
  contacts: lenient(contactsList),
  /** contactsArrayMessage in journals. */
  messageData: lenient(contactsArray),
  extendedTextMessage: lenient(extendedTextMessage),
  /** With reactionMessage: the reaction. */
  extendedTextMessageData: lenient(reactionData),
  pollMessageData: lenient(pollMessageData),
  quotedMessage: lenient(quotedMessage),
  /** With deletedMessage and editedMessage, which live journals show: the message that was changed (service 10.5). */
  deletedMessageData: lenient(deletedMessageData),
  editedMessageData: lenient(editedMessageData),
  deletedMessageId: lenient(text),
  editedMessageId: lenient(text),
  isEdited: lenient(flag),
  isDeleted: lenient(flag),
})

export type MessageRecord = z.output<typeof messageRecord>
