import { z } from 'zod'
import { count, flag, id, lenient, number, someText, text } from './lenient.ts'

/**
 * getStateInstance. The service answers `null` while the instance is being created: the state is then absent (service
 * 10.2).
 */
export const stateRecord = z
  .union([z.looseObject({ stateInstance: lenient(text) }), z.null()])
  .transform((state): { readonly [key: string]: unknown; readonly stateInstance?: string | undefined } => state ?? {})

/**
 * getSettings: only what this program reads; every other field is kept. Switches are 'yes' and 'no'.
 * A new instance has all notification kinds off, so nothing ever arrives (service 10.3).
 */
export const settingsRecord = z.looseObject({
  wid: lenient(text),
  typeInstance: lenient(text),
  webhookUrl: lenient(text),
  webhookUrlToken: lenient(text),
  delaySendMessagesMilliseconds: lenient(count),
  markIncomingMessagesReaded: lenient(text),
  markIncomingMessagesReadedOnReply: lenient(text),
  keepOnlineStatus: lenient(text),
  incomingWebhook: lenient(text),
  outgoingWebhook: lenient(text),
  outgoingMessageWebhook: lenient(text),
  outgoingAPIMessageWebhook: lenient(text),
  stateWebhook: lenient(text),
  pollMessageWebhook: lenient(text),
  editedMessageWebhook: lenient(text),
  deletedMessageWebhook: lenient(text),
  incomingCallWebhook: lenient(text),
  incomingBlockWebhook: lenient(text),
})

/** The switches of a subset for setSettings, by the service's own names. */
export const settingsChange = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))

export const setSettingsResult = z.looseObject({ saveSettings: flag })

/**
 * getAccountSettings (WhatsApp: getWaSettings). `chatId` is the account's own chat id; `suspendedUntil` is as it came:
 * UNIX seconds, or a date.
 */
export const accountRecord = z.looseObject({
  avatar: lenient(text),
  phone: lenient(text),
  stateInstance: lenient(text),
  chatId: lenient(id),
  /** WhatsApp's name for its own id. */
  deviceId: lenient(id),
  suspendedUntil: lenient(text),
  /** The same, of an instance older than 5.44.37.12. */
  yellowCardUntil: lenient(text),
  historySyncProgress: lenient(count),
})

/** A change of the account's state, in getStateInstanceHistory (service 11.7.2). UNIX seconds. */
export const stateChange = z.looseObject({
  stateInstance: someText,
  timestamp: lenient(number),
  phoneNumber: lenient(text),
})
