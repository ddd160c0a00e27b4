import type { OptionalOperation } from '../world/behaviour.ts'
import type { Handler } from './call.ts'
import * as directory from './handlers/directory.ts'
import * as messages from './handlers/messages.ts'
import * as queue from './handlers/queue.ts'

export interface EmulatedOperation {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly handle: Handler
  /** Requests per second and instance when limits are on (service 10.6). */
  readonly perSecond: number
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

const operations: Readonly<Record<RequiredOperation | OptionalOperation, EmulatedOperation>> = {
  sendMessage: { method: 'POST', handle: messages.sendMessage, perSecond: 50 },
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
  lastIncomingMessages: { method: 'GET', handle: messages.lastIncomingMessages, perSecond: 1 },
}

export const operationTable: ReadonlyMap<string, EmulatedOperation> = new Map(Object.entries(operations))
