import { capabilities, type ServiceKind } from '../../api/families.ts'
import type { Kindness } from './kindnesses.ts'
import type { Plan } from './plan.ts'
import type { JsonObject } from './records.ts'

/**
 * Service families: v3 with the path segment `/v3` or without it, and its siblings, which have no version in the path.
 */
export type Family = 'v3' | 'v3-without-prefix' | 'whatsapp' | 'telegram'

/** Operations outside the seven plus deleteNotification; each can be switched off (service 10.2). */
export const optionalOperations = [
  'getStateInstance',
  'getSettings',
  'setSettings',
  'getAccountSettings',
  'getWaSettings',
  'getChats',
  'getContacts',
  'getContactInfo',
  'checkAccount',
  'checkWhatsapp',
  'readChat',
  'showMessagesQueue',
  'clearMessagesQueue',
  'getMessagesCount',
  'getWebhooksCount',
  'lastIncomingMessages',
  'downloadFile',
  'uploadFile',
  'sendFileByUrl',
  'sendFileByUpload',
  'sendLocation',
  'sendContact',
  'sendPoll',
  'forwardMessages',
  'editMessage',
  'deleteMessage',
  'sendReaction',
  'qr',
  'getAuthorizationCode',
  'startAuthorization',
  'sendAuthorizationCode',
  'sendAuthorizationPassword',
  'reboot',
  'logout',
  'updateApiToken',
  'setProfilePicture',
  'clearWebhooksQueue',
  'createGroup',
  'updateGroupName',
  'updateGroupSettings',
  'addGroupParticipant',
  'removeGroupParticipant',
  'setGroupAdmin',
  'removeAdmin',
  'setGroupPicture',
  'leaveGroup',
  'addContact',
  'editContact',
  'deleteContact',
  'getOrderDetails',
  'lastIncomingCalls',
  'lastOutgoingCalls',
  'getCallRecording',
  'archiveChat',
  'unarchiveChat',
  'setDisappearingChat',
  'getStateInstanceHistory',
  'getIncomingStatuses',
  'getTemplates',
  'sendTemplate',
] as const

export type OptionalOperation = (typeof optionalOperations)[number]

/** Emulated milliseconds after the message left the queue; null means never by itself. */
export interface AutoStatus {
  readonly sent: number | null
  readonly delivered: number | null
  readonly read: number | null
}

/** Statuses move only when a script says so. */
export const manualStatus: AutoStatus = { sent: null, delivered: null, read: null }

/** How one instance behaves where the specification is open or the real service differs from it (service 10). */
export interface Behaviour {
  /**
   * Form of error bodies: {statusCode, timestamp, path, message}, plain text, or {code, message, status} (service
   * 10.7).
   */
  readonly errorBodies: 'object' | 'text' | 'code'
  /** `Error: forbidden` at status 200: as bare text or as JSON text. */
  readonly refusals: 'bare' | 'json'
  /** How an empty wait ends (service 10.3). */
  readonly emptyWait: 'empty' | 'null' | '408' | '504'
  /** The answer to a request for a missing group (service 7 shows both). */
  readonly missingGroup: 'item-not-found' | 'groupId not found'
  /** Name of the group's id in getGroupData, in and out (service 10.1). */
  readonly groupParameter: 'groupId' | 'chatId'
  /** Form of a reply in a notification: the real v3 sends textMessage with a quotedMessage beside it (service 10.5). */
  readonly replies: 'textMessage' | 'quotedMessage'
  /** Form of the echo of an API send; by default plain text becomes extendedTextMessage (service 10.4). */
  readonly echo: 'extendedTextMessage' | 'textMessage' | 'empty' | 'none'
  /** The id that sendMessage answers and the id in the journals differ (service 10.1). */
  readonly journalIdsDiffer: boolean
  /** Shape of message ids: the family's usual ones, shorter than 16, or JSON numbers. */
  readonly ids: 'usual' | 'short' | 'number'
  /** Kindnesses of this instance; default none. */
  readonly kinder: readonly Kindness[]
  /** Whether a number that no script created has an account. */
  readonly unknownNumbers: 'exist' | 'noAccount'
  /** Longest text in UTF-16 code units: 20000 as specified (service 8), 4000 at the real service (service 10.1). */
  readonly textLimit: number
  /** senderData with the three documented fields, or with those of live captures too. */
  readonly senderData: 'field' | 'description'
  /**
   * Journals show edits and deletions as live ones of the WhatsApp family do: as records of their own, whose ids the
   * changed message names. Off, neither is there: the specification (service 9) marks the flags as temporarily not
   * working.
   */
  readonly editFlags: boolean
  /** `suspendedUntil` of getAccountSettings: UNIX seconds, a date as text, or nothing. */
  readonly suspendedUntil: number | string | null
  /** Emulated milliseconds over which the history comes after a login. */
  readonly historyArrivalMs: number
  /** Overrides historySyncProgress of getAccountSettings; null: the true value, outside WhatsApp. */
  readonly historySyncProgress: number | null
  /** The service's clock minus the emulated one, milliseconds. */
  readonly clockSkewMs: number
  /** Emulated milliseconds for which pulling still fails after the webhook URL was cleared over the API. */
  readonly webhookClearDelayMs: number
  /** Emulated milliseconds that setSettings takes; while they pass the state is `starting`. */
  readonly settingsDelayMs: number
  /** Emulated milliseconds of a restart (reboot), during which the state is `starting`. */
  readonly rebootDelayMs: number
  /** The answer of getTemplates; null: no account of the WhatsApp Business API. */
  readonly templates: readonly Readonly<JsonObject>[] | null
  /** The messenger wants a passkey to link a device: the word that qr answers instead of a code; null: none. */
  readonly passkey: 'passkeyRequired' | 'PassKeyRequire' | null
  /** The account's password, requested after the code or QR code; null: none. */
  readonly loginPassword: string | null
  /** The code that the messenger sends to the phone after startAuthorization. */
  readonly loginCode: string
  /**
   * updateApiToken: refused with a 200, or the emulated milliseconds for which the old token still works (service
   * 11.13).
   */
  readonly tokenChange: 'refused' | number
  /** Emulated milliseconds until a change of a group's settings is visible (service 11.6). */
  readonly groupSettingsDelayMs: number
  /** Outgoing statuses arrive in this order. */
  readonly statusOrder: 'ordered' | 'reversed'
  readonly optionalOperations: readonly OptionalOperation[]
  /** Calls per month (service 10.6). */
  readonly plan: Plan
  /** Hours by which the month of the plan begins before that of UTC. */
  readonly planZoneHours: number
  /** Requests per second and operation (service 10.6), in a sliding window; above it 429. */
  readonly limits: 'off' | 'field'
  readonly autoStatus: AutoStatus
}

/** The optional operations of an instance (service 11.2). */
export const operationsOf = (kind: ServiceKind): readonly OptionalOperation[] => {
  const { lacks, mayLack } = capabilities[kind]
  const missing = new Set<string>([...lacks, ...mayLack])
  return optionalOperations.filter((name) => !missing.has(name))
}

export const kindOf = (family: Family): ServiceKind => (family === 'v3-without-prefix' ? 'v3' : family)

export const defaultBehaviour = (family: Family): Behaviour => ({
  errorBodies: 'object',
  refusals: 'bare',
  emptyWait: 'empty',
  missingGroup: 'item-not-found',
  groupParameter: 'groupId',
  replies: family === 'whatsapp' ? 'quotedMessage' : 'textMessage',
  echo: 'extendedTextMessage',
  journalIdsDiffer: false,
  ids: 'usual',
  kinder: [],
  unknownNumbers: 'exist',
  textLimit: 20_000,
  senderData: 'field',
  editFlags: family === 'whatsapp',
  suspendedUntil: null,
  historyArrivalMs: 120_000,
  historySyncProgress: null,
  clockSkewMs: 0,
  webhookClearDelayMs: 60_000,
  settingsDelayMs: 0,
  rebootDelayMs: 0,
  templates: null,
  passkey: null,
  loginPassword: null,
  loginCode: '12345',
  tokenChange: 0,
  groupSettingsDelayMs: 0,
  statusOrder: 'ordered',
  optionalOperations: operationsOf(kindOf(family)),
  // The first instance of a customer. Outside WhatsApp that plan allows three chats, too few for most tests.
  plan: family === 'whatsapp' ? 'developer' : 'business',
  planZoneHours: 3,
  limits: 'field',
  autoStatus: { sent: 0, delivered: 500, read: 2000 },
})
