import type { ChatKind } from '../../../../contract/chats.ts'

/** Facts derived from the form of a chat id (service 2.1 and 10.1). Unknown forms are stored and shown. */
export function chatKindOf(chatId: string): ChatKind {
  if (/^-\d+(@g\.us)?$/.test(chatId) || /^\d+(-\d+)?@g\.us$/.test(chatId)) return 'group'
  if (/^\d+(@c\.us|@lid)?$/.test(chatId) || isScopedId(chatId)) return 'user'
  return 'unknown'
}

/** The other spelling of the same id: with or without its suffix (architecture 5). Null where there is none. */
export function twinOf(chatId: string): string | null {
  const [, digits, suffix] = /^(-?\d+)(@c\.us|@g\.us)?$/.exec(chatId) ?? []
  if (digits === undefined) return null
  const own = digits.startsWith('-') ? '@g.us' : '@c.us'
  if (suffix === undefined) return digits + own
  return suffix === own ? digits : null
}

/** The id of a person for one business alone: a country and letters or digits (service 10.1). */
export const isScopedId = (chatId: string): boolean => /^[A-Z]{2}\.[A-Za-z0-9]{1,128}$/.test(chatId)

/** WhatsApp's id of a person that says nothing of the number (service 10.1). */
export const isLid = (chatId: string): boolean => chatId.endsWith('@lid')

/**
 * An account's id is written with and without its suffix, by the messenger with another one, and with the device
 * (service 2.1): one person's ids are compared without them.
 */
export const bareUserId = (id: string): string => id.replace(/(?::\d{1,3})?@(?:c\.us|s\.whatsapp\.net)$/u, '')

/** An id in the service's own spelling: without the device, and with its suffix in the place of the messenger's. */
export const canonicalId = (id: string): string =>
  id.replace(
    /^(\d+)(?::\d{1,3})?@(?:(c\.us|lid)|s\.whatsapp\.net)$/u,
    (_id, digits: string, suffix = 'c.us') => `${digits}@${suffix}`,
  )

/** An id without what the service writes in one place and leaves out in another. */
export const bareId = (id: string): string => bareUserId(canonicalId(id))

/** All ways in which the service writes a person's id, but for devices. */
export function spellingsOf(id: string): readonly string[] {
  const bare = bareId(id)
  return /^\d+$/u.test(bare) ? [bare, `${bare}@c.us`, `${bare}@s.whatsapp.net`] : [bare]
}

/** Whether an id belongs to no account: lists of chats and contacts may have such a row (service 10.2). */
export const isNobodysId = (chatId: string): boolean => /^(?:0+|null|undefined|nan|)(?:@.*)?$/iu.test(chatId)

/**
 * A group's id in the form of getGroupData (service 4.3): a hyphen and digits without the suffix; other forms
 * unchanged.
 */
export const groupIdOf = (chatId: string): string => chatId.replace(/^(-\d+)@g\.us$/, '$1')

/** Digits of a phone number when the id has the form of one; '' otherwise. */
export function phoneDigitsOf(chatId: string): string {
  return /^(\d{7,15})@c\.us$/.exec(chatId)?.[1] ?? ''
}
