import { z } from 'zod'
import { count, flag, id, lenient, lenientList, number, text } from './lenient.ts'

const forwarding = { isForwarded: lenient(flag), forwardingScore: lenient(count) }

/** The object of a kind, as far as it says how often its message was forwarded. */
export const forwardingPart = z.object(forwarding)

/**
 * File fields, the same in records and notifications. `jpegThumbnail` is base64 and may hold WebP: sniff it (service
 * 10.5).
 */
export const fileFields = {
  downloadUrl: lenient(text),
  caption: lenient(text),
  fileName: lenient(text),
  jpegThumbnail: lenient(text),
  mimeType: lenient(text),
  isAnimated: lenient(flag),
  /** A round video (service 10.9). */
  videoNote: lenient(flag),
}

export const fileMessageData = z.looseObject({ ...fileFields, ...forwarding })

export const textMessageData = z.looseObject({ textMessage: lenient(text), ...forwarding })

/**
 * A link, or the text of a reply (service 2.3). In notifications a reaction comes under the same key: switch on
 * typeMessage.
 */
export const extendedTextMessage = z.looseObject({
  text: lenient(text),
  description: lenient(text),
  title: lenient(text),
  previewType: lenient(text),
  jpegThumbnail: lenient(text),
  stanzaId: lenient(id),
  participant: lenient(id),
  ...forwarding,
})

/** A reaction (service 2.4): an emoji, or '' when it was removed. */
export const reactionData = z.looseObject({ text: lenient(text) })

export const location = z.looseObject({
  nameLocation: lenient(text),
  address: lenient(text),
  latitude: lenient(number),
  longitude: lenient(number),
  jpegThumbnail: lenient(text),
  ...forwarding,
})

/** A shared contact: a vCard, or its fields if the service has split it (service 10.5). */
export const contact = z.looseObject({
  displayName: lenient(text),
  vcard: lenient(text),
  phoneContact: lenient(text),
  /** MAX: digits, and the account's id (service 11.3.6). */
  phoneNumber: lenient(text),
  chatId: lenient(id),
  firstName: lenient(text),
  middleName: lenient(text),
  lastName: lenient(text),
  company: lenient(text),
  ...forwarding,
})

export const contactsArray = z.looseObject({ contacts: lenientList(contact), ...forwarding })

/** contactsArrayMessage under the key `contacts`: an object that holds the list, or the list itself. */
export const contactsList = contactsArray.or(z.array(contact).transform((contacts) => ({ contacts })))

/** An option, or its name alone, which is how the page of Telegram writes it (service 11.3.7). */
const pollOption = z.union([z.looseObject({ optionName: text }), text.transform((optionName) => ({ optionName }))])

/** An id, or an object that holds it (service 10.5). */
const pollVoter = z.union([
  id,
  z.looseObject({ wid: id }).transform(({ wid }) => wid),
  z.looseObject({ voterWid: id }).transform(({ voterWid }) => voterWid),
  z.looseObject({ id }).transform((voter) => voter.id),
])

const pollVote = z.looseObject({ optionName: text, optionVoters: lenientList(pollVoter) })

export const pollMessageData = z.looseObject({
  stanzaId: lenient(id),
  name: lenient(text),
  options: lenientList(pollOption),
  votes: lenientList(pollVote),
  multipleAnswers: lenient(flag),
  ...forwarding,
})

export const editedMessageData = z.looseObject({
  textMessage: lenient(text),
  caption: lenient(text),
  stanzaId: lenient(id),
})

export const deletedMessageData = z.looseObject({ stanzaId: lenient(id) })

/** The quoted message (service 2.5): its own fields depend on its type and are named like those of a record. */
export const quotedMessage = z.looseObject({
  stanzaId: lenient(id),
  participant: lenient(id),
  /** May be '' (service 10.5). */
  typeMessage: lenient(text),
  textMessage: lenient(text),
  ...fileFields,
  location: lenient(location),
  contact: lenient(contact),
  contacts: lenient(contactsList),
  messageData: lenient(contactsArray),
  extendedTextMessage: lenient(extendedTextMessage),
  extendedTextMessageData: lenient(reactionData),
  pollMessageData: lenient(pollMessageData),
})

export type FileMessageData = z.output<typeof fileMessageData>
export type ExtendedTextMessage = z.output<typeof extendedTextMessage>
export type LocationData = z.output<typeof location>
export type ContactData = z.output<typeof contact>
export type PollMessageData = z.output<typeof pollMessageData>
export type QuotedMessage = z.output<typeof quotedMessage>
