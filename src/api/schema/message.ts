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
 * A message record of getChatHistory and getMessage (service 2.2). Only the id is required: without it a record can't
 * be identified. Times are UNIX seconds.
 */
export const messageRecord = z.looseObject({
  /** `incoming` or `outgoing`. */
  type: lenient(text),
  idMessage: id,
  /**
   * History: when the service accepted the message. lastOutgoingMessages: the latest action, never the message's
   * position.
   */
  timestamp: lenient(number),
  /** May be '' (service 10.5). */
  typeMessage: lenient(text),
  chatId: lenient(id),
  /** Outgoing only; may be '' or UNKNOWN. */
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
  /** With deletedMessage and editedMessage of live journals: the changed message (service 10.5). */
  deletedMessageData: lenient(deletedMessageData),
  editedMessageData: lenient(editedMessageData),
  deletedMessageId: lenient(text),
  editedMessageId: lenient(text),
  isEdited: lenient(flag),
  isDeleted: lenient(flag),
})

export type MessageRecord = z.output<typeof messageRecord>
