import type { OperationName } from '../../../api/operations.ts'

/**
 * What a read shows: of the instance alone, of one chat (`field` names it), or of all of its chats. A program whose
 * scope is a part of the chats gets none of the last.
 */
export type ServiceReadReach =
  | { readonly kind: 'instance' | 'allChats' }
  | { readonly kind: 'chat'; readonly field: 'chatId' | 'groupId' }

interface ServiceReadRow {
  readonly operation: OperationName
  readonly reach: ServiceReadReach
}

const ofInstance = (operation: OperationName): ServiceReadRow => ({ operation, reach: { kind: 'instance' } })
const ofAllChats = (operation: OperationName): ServiceReadRow => ({ operation, reach: { kind: 'allChats' } })
const ofChat = (operation: OperationName, field: 'chatId' | 'groupId' = 'chatId'): ServiceReadRow => ({
  operation,
  reach: { kind: 'chat', field },
})

/** Reads of the service that programs may ask for, by their names in lower case. */
export const serviceReadTable: Readonly<Record<string, ServiceReadRow>> = {
  getstateinstance: ofInstance('getStateInstance'),
  getsettings: ofInstance('getSettings'),
  getwasettings: ofInstance('getAccountSettings'),
  getaccountsettings: ofInstance('getAccountSettings'),
  checkwhatsapp: ofInstance('checkAccount'),
  checkaccount: ofInstance('checkAccount'),
  getchathistory: ofChat('getChatHistory'),
  getmessage: ofChat('getMessage'),
  getcontactinfo: ofChat('getContactInfo'),
  getavatar: ofChat('getAvatar'),
  getgroupdata: ofChat('getGroupData', 'groupId'),
  downloadfile: ofChat('downloadFile'),
  lastincomingmessages: ofAllChats('lastIncomingMessages'),
  lastoutgoingmessages: ofAllChats('lastOutgoingMessages'),
  getcontacts: ofAllChats('getContacts'),
  getchats: ofAllChats('getChats'),
  showmessagesqueue: ofAllChats('showMessagesQueue'),
  getmessagescount: ofAllChats('getMessagesCount'),
}

/** The notifications that a switch of the settings is about. */
const kindsOfSwitch: Readonly<Record<string, string>> = {
  incomingWebhook: 'incomingMessageReceived',
  outgoingMessageWebhook: 'outgoingMessageReceived',
  outgoingAPIMessageWebhook: 'outgoingAPIMessageReceived',
  outgoingWebhook: 'outgoingMessageStatus',
  stateWebhook: 'stateInstanceChanged',
  incomingCallWebhook: 'incomingCall',
  outgoingCallWebhook: 'outgoingCall',
  incomingBlockWebhook: 'incomingBlock',
}

/**
 * The settings as they are for a program that reads the queue here: it has no webhook, and a switch is off where its
 * scope leaves the kind out. The webhook of the instance is nobody's to see.
 */
export function settingsOfProgram(
  settings: Readonly<Record<string, unknown>>,
  kinds: readonly string[] | null,
): Readonly<Record<string, unknown>> {
  const own = Object.entries(settings).map(([name, value]) => {
    const kind = Object.hasOwn(kindsOfSwitch, name) ? kindsOfSwitch[name] : undefined
    return [name, kind === undefined || kinds === null || kinds.includes(kind) ? value : 'no'] as const
  })
  return { ...Object.fromEntries(own), webhookUrl: '', webhookUrlToken: '' }
}
