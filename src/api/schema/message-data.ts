import { z } from 'zod'
import { lenient, text } from './lenient.ts'
import {
  contact,
  contactsArray,
  contactsList,
  deletedMessageData,
  editedMessageData,
  extendedTextMessage,
  fileMessageData,
  location,
  pollMessageData,
  quotedMessage,
  textMessageData,
} from './message-parts.ts'

/**
 * `messageData` of a message notification (service 10.5). May be empty. `typeMessage` decides which part counts:
 * `extendedTextMessageData` is a link, a reply's text or a reaction.
 */
export const messageData = z.looseObject({
  typeMessage: lenient(text),
  textMessageData: lenient(textMessageData),
  /** Where the text stands in a record. */
  textMessage: lenient(text),
  extendedTextMessageData: lenient(extendedTextMessage),
  fileMessageData: lenient(fileMessageData),
  locationMessageData: lenient(location),
  contactMessageData: lenient(contact),
  /** contactsArrayMessage: the contacts, under either of two keys. */
  contacts: lenient(contactsList),
  messageData: lenient(contactsArray),
  /** pollMessage and pollUpdateMessage; older ones have the second key. */
  pollMessageData: lenient(pollMessageData),
  pollCreationMessage: lenient(pollMessageData),
  editedMessageData: lenient(editedMessageData),
  deletedMessageData: lenient(deletedMessageData),
  quotedMessage: lenient(quotedMessage),
})

export type MessageData = z.output<typeof messageData>
