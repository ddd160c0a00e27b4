import { z } from 'zod'
import { id, lenient, number, text } from './lenient.ts'
import { fileFields } from './message-parts.ts'

/** A story of a contact, in getIncomingStatuses (service 11.10). UNIX seconds. */
export const storyRecord = z.looseObject({
  idMessage: id,
  timestamp: lenient(number),
  /** extendedTextMessage, imageMessage, videoMessage, audioMessage or deletedMessage. */
  typeMessage: lenient(text),
  chatId: lenient(id),
  senderId: lenient(id),
  senderName: lenient(text),
  senderContactName: lenient(text),
  textMessage: lenient(text),
  extendedTextMessage: lenient(z.looseObject({ text: lenient(text), backgroundColor: lenient(text) })),
  ...fileFields,
})

export type StoryRecord = z.output<typeof storyRecord>
