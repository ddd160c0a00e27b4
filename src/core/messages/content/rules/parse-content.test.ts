import { describe, expect, test } from 'vitest'
import { messageData } from '../../../../api/schema/message-data.ts'
import { messageRecord } from '../../../../api/schema/message.ts'
import { partsOfData, partsOfRecord } from './content-parts.ts'
import { parseContent } from './parse-content.ts'

const stanza = { stanzaId: 'T1', participant: '10000002' }
const reply = { extendedTextMessageData: stanza, quotedMessage: { ...stanza, typeMessage: 'textMessage' } }
const url = 'https://files.example/1'
const file = { downloadUrl: url, fileName: 'offer', mimeType: 'application/pdf' }

const ofData = (data: object) => parseContent(partsOfData(messageData.parse(data)))
const ofRecord = (record: object) =>
  parseContent(partsOfRecord(messageRecord.parse({ type: 'incoming', idMessage: '1', ...record })))
const ofQuote = (quotedMessage: object) =>
  ofData({ typeMessage: 'textMessage', textMessageData: { textMessage: 'Yes' }, quotedMessage }).quote?.content

/** Types that do not say what a message carries, and one of which nobody knows what it means. */
const types = ['quotedMessage', 'textMessage', 'extendedTextMessage', '']

describe.each([...types, 'roundVideoMessage'])('a file under the type "%s"', (typeMessage) => {
  test.each([
    ['image/webp', 'image'],
    ['Video/mp4', 'video'],
    ['audio/ogg; codecs=opus', 'audio'],
    ['application/pdf', 'document'],
    ['', 'document'],
  ])('of the MIME type "%s" is offered as %s', (mimeType, kind) => {
    const fields = { ...file, mimeType }
    const expected = { kind, caption: '', downloadUrl: url, fileName: 'offer', mimeType }
    expect(ofData({ typeMessage, fileMessageData: fields, ...reply })).toMatchObject({
      content: expected,
      quotedId: 'T1',
      quote: { participant: '10000002' },
    })
    expect(ofRecord({ typeMessage, ...fields, ...reply }).content).toMatchObject(expected)
    expect(ofQuote({ ...stanza, typeMessage, ...fields })).toMatchObject(expected)
  })
})

test('the text of a reply that carries a file is its caption, and a mark in its place is one', () => {
  const withText = (text: string, more: object = {}) =>
    ofData({
      typeMessage: 'quotedMessage',
      fileMessageData: { ...file, ...more },
      extendedTextMessageData: { ...stanza, text },
    }).content
  expect(withText('As agreed')).toMatchObject({ kind: 'document', caption: 'As agreed' })
  expect(withText('Yes', { caption: 'As agreed' })).toMatchObject({ caption: 'As agreed' })
  expect(withText('{{SWE001}}', { downloadUrl: '' })).toEqual({ kind: 'marker', marker: 'SWE001' })
})

test.each(types)('a place, contacts and a poll under the type "%s" are shown where there is no text', (typeMessage) => {
  const place = { nameLocation: 'Home', latitude: 1, longitude: 2 }
  const card = { displayName: 'Carl', vcard: 'V' }
  const asked = { name: 'Tea?', options: [{ optionName: 'yes' }] }
  const rows = [
    [{ locationMessageData: place }, { location: place }, { kind: 'location', name: 'Home' }],
    [{ contactMessageData: card }, { contact: card }, { kind: 'contacts', cards: [{ displayName: 'Carl' }] }],
    [{ pollMessageData: asked }, { pollMessageData: asked }, { kind: 'poll', question: 'Tea?', options: ['yes'] }],
  ] as const
  for (const [data, record, expected] of rows) {
    expect(ofData({ typeMessage, ...data, ...reply }).content).toMatchObject(expected)
    expect(ofRecord({ typeMessage, ...record, ...reply }).content).toMatchObject(expected)
    expect(ofRecord({ typeMessage, ...record, textMessage: 'Yes' }).content).toMatchObject({
      kind: 'text',
      text: 'Yes',
    })
  }
})

test('contacts of a list are shown in a message and in a quote, also beside an empty contact', () => {
  const typeMessage = 'contactsArrayMessage'
  const list = { contacts: [{ displayName: 'Carl', vcard: 'V' }, { displayName: 'Dora' }] }
  const expected = { kind: 'contacts', cards: [{ displayName: 'Carl', vcard: 'V' }, { displayName: 'Dora' }] }
  for (const part of [{ messageData: list }, list, { contacts: list }]) {
    expect(ofQuote({ ...stanza, typeMessage, ...part })).toMatchObject(expected)
    expect(ofRecord({ typeMessage, ...part, contact: { displayName: '', vcard: '' } }).content).toMatchObject(expected)
    expect(ofData({ typeMessage, ...part, contactMessageData: {} }).content).toMatchObject(expected)
  }
})

test('the key of a link beside a reaction does not take the reaction back', () => {
  const reaction = { typeMessage: 'reactionMessage', extendedTextMessageData: { text: '👍' } }
  const link = { text: '', title: '' }
  const expected = { kind: 'reaction', emoji: '👍' }
  expect(ofRecord({ ...reaction, extendedTextMessage: link }).content).toEqual(expected)
  expect(ofQuote({ ...stanza, ...reaction, extendedTextMessage: link })).toEqual(expected)
})

test('an empty type with a text that may be a reaction stays unsupported', () => {
  expect(ofData({ typeMessage: '', extendedTextMessageData: { text: '👍' } }).content.kind).toBe('unsupported')
})

test('a quote is shown for what it holds, also without a type, and where it holds nothing it has none', () => {
  expect(ofQuote({ ...stanza, typeMessage: '', textMessage: 'At four?' })).toMatchObject({ text: 'At four?' })
  expect(ofQuote({ ...stanza, textMessage: 'At four?' })).toMatchObject({ text: 'At four?' })
  expect(ofQuote({ ...stanza, typeMessage: 'hologramMessage' })).toMatchObject({ kind: 'unsupported' })
  expect(ofQuote({ ...stanza, typeMessage: '' })).toBeNull()
})
