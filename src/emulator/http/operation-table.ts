import type { OptionalOperation } from '../world/behaviour.ts'
import type { Instance } from '../world/instance.ts'
import type { Handler } from './call.ts'
import * as account from './handlers/account.ts'
import * as catalogue from './handlers/catalogue.ts'
import * as contacts from './handlers/contacts.ts'
import * as directory from './handlers/directory.ts'
import * as groups from './handlers/groups.ts'
import * as messages from './handlers/messages.ts'
import * as queue from './handlers/queue.ts'
import { sendMessage } from './handlers/send-message.ts'
import * as sends from './handlers/sends.ts'

export interface EmulatedOperation {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** The Telegram family's method, if different. */
  readonly telegramMethod?: 'GET'
  readonly handle: Handler
  /** Requests per second and instance when limits are on (service 10.6). */
  readonly perSecond: number
  /** Longest body, bytes. Default: the limit of JSON bodies. */
  readonly bodyLimit?: number
  /** A repeat would reach somebody twice. */
  readonly sends?: boolean
}

/** The seven operations of service 4 and deleteNotification. */
type RequiredOperation =
  | 'sendMessage'
  | 'getChatHistory'
  | 'getMessage'
  | 'lastOutgoingMessages'
  | 'getGroupData'
  | 'getAvatar'
  | 'receiveNotification'
  | 'deleteNotification'

/** Bytes. */
const longestPicture = 16 * 1024 * 1024

const operations: Readonly<Record<RequiredOperation | OptionalOperation, EmulatedOperation>> = {
  sendMessage: { method: 'POST', handle: sendMessage, perSecond: 50, sends: true },
  getChatHistory: { method: 'POST', handle: messages.getChatHistory, perSecond: 1 },
  getMessage: { method: 'POST', handle: messages.getMessage, perSecond: 1 },
  lastOutgoingMessages: { method: 'GET', handle: messages.lastOutgoingMessages, perSecond: 1 },
  getGroupData: { method: 'POST', handle: directory.getGroupData, perSecond: 10 },
  getAvatar: { method: 'POST', handle: directory.getAvatar, perSecond: 10 },
  receiveNotification: { method: 'GET', handle: queue.receiveNotification, perSecond: 100 },
  deleteNotification: { method: 'DELETE', handle: queue.deleteNotification, perSecond: 100 },
  getStateInstance: { method: 'GET', handle: directory.getStateInstance, perSecond: 1 },
  getSettings: { method: 'GET', handle: directory.getSettings, perSecond: 1 },
  setSettings: { method: 'POST', handle: directory.setSettings, perSecond: 1 },
  getAccountSettings: { method: 'GET', handle: directory.getAccountSettings, perSecond: 1 },
  getWaSettings: { method: 'GET', handle: directory.getAccountSettings, perSecond: 1 },
  getChats: { method: 'GET', handle: directory.getChats, perSecond: 1 },
  getContacts: { method: 'GET', handle: directory.getContacts, perSecond: 1 },
  getContactInfo: { method: 'POST', handle: directory.getContactInfo, perSecond: 10 },
  checkAccount: { method: 'POST', handle: directory.checkAccount, perSecond: 10 },
  checkWhatsapp: { method: 'POST', handle: directory.checkAccount, perSecond: 10 },
  readChat: { method: 'POST', handle: messages.readChat, perSecond: 10 },
  showMessagesQueue: { method: 'GET', handle: messages.showMessagesQueue, perSecond: 1 },
  clearMessagesQueue: { method: 'GET', handle: messages.clearMessagesQueue, perSecond: 1 },
  getMessagesCount: { method: 'GET', handle: messages.getMessagesCount, perSecond: 1 },
  getWebhooksCount: { method: 'GET', handle: messages.getWebhooksCount, perSecond: 1 },
  downloadFile: { method: 'POST', handle: messages.downloadFile, perSecond: 1 },
  uploadFile: { method: 'POST', handle: sends.uploadFile, perSecond: 1, bodyLimit: sends.longestFile },
  sendFileByUrl: { method: 'POST', handle: sends.sendFileByUrl, perSecond: 50, sends: true },
  sendFileByUpload: {
    method: 'POST',
    handle: sends.sendFileByUpload,
    perSecond: 50,
    // The form around the file is not counted.
    bodyLimit: sends.longestFile + 100_000,
    sends: true,
  },
  sendLocation: { method: 'POST', handle: sends.sendLocation, perSecond: 50, sends: true },
  sendContact: { method: 'POST', handle: sends.sendContact, perSecond: 50, sends: true },
  sendPoll: { method: 'POST', handle: sends.sendPoll, perSecond: 50, sends: true },
  sendTemplate: { method: 'POST', handle: sends.sendTemplate, perSecond: 50, sends: true },
  getTemplates: { method: 'GET', handle: catalogue.getTemplates, perSecond: 1 },
  forwardMessages: { method: 'POST', handle: sends.forwardMessages, perSecond: 50, sends: true },
  editMessage: { method: 'POST', handle: sends.editMessage, perSecond: 1 },
  deleteMessage: { method: 'POST', handle: sends.deleteMessage, perSecond: 10 },
  sendReaction: { method: 'POST', handle: sends.sendReaction, perSecond: 10 },
  qr: { method: 'GET', handle: account.qr, perSecond: 1 },
  getAuthorizationCode: { method: 'POST', handle: account.getAuthorizationCode, perSecond: 1 },
  startAuthorization: { method: 'POST', handle: account.startAuthorization, perSecond: 1 },
  sendAuthorizationCode: { method: 'POST', handle: account.sendAuthorizationCode, perSecond: 1 },
  sendAuthorizationPassword: { method: 'POST', handle: account.sendAuthorizationPassword, perSecond: 1 },
  reboot: { method: 'GET', handle: account.reboot, perSecond: 1 },
  logout: { method: 'GET', handle: account.logout, perSecond: 1 },
  updateApiToken: { method: 'GET', handle: account.updateApiToken, perSecond: 1 },
  setProfilePicture: { method: 'POST', handle: account.setProfilePicture, perSecond: 1, bodyLimit: longestPicture },
  clearWebhooksQueue: { method: 'DELETE', telegramMethod: 'GET', handle: queue.clearWebhooksQueue, perSecond: 1 },
  createGroup: { method: 'POST', handle: groups.createGroup, perSecond: 1 },
  updateGroupName: { method: 'POST', handle: groups.updateGroupName, perSecond: 1 },
  updateGroupSettings: { method: 'POST', handle: groups.updateGroupSettings, perSecond: 1 },
  addGroupParticipant: { method: 'POST', handle: groups.addGroupParticipant, perSecond: 1 },
  removeGroupParticipant: { method: 'POST', handle: groups.removeGroupParticipant, perSecond: 1 },
  setGroupAdmin: { method: 'POST', handle: groups.setGroupAdmin, perSecond: 1 },
  removeAdmin: { method: 'POST', handle: groups.removeAdmin, perSecond: 1 },
  setGroupPicture: { method: 'POST', handle: groups.setGroupPicture, perSecond: 1, bodyLimit: longestPicture },
  leaveGroup: { method: 'POST', handle: groups.leaveGroup, perSecond: 1 },
  archiveChat: { method: 'POST', handle: directory.archiveChat(true), perSecond: 10 },
  unarchiveChat: { method: 'POST', handle: directory.archiveChat(false), perSecond: 10 },
  setDisappearingChat: { method: 'POST', handle: directory.setDisappearingChat, perSecond: 1 },
  getStateInstanceHistory: { method: 'GET', handle: directory.getStateInstanceHistory, perSecond: 1 },
  addContact: { method: 'POST', handle: contacts.addContact, perSecond: 1 },
  editContact: { method: 'POST', handle: contacts.editContact, perSecond: 1 },
  deleteContact: { method: 'POST', handle: contacts.deleteContact, perSecond: 1 },
  getOrderDetails: { method: 'POST', handle: catalogue.getOrderDetails, perSecond: 1 },
  getIncomingStatuses: { method: 'GET', handle: messages.getIncomingStatuses, perSecond: 1 },
  lastIncomingCalls: { method: 'GET', handle: messages.lastIncomingCalls, perSecond: 1 },
  lastOutgoingCalls: { method: 'GET', handle: messages.lastOutgoingCalls, perSecond: 1 },
  getCallRecording: { method: 'POST', handle: messages.getCallRecording, perSecond: 1 },
  lastIncomingMessages: { method: 'GET', handle: messages.lastIncomingMessages, perSecond: 1 },
}

export const operationTable: ReadonlyMap<string, EmulatedOperation> = new Map(Object.entries(operations))

export const methodOf = (operation: EmulatedOperation, { family }: Pick<Instance, 'family'>): string =>
  (family === 'telegram' ? operation.telegramMethod : undefined) ?? operation.method
