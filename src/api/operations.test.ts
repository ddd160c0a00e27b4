import { expect, test } from 'vitest'
import type { Operation } from './operations.ts'
import {
  defaultLimits,
  operationMethod,
  operationNames,
  operationPath,
  operations,
  type InputOf,
  type ReplyOf,
} from './operations.ts'

test('the seven operations and deleteNotification are required, everything else is optional', () => {
  expect(operationNames.filter((name) => operations[name].required).toSorted()).toEqual([
    'deleteNotification',
    'getAvatar',
    'getChatHistory',
    'getGroupData',
    'getMessage',
    'lastOutgoingMessages',
    'receiveNotification',
    'sendMessage',
  ])
})

test('nothing that changes the account or sends may be repeated', () => {
  expect(operationNames.filter((name) => operations[name].retry === 'never').toSorted()).toEqual([
    'addContact',
    'addGroupParticipant',
    'archiveChat',
    'clearMessagesQueue',
    'clearWebhooksQueue',
    'createGroup',
    'deleteContact',
    'deleteMessage',
    'editContact',
    'editMessage',
    'forwardMessages',
    'getAuthorizationCode',
    'leaveGroup',
    'logout',
    'reboot',
    'removeAdmin',
    'removeGroupParticipant',
    'sendAuthorizationCode',
    'sendAuthorizationPassword',
    'sendContact',
    'sendFileByUpload',
    'sendFileByUrl',
    'sendLocation',
    'sendMessage',
    'sendPoll',
    'sendReaction',
    'sendTemplate',
    'setDisappearingChat',
    'setGroupAdmin',
    'setGroupPicture',
    'setProfilePicture',
    'setSettings',
    'startAuthorization',
    'unarchiveChat',
    'updateApiToken',
    'updateGroupName',
    'updateGroupSettings',
  ])
})

test('a family may ask by another method', () => {
  expect(operationMethod('clearWebhooksQueue', 'whatsapp')).toBe('DELETE')
  expect(operationMethod('clearWebhooksQueue', 'telegram')).toBe('GET')
})

test('the limits are those of service 10.6: calls of a second, and of a month on the plan Developer', () => {
  expect(defaultLimits).toEqual({ queue: 100, send: 50, lookup: 10, read: 1 })
  const ofMonth = (calls: number) =>
    operationNames.filter((name) => {
      const { developerMonth }: Operation = operations[name]
      return developerMonth === calls
    })
  expect(ofMonth(100)).toEqual(['checkAccount'])
  expect(ofMonth(300)).toEqual(['getChatHistory'])
  expect(ofMonth(500)).toEqual(['downloadFile', 'leaveGroup'])
  expect(ofMonth(1000)).toEqual(
    expect.arrayContaining([
      'getMessage',
      'lastIncomingMessages',
      'lastOutgoingMessages',
      'getContacts',
      'sendMessage',
    ]),
  )
})

test('methods are those of service 4', () => {
  const methods = Object.fromEntries(operationNames.map((name) => [name, operations[name].method]))
  expect(methods).toMatchObject({
    getChatHistory: 'POST',
    getMessage: 'POST',
    getGroupData: 'POST',
    sendMessage: 'POST',
    getAvatar: 'POST',
    lastOutgoingMessages: 'GET',
    receiveNotification: 'GET',
    deleteNotification: 'DELETE',
    getSettings: 'GET',
    setSettings: 'POST',
    showMessagesQueue: 'GET',
  })
})

test('a family may name an operation otherwise', () => {
  expect(operationPath('getAccountSettings', 'whatsapp')).toBe('getWaSettings')
  expect(operationPath('getAccountSettings', 'v3')).toBe('getAccountSettings')
})

test('rows are typed from input to reply', () => {
  const input: InputOf<'getChatHistory'> = { chatId: '-10000000001', count: 5 }
  const reply: ReplyOf<'getChatHistory'> = { items: [], broken: [] }
  const sent: ReplyOf<'sendMessage'> = { idMessage: '1' }
  expect([input.count, reply.items.length, sent.idMessage]).toEqual([5, 0, '1'])
})
