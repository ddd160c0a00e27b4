import { z } from 'zod'
import { count, flag, id, idAsChatId, lenient, text } from './lenient.ts'

/** An item of getChats and getContacts: WhatsApp calls the chat's id `id` (service 10.2). */
export const chatRecord = idAsChatId(
  z.looseObject({
    chatId: id,
    name: lenient(text),
    contactName: lenient(text),
    /** '0' when hidden. */
    phoneNumber: lenient(text),
    type: lenient(text),
    /** WhatsApp: the id of the same person from now on (service 10.1). */
    newChatId: lenient(id),
    /** WhatsApp only: it is in the messenger's own archive, and for how many seconds messages stay. */
    archive: lenient(flag),
    ephemeralExpiration: lenient(count),
  }),
)

/** setDisappearingChat (service 11.4.6). */
export const lifetimeResult = z.looseObject({
  disappearingMessagesInChat: lenient(flag),
  /** Seconds; 0: messages stay. */
  ephemeralExpiration: lenient(count),
})

export const contactInfo = z.looseObject({
  chatId: lenient(id),
  avatar: lenient(text),
  name: lenient(text),
  contactName: lenient(text),
  chatType: lenient(text),
  /** Unchanged: no format is promised. */
  lastSeen: lenient(text),
  phoneNumber: lenient(text),
  /** WhatsApp only: what a business says of itself; empty texts of anybody else. */
  email: lenient(text),
  category: lenient(text),
  description: lenient(text),
})

export type ContactInfo = z.output<typeof contactInfo>

/**
 * checkAccount. WhatsApp answers `existsWhatsapp`, and of a chat id the number, which is empty where the person hides
 * it.
 */
export const checkAccountResult = z
  .looseObject({
    exist: lenient(flag),
    existsWhatsapp: lenient(flag),
    chatId: lenient(id),
    phoneNumber: lenient(text),
    username: lenient(text),
    fromCache: lenient(flag),
  })
  .refine((check) => check.exist !== undefined || check.existsWhatsapp !== undefined)
  .transform((check) => ({ ...check, exist: check.exist ?? check.existsWhatsapp ?? false }))

/** getAvatar (service 2.7): '' and available true means none is set; '' and available false means privacy hides it. */
export const avatarRecord = z.looseObject({ urlAvatar: lenient(text), available: lenient(flag) })
