import type { z } from 'zod'
import type { HttpMethod } from './http.ts'
import { list, one, readReceived, type EmptyWait, type Received, type ReplyReader } from './answers/reply.ts'
import { callRecord } from './schema/call-record.ts'
import { avatarRecord, chatRecord, checkAccountResult, contactInfo, lifetimeResult } from './schema/directory.ts'
import { changeOf, createGroupResult } from './schema/changes.ts'
import { groupRecord } from './schema/group.ts'
import { accountRecord, setSettingsResult, settingsRecord, stateChange, stateRecord } from './schema/instance.ts'
import {
  loginStepResult,
  logoutResult,
  newTokenResult,
  phoneCodeResult,
  qrResult,
  rebootResult,
} from './schema/login.ts'
import { messageRecord } from './schema/message.ts'
import { orderDetails } from './schema/order-details.ts'
import { outgoingMessageRecord } from './schema/outgoing-message.ts'
import { clearNotificationsResult, clearQueueResult, countResult, queuedMessage } from './schema/queue.ts'
import { limits } from './schema/limits.ts'
import * as requests from './schema/requests.ts'
import {
  callRecordingResult,
  changeResult,
  deleteResult,
  downloadFileResult,
  forwardResult,
  readChatResult,
  readDone,
  sendFileResult,
  sendResult,
  uploadResult,
} from './schema/results.ts'
import { storyRecord } from './schema/story.ts'
import { templatesResult } from './schema/template.ts'

/** A service family: decides the path prefix and a few names (service 10.1 and 10.2). */
export type Family = 'v3' | 'whatsapp' | 'telegram'

/** Classes of the request limit (service 10.6). */
export type LimitClass = 'queue' | 'send' | 'lookup' | 'read'

/** Requests per second, instance and operation (service 10.6). The person may edit them. */
export const defaultLimits: Readonly<Record<LimitClass, number>> = { queue: 100, send: 50, lookup: 10, read: 1 }

/** Where an operation's input is placed in the request. */
type InputLocation =
  | { readonly kind: 'nowhere' }
  | { readonly kind: 'body' }
  | { readonly kind: 'query'; readonly names: readonly string[] }
  /** A last path segment after the token. */
  | { readonly kind: 'path'; readonly name: string }
  /** The field `file` is the whole body; its name travels in a header. */
  | { readonly kind: 'file' }
  /**
   * A form (multipart/form-data) whose last part is the field `file`; `namesFile`: its name is also a separate part.
   */
  | { readonly kind: 'form'; readonly namesFile: boolean }

/** One operation of the service, as client, limiter and emulator need it. */
export interface Operation<Request extends z.ZodType = z.ZodType, Reply = unknown> {
  readonly method: HttpMethod
  /** The path segment; `familyPaths` has those of families that differ. */
  readonly path: string
  readonly familyPaths?: Readonly<Partial<Record<Family, string>>>
  /** Methods of families that differ. */
  readonly familyMethods?: Readonly<Partial<Record<Family, HttpMethod>>>
  /** Names of input fields in families that differ. */
  readonly familyNames?: Readonly<Partial<Record<Family, Readonly<Record<string, string>>>>>
  readonly location: InputLocation
  /** Sent to the instance's media address, if it has one. */
  readonly atMediaUrl?: boolean
  readonly request: Request
  readonly read: ReplyReader<Reply>
  readonly limit: LimitClass
  /** Calls per month of WhatsApp's plan Developer, where it limits them (service 10.6). */
  readonly developerMonth?: number
  /** `never`: a repeat could have its effect twice, so no layer may repeat it. */
  readonly retry: 'idempotent' | 'never'
  /** True: every instance has it. An optional operation is tried once and remembered if absent. */
  readonly required: boolean
  /** Deadline of one attempt, ms. */
  readonly timeoutMs: number
  /** Seconds for which the service itself waits before it answers; added to `timeoutMs`. */
  readonly waitSeconds?: (input: z.output<Request>) => number
  /** Names of input fields at other hosts: tried once after a 400 that asks for them (service 10.1). */
  readonly otherName?: Readonly<Record<string, string>>
  /** An empty wait is a reply of this operation (service 10.3), not an error. */
  readonly emptyWait?: (wait: EmptyWait) => Reply
  /**
   * Fields of its body or reply that only its caller may see: a QR code, a password, a token. No record of an attempt
   * and no error contains them. If the reply can't be read, nothing of it is recorded.
   */
  readonly secrets?: readonly string[]
  /** A 200 with bare text, or a 404 with text, is a refusal with its reason (service 11.5 and 11.6). */
  readonly refusesInText?: boolean
  /** An HTTP 500 that names an un-acked message is a reply of this operation: already gone (service 10.2). */
  readonly alreadyGone?: (reason: string) => Reply
}

const nowhere: InputLocation = { kind: 'nowhere' }
const body: InputLocation = { kind: 'body' }
const minutes: InputLocation = { kind: 'query', names: ['minutes'] }

const SHORT = 20_000
const LONG = 60_000

function define<Request extends z.ZodType, Reply>(operation: Operation<Request, Reply>): Operation<Request, Reply> {
  return operation
}

function read<Request extends z.ZodType, Reply>(
  path: string,
  row: Pick<Operation<Request, Reply>, 'request' | 'read'> & Partial<Operation<Request, Reply>>,
): Operation<Request, Reply> {
  return {
    method: 'GET',
    path,
    location: nowhere,
    limit: 'read',
    retry: 'idempotent',
    required: false,
    timeoutMs: SHORT,
    ...row,
  }
}

/** A send: never repeated. The service queues it like a text (service 11.1). */
function send<Request extends z.ZodType, Reply>(
  path: string,
  row: Pick<Operation<Request, Reply>, 'request' | 'read'> & Partial<Operation<Request, Reply>>,
): Operation<Request, Reply> {
  return {
    method: 'POST',
    path,
    location: body,
    limit: 'send',
    retry: 'never',
    required: false,
    timeoutMs: 30_000,
    ...row,
  }
}

/** A change of the account, a group or a contact: never repeated, even if the service uses GET for it. */
function change<Request extends z.ZodType, Reply>(
  path: string,
  row: Pick<Operation<Request, Reply>, 'request' | 'read'> & Partial<Operation<Request, Reply>>,
): Operation<Request, Reply> {
  return {
    method: 'POST',
    path,
    location: body,
    limit: 'read',
    retry: 'never',
    required: false,
    timeoutMs: LONG,
    refusesInText: true,
    ...row,
  }
}

/** Changes that use GET (service 11.7.2 and 11.8). */
const byGet = { method: 'GET', location: nowhere, request: requests.nothing } as const

/** The WhatsApp family calls a group's id groupId, the others chatId (service 11.6). */
const groupKey = { v3: { groupId: 'chatId' }, telegram: { groupId: 'chatId' } }

const table = {
  sendMessage: send('sendMessage', {
    request: requests.sendMessageRequest,
    read: one(sendResult),
    developerMonth: 1000,
    required: true,
  }),
  receiveNotification: define({
    method: 'GET',
    path: 'receiveNotification',
    location: { kind: 'query', names: ['receiveTimeout'] },
    request: requests.receiveRequest,
    read: (reading, answer): Received | undefined => readReceived(reading, answer),
    limit: 'queue',
    retry: 'idempotent',
    required: true,
    // The service's own 408 comes about 5 s after the wait (service 10.3).
    timeoutMs: SHORT,
    waitSeconds: (input) => input.receiveTimeout ?? limits.receiveTimeoutSeconds.min,
    emptyWait: (wait) => wait,
  }),
  deleteNotification: define({
    method: 'DELETE',
    path: 'deleteNotification',
    location: { kind: 'path', name: 'receiptId' },
    request: requests.deleteRequest,
    read: one(deleteResult),
    limit: 'queue',
    retry: 'idempotent',
    required: true,
    timeoutMs: SHORT,
    alreadyGone: (reason) => ({ result: false, reason }),
  }),
  getChatHistory: read('getChatHistory', {
    method: 'POST',
    location: body,
    request: requests.historyRequest,
    read: list(messageRecord),
    developerMonth: 300,
    required: true,
    timeoutMs: LONG,
  }),
  getMessage: read('getMessage', {
    method: 'POST',
    location: body,
    request: requests.messageRequest,
    read: one(messageRecord),
    developerMonth: 1000,
    required: true,
  }),
  getGroupData: read('getGroupData', {
    method: 'POST',
    location: body,
    request: requests.groupRequest,
    read: one(groupRecord),
    limit: 'lookup',
    developerMonth: 1000,
    required: true,
    otherName: { groupId: 'chatId' },
  }),
  getAvatar: read('getAvatar', {
    method: 'POST',
    location: body,
    request: requests.chatRequest,
    read: one(avatarRecord),
    limit: 'lookup',
    required: true,
  }),
  lastOutgoingMessages: read('lastOutgoingMessages', {
    location: minutes,
    request: requests.journalRequest,
    read: list(outgoingMessageRecord),
    developerMonth: 1000,
    required: true,
    timeoutMs: LONG,
  }),
  lastIncomingMessages: read('lastIncomingMessages', {
    location: minutes,
    request: requests.journalRequest,
    read: list(messageRecord),
    developerMonth: 1000,
    timeoutMs: LONG,
  }),
  lastIncomingCalls: read('lastIncomingCalls', {
    location: minutes,
    request: requests.journalRequest,
    read: list(callRecord),
    timeoutMs: LONG,
  }),
  lastOutgoingCalls: read('lastOutgoingCalls', {
    location: minutes,
    request: requests.journalRequest,
    read: list(callRecord),
    timeoutMs: LONG,
  }),
  getCallRecording: read('getCallRecording', {
    method: 'POST',
    location: body,
    request: requests.callRecordingRequest,
    read: one(callRecordingResult),
  }),
  // Stories of contacts, which the service keeps for 30 days (service 11.10).
  getIncomingStatuses: read('getIncomingStatuses', {
    location: minutes,
    request: requests.journalRequest,
    read: list(storyRecord),
    timeoutMs: LONG,
  }),
  // Business accounts alone (service 10.9).
  getTemplates: read('getTemplates', { request: requests.nothing, read: one(templatesResult) }),
  getStateInstance: read('getStateInstance', { request: requests.nothing, read: one(stateRecord) }),
  getSettings: read('getSettings', { request: requests.nothing, read: one(settingsRecord) }),
  setSettings: change('setSettings', { request: requests.settingsRequest, read: one(setSettingsResult) }),
  getAccountSettings: read('getAccountSettings', {
    familyPaths: { whatsapp: 'getWaSettings' },
    request: requests.nothing,
    read: one(accountRecord),
  }),
  getChats: read('getChats', { request: requests.nothing, read: list(chatRecord), timeoutMs: LONG }),
  getContacts: read('getContacts', {
    request: requests.nothing,
    read: list(chatRecord),
    developerMonth: 1000,
    timeoutMs: LONG,
  }),
  getContactInfo: read('getContactInfo', {
    method: 'POST',
    location: body,
    request: requests.chatRequest,
    read: one(contactInfo),
    limit: 'lookup',
  }),
  checkAccount: read('checkAccount', {
    familyPaths: { whatsapp: 'checkWhatsapp' },
    method: 'POST',
    location: body,
    request: requests.checkAccountRequest,
    read: one(checkAccountResult),
    limit: 'lookup',
    developerMonth: 100,
  }),
  readChat: read('readChat', {
    method: 'POST',
    location: body,
    request: requests.readChatRequest,
    read: one(readChatResult),
    limit: 'lookup',
  }),
  showMessagesQueue: read('showMessagesQueue', { request: requests.nothing, read: list(queuedMessage) }),
  // A repeat would also clear messages queued in between.
  clearMessagesQueue: change('clearMessagesQueue', { ...byGet, read: one(clearQueueResult) }),
  clearWebhooksQueue: change('clearWebhooksQueue', {
    method: 'DELETE',
    familyMethods: { telegram: 'GET' },
    location: nowhere,
    request: requests.nothing,
    read: one(clearNotificationsResult),
  }),
  getMessagesCount: read('getMessagesCount', { request: requests.nothing, read: one(countResult) }),
  getWebhooksCount: read('getWebhooksCount', { request: requests.nothing, read: one(countResult) }),
  downloadFile: read('downloadFile', {
    method: 'POST',
    location: body,
    request: requests.downloadFileRequest,
    read: one(downloadFileResult),
    developerMonth: 500,
    timeoutMs: LONG,
  }),
  // The token opens the order. Asking often can restrict the account: only a person asks (service 10.9).
  getOrderDetails: read('getOrderDetails', {
    method: 'POST',
    location: body,
    request: requests.orderDetailsRequest,
    read: one(orderDetails),
    secrets: ['token'],
  }),
  // Uploading sends nothing, so it may be repeated; the service deletes unsent files after some days.
  uploadFile: define({
    method: 'POST',
    path: 'uploadFile',
    location: { kind: 'file' },
    atMediaUrl: true,
    request: requests.uploadFileRequest,
    read: one(uploadResult),
    limit: 'read',
    retry: 'idempotent',
    required: false,
    timeoutMs: LONG,
  }),
  sendFileByUrl: send('sendFileByUrl', { request: requests.sendFileByUrlRequest, read: one(sendResult) }),
  sendFileByUpload: send('sendFileByUpload', {
    location: { kind: 'form', namesFile: true },
    atMediaUrl: true,
    request: requests.sendFileByUploadRequest,
    read: one(sendFileResult),
    timeoutMs: LONG,
  }),
  sendLocation: send('sendLocation', { request: requests.sendLocationRequest, read: one(sendResult) }),
  sendContact: send('sendContact', { request: requests.sendContactRequest, read: one(sendResult) }),
  sendPoll: send('sendPoll', { request: requests.sendPollRequest, read: one(sendResult) }),
  sendTemplate: send('sendTemplate', { request: requests.sendTemplateRequest, read: one(sendResult) }),
  forwardMessages: send('forwardMessages', { request: requests.forwardRequest, read: one(forwardResult) }),
  editMessage: send('editMessage', { request: requests.editMessageRequest, read: one(changeResult), limit: 'read' }),
  deleteMessage: send('deleteMessage', { request: requests.deleteMessageRequest, read: readDone, limit: 'lookup' }),
  qr: read('qr', { request: requests.nothing, read: one(qrResult), secrets: ['message'] }),
  getAuthorizationCode: change('getAuthorizationCode', {
    request: requests.loginPhoneRequest,
    read: one(phoneCodeResult),
    secrets: ['code'],
  }),
  startAuthorization: change('startAuthorization', { request: requests.loginPhoneRequest, read: one(loginStepResult) }),
  sendAuthorizationCode: change('sendAuthorizationCode', {
    request: requests.loginCodeRequest,
    read: one(loginStepResult),
    secrets: ['code', 'password'],
  }),
  sendAuthorizationPassword: change('sendAuthorizationPassword', {
    request: requests.loginPasswordRequest,
    read: one(loginStepResult),
    secrets: ['password'],
  }),
  reboot: change('reboot', { ...byGet, read: one(rebootResult) }),
  logout: change('logout', { ...byGet, read: one(logoutResult) }),
  updateApiToken: change('updateApiToken', { ...byGet, read: one(newTokenResult), secrets: ['apiTokenInstance'] }),
  setProfilePicture: change('setProfilePicture', {
    location: { kind: 'form', namesFile: false },
    request: requests.pictureRequest,
    read: one(changeOf.setProfilePicture),
  }),
  createGroup: change('createGroup', { request: requests.createGroupRequest, read: one(createGroupResult) }),
  updateGroupName: change('updateGroupName', {
    request: requests.groupNameRequest,
    familyNames: groupKey,
    read: one(changeOf.updateGroupName),
  }),
  updateGroupSettings: change('updateGroupSettings', {
    request: requests.groupSettingsRequest,
    familyNames: groupKey,
    read: one(changeOf.updateGroupSettings),
  }),
  addGroupParticipant: change('addGroupParticipant', {
    request: requests.participantRequest,
    familyNames: groupKey,
    read: one(changeOf.addGroupParticipant),
  }),
  removeGroupParticipant: change('removeGroupParticipant', {
    request: requests.participantRequest,
    familyNames: groupKey,
    read: one(changeOf.removeGroupParticipant),
  }),
  setGroupAdmin: change('setGroupAdmin', {
    request: requests.participantRequest,
    familyNames: groupKey,
    read: one(changeOf.setGroupAdmin),
  }),
  removeAdmin: change('removeAdmin', {
    request: requests.participantRequest,
    familyNames: groupKey,
    read: one(changeOf.removeAdmin),
  }),
  setGroupPicture: change('setGroupPicture', {
    location: { kind: 'form', namesFile: false },
    request: requests.groupPictureRequest,
    familyNames: groupKey,
    read: one(changeOf.setGroupPicture),
  }),
  leaveGroup: change('leaveGroup', {
    request: requests.groupRequest,
    familyNames: groupKey,
    read: one(changeOf.leaveGroup),
    developerMonth: 500,
  }),
  // A live answer of archiveChat was null (service 11.4.6).
  archiveChat: change('archiveChat', { request: requests.chatRequest, read: readDone, limit: 'lookup' }),
  unarchiveChat: change('unarchiveChat', { request: requests.chatRequest, read: readDone, limit: 'lookup' }),
  setDisappearingChat: change('setDisappearingChat', { request: requests.lifetimeRequest, read: one(lifetimeResult) }),
  getStateInstanceHistory: read('getStateInstanceHistory', {
    location: { kind: 'query', names: ['count'] },
    request: requests.stateHistoryRequest,
    read: list(stateChange),
  }),
  addContact: change('addContact', { request: requests.saveContactRequest, read: one(changeOf.addContact) }),
  editContact: change('editContact', { request: requests.saveContactRequest, read: one(changeOf.editContact) }),
  deleteContact: change('deleteContact', { request: requests.chatRequest, read: one(changeOf.deleteContact) }),
  sendReaction: send('sendReaction', { request: requests.reactionRequest, read: one(changeResult), limit: 'lookup' }),
} as const

export type OperationName = keyof typeof table

type RequestOf<Name extends OperationName> = (typeof table)[Name]['request']

export type InputOf<Name extends OperationName> = z.input<RequestOf<Name>>

export type ReplyOf<Name extends OperationName> = NonNullable<ReturnType<(typeof table)[Name]['read']>>

/** The service's operations, one row each (service 4 and 10.2). To add one: docs/adding-an-operation.md. */
export const operations: { readonly [Name in OperationName]: Operation<RequestOf<Name>, ReplyOf<Name>> } = table

export const operationNames: readonly OperationName[] = Object.keys(table).filter(isOperationName)

function isOperationName(name: string): name is OperationName {
  return Object.hasOwn(table, name)
}

/** The path segment of an operation in a family. */
export function operationPath(name: OperationName, family: Family): string {
  const operation: Operation = operations[name]
  return operation.familyPaths?.[family] ?? operation.path
}

/** The method of an operation in a family. */
export function operationMethod(name: OperationName, family: Family): HttpMethod {
  const operation: Operation = operations[name]
  return operation.familyMethods?.[family] ?? operation.method
}
