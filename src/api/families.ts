import type { Family, OperationName } from './operations.ts'

/**
 * Kinds of instances: a family, or a business account of the WhatsApp Business API (`typeInstance` is `waba`), which
 * has WhatsApp's paths and little else of it (service 10.9).
 */
export type ServiceKind = Family | 'waba'

type FileKind = 'image' | 'video' | 'audio' | 'sticker' | 'document'

/** The service's limits of files (service 11.3.2). */
export interface FileRules {
  /** By kind; checked before the upload. */
  readonly maxBytes: Readonly<Record<FileKind, number>>
  /** UTF-16 code units. */
  readonly captionLength: number
  /** Other kinds lose their caption. */
  readonly captioned: readonly FileKind[]
}

interface Capabilities {
  /** Operations that none of its instances has (service 11.2). */
  readonly lacks: readonly OperationName[]
  /** Those that are tried once, because nobody knows. */
  readonly mayLack: readonly OperationName[]
  /** Its settings, besides those that are read only (service 11.7.1). */
  readonly settings: readonly string[]
  readonly files: FileRules
  /** Requests per second where they differ from the operation's class (service 10.6 and 11.12). */
  readonly perSecond: Readonly<Partial<Record<OperationName, number>>>
}

const megabyte = 1_000_000
const upTo = (bytes: number): FileRules['maxBytes'] => ({
  ...{ image: bytes, video: bytes, audio: bytes, sticker: bytes, document: bytes },
})

const onWhatsApp = [
  'lastIncomingCalls',
  'lastOutgoingCalls',
  'getCallRecording',
  'setDisappearingChat',
  'getStateInstanceHistory',
  'getIncomingStatuses',
] as const
const onWaba = ['getTemplates', 'sendTemplate'] as const
const groups = [
  'createGroup',
  'updateGroupName',
  'updateGroupSettings',
  'addGroupParticipant',
  'removeGroupParticipant',
  'setGroupAdmin',
  'removeAdmin',
  'setGroupPicture',
  'leaveGroup',
  'getGroupData',
] as const
/** WhatsApp's page of limits has these in its class of lookups (service 11.12). */
const membersOnWhatsApp = {
  addGroupParticipant: 10,
  removeGroupParticipant: 10,
  setGroupAdmin: 10,
  removeAdmin: 10,
  leaveGroup: 10,
} as const
const codesForThePhone = ['startAuthorization', 'sendAuthorizationCode', 'sendAuthorizationPassword'] as const

const webhook = ['webhookUrl', 'webhookUrlToken'] as const
const everywhere = [
  ...webhook,
  'delaySendMessagesMilliseconds',
  'incomingWebhook',
  'outgoingMessageWebhook',
  'outgoingAPIMessageWebhook',
  'outgoingWebhook',
  'editedMessageWebhook',
  'deletedMessageWebhook',
  'stateWebhook',
  'pollMessageWebhook',
  'markIncomingMessagesReaded',
  'markIncomingMessagesReadedOnReply',
] as const
const settingsOfWhatsApp = [
  'incomingCallWebhook',
  'outgoingCallWebhook',
  'keepOnlineStatus',
  'linkPreview',
  'catalogWebhook',
  'enableLidMode',
  'autoTyping',
] as const

/** One row for each kind: client, uploads, window and emulator are made from it. */
export const capabilities: Readonly<Record<ServiceKind, Capabilities>> = {
  v3: {
    lacks: ['getAuthorizationCode', ...onWhatsApp, ...onWaba, 'archiveChat', 'unarchiveChat'],
    mayLack: ['getOrderDetails'],
    settings: everywhere,
    files: { maxBytes: upTo(100 * megabyte), captionLength: 4000, captioned: ['image', 'video'] },
    perSecond: {},
  },
  whatsapp: {
    lacks: [...codesForThePhone, ...onWaba],
    mayLack: [],
    settings: [...everywhere, ...settingsOfWhatsApp],
    files: { maxBytes: upTo(100 * megabyte), captionLength: 1024, captioned: ['image', 'video', 'document'] },
    perSecond: { downloadFile: 5, getMessage: 10, qr: 3, getGroupData: 1, getContactInfo: 1, ...membersOnWhatsApp },
  },
  telegram: {
    lacks: ['getAuthorizationCode', 'getOrderDetails', ...onWhatsApp, ...onWaba],
    mayLack: ['sendReaction'],
    settings: everywhere,
    // Its limit is not documented; this is the other families'.
    files: { maxBytes: upTo(100 * megabyte), captionLength: 1024, captioned: ['image', 'video', 'document'] },
    perSecond: { downloadFile: 5, qr: 3 },
  },
  waba: {
    lacks: [
      ...groups,
      ...onWhatsApp,
      'getOrderDetails',
      ...codesForThePhone,
      ...(['qr', 'getAuthorizationCode', 'logout', 'setProfilePicture'] as const),
      ...(['sendPoll', 'sendContact', 'sendLocation', 'sendReaction', 'forwardMessages'] as const),
      ...(['editMessage', 'deleteMessage', 'readChat', 'archiveChat', 'unarchiveChat'] as const),
      ...(['getContacts', 'getContactInfo', 'addContact', 'editContact', 'deleteContact', 'getAvatar'] as const),
    ],
    mayLack: [],
    settings: [...webhook, 'outgoingWebhook', 'outgoingAPIMessageWebhook', 'incomingWebhook'],
    files: {
      maxBytes: {
        ...upTo(100 * megabyte),
        ...{ image: 5 * megabyte, sticker: 5 * megabyte, audio: 16 * megabyte, video: 16 * megabyte },
      },
      captionLength: 1024,
      captioned: ['image', 'video', 'document'],
    },
    perSecond: { getMessage: 10 },
  },
}

/**
 * Operations that an instance lacks for sure. Before getSettings was read, an instance of WhatsApp may be a business
 * account.
 */
export function lackedOperations(family: Family, typeInstance: unknown): readonly OperationName[] {
  const { lacks } = capabilities[serviceKind(family, typeInstance)]
  const doubtful: readonly OperationName[] = typeInstance === undefined ? onWaba : []
  return lacks.filter((name) => !doubtful.includes(name))
}

const families: Readonly<Record<string, Family>> = {
  whatsapp: 'whatsapp',
  waba: 'whatsapp',
  telegram: 'telegram',
  max: 'v3',
  v3: 'v3',
}

/** The family of a `typeInstance`; undefined: an unknown one, or none. */
export function familyOf(typeInstance: string): Family | undefined {
  const type = typeInstance.toLowerCase()
  return Object.hasOwn(families, type) ? families[type] : undefined
}

/** The kind of an instance, by its family and by the answer of getSettings. */
export function serviceKind(family: Family, typeInstance: unknown): ServiceKind {
  return typeof typeInstance === 'string' && typeInstance.toLowerCase() === 'waba' ? 'waba' : family
}
