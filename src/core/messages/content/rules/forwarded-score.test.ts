import { expect, test } from 'vitest'
import { messageData } from '../../../../api/schema/message-data.ts'
import { messageRecord } from '../../../../api/schema/message.ts'
import { partsOfData, partsOfRecord } from './content-parts.ts'
import { forwardedScore } from './forwarded-score.ts'

const forwarded = { isForwarded: true, forwardingScore: '4' }

test.each([
  ['textMessage', 'textMessageData'],
  ['imageMessage', 'fileMessageData'],
  ['contactMessage', 'contactMessageData'],
  ['contactsArrayMessage', 'messageData'],
  ['templateMessage', 'templateMessage'],
  ['buttonsMessage', 'buttonsMessage'],
  ['listMessage', 'listMessage'],
  ['productMessage', 'productMessage'],
  ['groupInviteMessage', 'groupInviteMessageData'],
  ['tomorrowMessage', 'tomorrowMessage'],
])('a forwarded %s is known by its %s', (typeMessage, key) => {
  expect(forwardedScore(partsOfData(messageData.parse({ typeMessage, [key]: forwarded })))).toBe(4)
  const record = { type: 'incoming', idMessage: '1', typeMessage }
  expect(forwardedScore(partsOfRecord(messageRecord.parse({ ...record, [key]: forwarded })))).toBe(4)
  expect(forwardedScore(partsOfRecord(messageRecord.parse({ ...record, ...forwarded })))).toBe(4)
})

test.each([
  { textMessageData: { textMessage: 'Hello', isForwarded: false, forwardingScore: 0 } },
  { textMessageData: { textMessage: 'Hello' }, quotedMessage: forwarded },
  { templateMessage: { isForwarded: 'no', forwardingScore: 'often' } },
  { templateMessage: null, list: [1] },
])('%j is not forwarded', (data) => {
  expect(forwardedScore(partsOfData(messageData.parse({ typeMessage: 'textMessage', ...data })))).toBeNull()
})
