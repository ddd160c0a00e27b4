import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseJson } from '../answers/parse-json.ts'
import { list, one } from '../answers/reply.ts'
import { avatarRecord, chatRecord, checkAccountResult } from './directory.ts'
import { groupRecord } from './group.ts'
import { accountRecord, settingsRecord, stateRecord } from './instance.ts'
import { messageRecord } from './message.ts'
import { outgoingMessageRecord, outgoingMessageTypes } from './outgoing-message.ts'
import { queuedMessage } from './queue.ts'
import { sendMessageRequest } from './requests.ts'

const readHistory = list(messageRecord)

describe('message records', () => {
  test('a record keeps unknown fields, loses nothing to a wrong-typed one', () => {
    const record = {
      type: 'outgoing',
      idMessage: 'A1',
      timestamp: '1700000000',
      typeMessage: 'textMessage',
      chatId: 10000000,
      statusMessage: '',
      sendByApi: 'true',
      textMessage: 'hi',
      jpegThumbnail: null,
      isForwarded: 'perhaps',
      somethingNew: { deep: true },
    }
    expect(messageRecord.parse(record)).toEqual({
      type: 'outgoing',
      idMessage: 'A1',
      timestamp: 1_700_000_000,
      typeMessage: 'textMessage',
      chatId: '10000000',
      statusMessage: '',
      sendByApi: true,
      textMessage: 'hi',
      jpegThumbnail: undefined,
      isForwarded: undefined,
      somethingNew: { deep: true },
    })
  })

  test('one broken item never costs the others, and raw stays beside each', () => {
    const listing = readHistory(
      parseJson(
        '[{"idMessage":"1","x":1},{"type":"incoming","typeMessage":""},7,null,{"idMessage":115599887766554433}]',
      ),
    )
    expect(listing?.items.map((item) => item.value.idMessage)).toEqual(['1', '115599887766554433'])
    expect(listing?.items[0]?.raw).toEqual({ idMessage: '1', x: 1 })
    expect(listing?.broken).toEqual([{ type: 'incoming', typeMessage: '' }, 7, null])
  })

  test('a torn journal gives what it has', () => {
    const listing = readHistory(parseJson('[{"idMessage":"1"},{"idMessage":"2","tex'))
    expect([listing?.items.length, listing?.broken]).toEqual([1, ['{"idMessage":"2","tex']])
  })

  test('an empty list may come as null; anything else is no list', () => {
    expect(readHistory(parseJson('null'))).toEqual({ items: [], broken: [] })
    expect(readHistory(parseJson('{}'))).toBeUndefined()
    expect(readHistory(parseJson(''))).toBeUndefined()
  })

  test('the same id twice in one answer is two records', () => {
    const listing = readHistory(
      parseJson('[{"idMessage":"1","statusMessage":"sent"},{"idMessage":"1","statusMessage":"read"}]'),
    )
    expect(listing?.items.map((item) => item.value.statusMessage)).toEqual(['sent', 'read'])
  })

  test('every kind of the outgoing journal is read with its object (service 2.5)', () => {
    expect(outgoingMessageTypes).toHaveLength(12)
    const record = outgoingMessageRecord.parse({
      idMessage: 'A1',
      statusMessage: 'UNKNOWN',
      location: { nameLocation: 'n', latitude: 1.5, longitude: '2.5' },
      contact: { displayName: 'A', vcard: 'BEGIN:VCARD' },
      extendedTextMessage: { text: 't', stanzaId: 'Q', participant: 5 },
      extendedTextMessageData: { text: '👍' },
      pollMessageData: { name: 'p', options: [{ optionName: 'a' }, {}], multipleAnswers: false },
      quotedMessage: { stanzaId: 'Q', typeMessage: 'imageMessage', caption: 'c', downloadUrl: '' },
    })
    expect(record).toMatchObject({
      statusMessage: 'UNKNOWN',
      location: { latitude: 1.5, longitude: 2.5 },
      contact: { displayName: 'A' },
      extendedTextMessage: { participant: '5' },
      extendedTextMessageData: { text: '👍' },
      pollMessageData: { options: [{ optionName: 'a' }], multipleAnswers: false },
      quotedMessage: { typeMessage: 'imageMessage', caption: 'c', downloadUrl: '' },
    })
  })

  test('no garbage in any field throws the record away', () => {
    const field = fc.constantFrom(...Object.keys(messageRecord.shape).filter((key) => key !== 'idMessage'))
    fc.assert(
      fc.property(fc.dictionary(field, fc.jsonValue()), (fields) => {
        expect(messageRecord.parse({ ...fields, idMessage: 'A1' }).idMessage).toBe('A1')
      }),
    )
  })
})

describe('groups', () => {
  test('the id is read under either name', () => {
    const participants = [{ chatId: 1, isAdmin: true, isSuperAdmin: 'no' }, { isAdmin: true }]
    expect(groupRecord.parse({ groupId: '-1', participants })).toMatchObject({
      groupId: '-1',
      participants: [{ chatId: '1', isAdmin: true }],
    })
    expect(groupRecord.parse({ chatId: '-1', participants: [{ id: '7@c.us' }] })).toMatchObject({
      groupId: '-1',
      participants: [{ chatId: '7@c.us' }],
    })
  })

  test('an object that is no group is none', () => {
    expect(one(groupRecord)(parseJson('{"message":"?"}'))).toBeUndefined()
  })
})

test('avatars, states, settings and accounts', () => {
  expect(avatarRecord.parse({ urlAvatar: '', available: false })).toEqual({ urlAvatar: '', available: false })
  expect(stateRecord.parse(null)).toEqual({})
  expect(stateRecord.parse({ stateInstance: 'authorized' })).toEqual({ stateInstance: 'authorized' })
  expect(settingsRecord.parse({ incomingWebhook: 'no', webhookUrl: null, countryInstance: 'x' })).toEqual({
    incomingWebhook: 'no',
    webhookUrl: undefined,
    countryInstance: 'x',
  })
  expect(accountRecord.parse({ chatId: 10000000, phone: 79990000000 })).toMatchObject({
    chatId: '10000000',
    phone: '79990000000',
  })
})

test('chats and contacts are read under either id, accounts under either word', () => {
  expect(chatRecord.parse({ chatId: '1', phoneNumber: 79990000000, name: null })).toMatchObject({
    chatId: '1',
    phoneNumber: '79990000000',
  })
  expect(chatRecord.parse({ id: '1@c.us', name: 'A' })).toMatchObject({ chatId: '1@c.us', name: 'A' })
  expect(chatRecord.safeParse({ name: 'A' }).success).toBe(false)
  expect(checkAccountResult.parse({ exist: true, chatId: 1 })).toMatchObject({ exist: true, chatId: '1' })
  expect(checkAccountResult.parse({ existsWhatsapp: false })).toMatchObject({ exist: false })
  expect(queuedMessage.parse({ messageID: 12, type: 'sendMessage', body: { chatId: 1, message: 'm' } })).toMatchObject({
    messageID: '12',
    body: { chatId: '1', message: 'm' },
  })
})

test('a text of 20000 UTF-16 units may be sent, a blank or longer one may not (service 8)', () => {
  const fits = (message: string): boolean => sendMessageRequest.safeParse({ chatId: '1', message }).success
  expect([
    fits('x'.repeat(20_000)),
    fits('👍'.repeat(10_000)),
    fits('x'.repeat(20_001)),
    fits(' \n'),
    fits(''),
  ]).toEqual([true, true, false, false, false])
})

test.each([9_007_199_254_740_992, '9007199254740993', 1e308, `${'9'.repeat(400)}`])(
  'a number that nothing can count, %s, is left out and costs nothing else',
  (forwardingScore) => {
    expect(messageRecord.parse({ idMessage: 'M1', forwardingScore, textMessage: 'hi' })).toEqual(
      messageRecord.parse({ idMessage: 'M1', textMessage: 'hi' }),
    )
  },
)

test('a part of a forwarding is none', () => {
  expect(messageRecord.parse({ idMessage: 'M1', forwardingScore: '2.7' }).forwardingScore).toBe(2)
})
