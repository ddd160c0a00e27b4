import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isJsonObject, type Json } from '../json.ts'
import { parseJson } from '../answers/parse-json.ts'
import { readReceived } from '../answers/reply.ts'
import { readNotificationBody } from './notification.ts'

const instanceData = { idInstance: 1101000001, wid: '79990000000@c.us', typeInstance: 'v3' }
const common = { instanceData, timestamp: 1_700_000_000 }

function message(messageData: Json, typeWebhook = 'incomingMessageReceived'): Json {
  const senderData = { chatId: '10000000', sender: '10000000', senderName: 'Ann', senderPhoneNumber: 0 }
  return { typeWebhook, ...common, idMessage: '1234567890123', senderData, messageData }
}

describe('kinds (service 10.4)', () => {
  test.each([
    ['incomingMessageReceived', 'incoming'],
    ['outgoingMessageReceived', 'phone'],
    ['outgoingAPIMessageReceived', 'api'],
  ])('%s is a message, origin %s', (typeWebhook, origin) => {
    expect(readNotificationBody(message({ typeMessage: 'textMessage' }, typeWebhook))).toMatchObject({
      kind: 'message',
      origin,
      body: {
        idMessage: '1234567890123',
        instanceData: { idInstance: '1101000001' },
        senderData: { chatId: '10000000', senderPhoneNumber: '0' },
      },
    })
  })

  test('the echo of an API send may have no data', () => {
    for (const data of [{}, null, 'x']) {
      expect(readNotificationBody(message(data, 'outgoingAPIMessageReceived'))).toMatchObject({
        kind: 'message',
        body: { messageData: {} },
      })
    }
  })

  test('a status names its chat at the top level', () => {
    const body = {
      typeWebhook: 'outgoingMessageStatus',
      ...common,
      chatId: 10000000,
      idMessage: 1234567890123,
      status: 'noAccount',
      sendByApi: true,
    }
    expect(readNotificationBody(body)).toMatchObject({
      kind: 'status',
      body: { chatId: '10000000', idMessage: '1234567890123', status: 'noAccount', sendByApi: true },
    })
  })

  test('state, quota and unknown kinds', () => {
    expect(
      readNotificationBody({
        typeWebhook: 'stateInstanceChanged',
        instanceData: { ...instanceData, wid: '' },
        stateInstance: 'suspended',
      }),
    ).toMatchObject({ kind: 'state', body: { stateInstance: 'suspended', typeWebhook: 'stateInstanceChanged' } })
    expect(
      readNotificationBody({
        typeWebhook: 'quotaExceeded',
        instanceData,
        quotaData: { method: 'checkAccount', used: '10', total: 10 },
      }),
    ).toMatchObject({ kind: 'quota', body: { quotaData: { method: 'checkAccount', used: 10, total: 10 } } })
    expect(readNotificationBody({ typeWebhook: 'somethingNew', ...common, extra: { deep: 1 } })).toMatchObject({
      kind: 'other',
      body: { typeWebhook: 'somethingNew', extra: { deep: 1 } },
    })
  })

  test('a known kind without its keys is unreadable and says which', () => {
    expect(readNotificationBody({ typeWebhook: 'incomingMessageReceived', ...common })).toEqual({
      kind: 'unreadable',
      typeWebhook: 'incomingMessageReceived',
      reason: 'unreadable: idMessage, senderData',
    })
    for (const broken of [undefined, null, 'text', 7, [], {}]) {
      expect(readNotificationBody(broken).kind).toBe('unreadable')
    }
  })
})

describe('messageData (service 10.5)', () => {
  test.each<[string, Json, Json]>([
    [
      'textMessage',
      { textMessageData: { textMessage: 'hi', isForwarded: null } },
      { textMessageData: { textMessage: 'hi' } },
    ],
    [
      'textMessage',
      {
        textMessageData: { textMessage: 'a reply' },
        quotedMessage: { stanzaId: 123, participant: '1', typeMessage: '' },
      },
      { textMessageData: { textMessage: 'a reply' }, quotedMessage: { stanzaId: '123', typeMessage: '' } },
    ],
    [
      'extendedTextMessage',
      {
        extendedTextMessageData: { text: 'https://example.com', title: 'T', previewType: 'None', jpegThumbnail: null },
      },
      { extendedTextMessageData: { text: 'https://example.com', title: 'T', previewType: 'None' } },
    ],
    [
      'quotedMessage',
      { extendedTextMessageData: { text: 'r', stanzaId: 'A1' } },
      { extendedTextMessageData: { stanzaId: 'A1' } },
    ],
    ['reactionMessage', { extendedTextMessageData: { text: '' } }, { extendedTextMessageData: { text: '' } }],
    [
      'imageMessage',
      { fileMessageData: { downloadUrl: '', caption: 'c', fileName: 'f.jpg', isAnimated: 'wrong' } },
      { fileMessageData: { downloadUrl: '', caption: 'c', fileName: 'f.jpg' } },
    ],
    [
      'locationMessage',
      { locationMessageData: { latitude: '55.75', longitude: 37 } },
      { locationMessageData: { latitude: 55.75, longitude: 37 } },
    ],
    [
      'contactMessage',
      { contactMessageData: { phoneContact: 79990000000, firstName: 'A' } },
      { contactMessageData: { phoneContact: '79990000000', firstName: 'A' } },
    ],
    ['contactsArrayMessage', { contacts: [{ displayName: 'A' }] }, { contacts: { contacts: [{ displayName: 'A' }] } }],
    [
      'contactsArrayMessage',
      { messageData: { contacts: [{ vcard: 'V' }, 7] } },
      { messageData: { contacts: [{ vcard: 'V' }] } },
    ],
    [
      'pollUpdateMessage',
      {
        pollMessageData: {
          stanzaId: 'P',
          name: 'n',
          votes: [
            { optionName: 'x', optionVoters: [1, null, { wid: '2' }, { voterWid: '3', contactName: 'C' }, { id: 4 }] },
            { no: 'name' },
          ],
        },
      },
      { pollMessageData: { stanzaId: 'P', votes: [{ optionName: 'x', optionVoters: ['1', '2', '3', '4'] }] } },
    ],
    [
      'editedMessage',
      { editedMessageData: { textMessage: 'new', stanzaId: 'E' } },
      { editedMessageData: { textMessage: 'new', stanzaId: 'E' } },
    ],
    ['deletedMessage', { deletedMessageData: { stanzaId: 'D' } }, { deletedMessageData: { stanzaId: 'D' } }],
    ['templateMessage', { templateMessage: { any: 1 } }, { templateMessage: { any: 1 } }],
  ])('%s %j', (typeMessage, data, expected) => {
    const read = readNotificationBody(message({ typeMessage, ...(isJsonObject(data) ? data : {}) }))
    expect(read).toMatchObject({
      kind: 'message',
      body: { messageData: { typeMessage, ...(isJsonObject(expected) ? expected : {}) } },
    })
  })
})

const receive = (answer: string) => readReceived(parseJson(answer), answer)

describe('the envelope', () => {
  test('keeps the body as it came, and the receipt as text', () => {
    const received = receive('{"receiptId":9007199254740993,"body":{"typeWebhook":"x", "n":{"deep":[1]}}}')
    expect(received).toEqual({
      kind: 'notification',
      receiptId: '9007199254740993',
      isJson: true,
      notification: { kind: 'other', body: { typeWebhook: 'x', n: { deep: [1] } } },
      raw: { typeWebhook: 'x', n: { deep: [1] } },
      text: '{"typeWebhook":"x", "n":{"deep":[1]}}',
    })
  })

  test('an unreadable body, even one that is no JSON, still gives its receipt, so that the queue goes on', () => {
    expect(receive('{"receiptId":7,"body":null}')).toMatchObject({
      receiptId: '7',
      notification: { kind: 'unreadable' },
    })
    expect(receive('{"receiptId":7}')).toMatchObject({
      receiptId: '7',
      notification: { kind: 'unreadable' },
    })
    const torn = '{"receiptId":7,"body":{"typeWebhook":'
    expect(receive(torn)).toMatchObject({
      receiptId: '7',
      notification: { kind: 'unreadable' },
      raw: torn,
    })
    expect(receive('{"body":{"x":NaN},"receiptId": "8"}')).toMatchObject({ receiptId: '8' })
    expect(receive('{"body":{}}')).toBeUndefined()
  })
})

test('no body of any shape throws', () => {
  const kinds = fc.constantFrom(
    'incomingMessageReceived',
    'outgoingMessageStatus',
    'stateInstanceChanged',
    'quotaExceeded',
    'x',
  )
  fc.assert(
    fc.property(
      kinds,
      fc.dictionary(
        fc.constantFrom('idMessage', 'senderData', 'messageData', 'chatId', 'status', 'timestamp'),
        fc.jsonValue(),
      ),
      (typeWebhook, fields) => {
        const reading = parseJson(JSON.stringify({ typeWebhook, ...fields }))
        expect(reading.kind).toBe('json')
        if (reading.kind === 'json') readNotificationBody(reading.value)
      },
    ),
  )
})
