import { bareUserId } from '../archive/rules/chat-id.ts'

/** The ids of an instance's own account; null until the service named them. */
export interface OwnIds {
  /** `<phone digits>@c.us`, as notifications name it (service 6). */
  readonly wid: string | null
  /** Its id in chats and groups. On WhatsApp the same, elsewhere unrelated to the phone number (service 4.5). */
  readonly ownId: string | null
}

/** Whether an id in any of its forms is the account's own. */
export const isOwnId = ({ wid, ownId }: OwnIds, id: string): boolean =>
  id !== '' && [ownId, wid].some((own) => own !== null && own !== '' && bareUserId(own) === bareUserId(id))

/** The best id to name the account by; null when none is known. */
export const ownIdOf = ({ wid, ownId }: OwnIds): string | null => ownId || wid || null

/**
 * The account's own ids in getAccountSettings (service 10.2). getWaSettings may name a device in the place of an id, as
 * `<digits>:<device>@s.whatsapp.net`: its digits are the number.
 */
export function ownIdsOf(account: {
  readonly chatId?: string | undefined
  readonly phone?: string | undefined
  readonly deviceId?: string | undefined
}): { readonly wid?: string; readonly ownId?: string } {
  const phone =
    /^\+?(\d{7,15})$/.exec(account.phone ?? '')?.[1] ?? /^(\d{7,15})(?:[:@]|$)/.exec(account.deviceId ?? '')?.[1]
  const { chatId = '' } = account
  return {
    ...(phone === undefined ? {} : { wid: `${phone}@c.us` }),
    ...(chatId === '' ? {} : { ownId: chatId }),
  }
}
