import { describe, expect, test } from 'vitest'
import { messageRecord } from '../../../../api/schema/message.ts'
import { readNotificationBody } from '../../../../api/schema/notification.ts'
import { sampleNotifications, sampleRecords } from '../../../testing/sample-bodies.ts'
import { fromHistory } from './from-history.ts'
import { fromNotification } from './from-notification.ts'
import type { ArchiveItem } from './record.ts'

const at = 1_795_176_000_000
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

function itemsOf(messageData: object, typeWebhook = 'incomingMessageReceived'): readonly ArchiveItem[] {
  const body = readNotificationBody({
    typeWebhook,
    timestamp: at / 1000,
    idMessage: 'M1',
    senderData: { chatId: '10000001', sender: '10000001', senderName: 'Anna' },
    messageData: JSON.parse(JSON.stringify(messageData)),
  })
  if (body.kind !== 'message') throw new Error(`It is ${body.kind}.`)
  return fromNotification(body.body, { origin: body.origin, seenAt: at + 500, raw: '{}' }).filter(
    ({ kind }) => kind !== 'chat',
  )
}

function recorded(
  record: object,
  source: Parameters<typeof fromHistory>[1]['source'] = 'getChatHistory',
): readonly ArchiveItem[] {
  const parsed = messageRecord.parse({ idMessage: 'M1', chatId: '10000001', timestamp: at / 1000, ...record })
  return fromHistory(parsed, { source, chatId: null, seenAt: at + 60_000, raw: '{}' })
}

const factsOf = (items: readonly ArchiveItem[]) => {
  const [item] = items
  if (item?.kind !== 'message') throw new Error('It is no message.')
  return item.record.facts
}

describe('a notification', () => {
  test.each([
    [
      { typeMessage: 'textMessage', textMessageData: { textMessage: 'hi', isForwarded: true } },
      { kind: 'text', text: 'hi', preview: null },
    ],
    [
      { typeMessage: 'textMessage', textMessageData: { textMessage: '{{SWE003}}' } },
      { kind: 'marker', marker: 'SWE003' },
    ],
    [
      {
        typeMessage: 'extendedTextMessage',
        extendedTextMessageData: { text: 'plain', title: '', description: '', jpegThumbnail: '' },
      },
      { kind: 'text', text: 'plain', preview: null },
    ],
    [
      {
        typeMessage: 'extendedTextMessage',
        extendedTextMessageData: { text: 'see a.example', title: 'A', description: 'B', previewType: 'None' },
      },
      { kind: 'text', text: 'see a.example', preview: { title: 'A', description: 'B', thumbnail: null } },
    ],
    // The same key as a link: typeMessage decides.
    [
      { typeMessage: 'reactionMessage', extendedTextMessageData: { text: '👍' }, quotedMessage: { stanzaId: 'T1' } },
      { kind: 'reaction', emoji: '👍' },
    ],
    [
      { typeMessage: 'stickerMessage', fileMessageData: { downloadUrl: '', jpegThumbnail: null, isAnimated: true } },
      { kind: 'sticker', caption: '', downloadUrl: '', fileName: '', mimeType: '', animated: true, thumbnail: null },
    ],
    [
      { typeMessage: 'locationMessage', locationMessageData: { nameLocation: 'Home', latitude: '1.5', longitude: 2 } },
      { kind: 'location', name: 'Home', address: '', latitude: 1.5, longitude: 2, thumbnail: null },
    ],
    [
      {
        typeMessage: 'contactMessage',
        contactMessageData: { phoneContact: '7999', firstName: 'Carl', lastName: 'C.', company: 'Inc' },
      },
      { kind: 'contacts', cards: [{ displayName: 'Carl C.', vcard: '', phone: '7999', organisation: 'Inc' }] },
    ],
    [
      { typeMessage: 'contactsArrayMessage', messageData: { contacts: [{ displayName: 'Dora', vcard: 'V' }] } },
      { kind: 'contacts', cards: [{ displayName: 'Dora', vcard: 'V', phone: '', organisation: '' }] },
    ],
    [
      {
        typeMessage: 'pollMessage',
        pollMessageData: { name: 'Tea?', options: [{ optionName: 'yes' }], multipleAnswers: true },
      },
      { kind: 'poll', question: 'Tea?', multiple: true, options: ['yes'] },
    ],
    [{ typeMessage: 'templateButtonsReplyMessage', data: {} }, { kind: 'unsupported' }],
    [{ typeMessage: '' }, { kind: 'unsupported' }],
    [{}, { kind: 'unsupported' }],
  ])('%j', (data, content) => {
    expect(factsOf(itemsOf(data)).content).toEqual(content)
  })

  test('that quotes says what it quotes, in both forms', () => {
    const quotedMessage = {
      stanzaId: 'T1',
      participant: '10000002',
      typeMessage: 'imageMessage',
      caption: 'a picture',
      jpegThumbnail: png,
    }
    const reply = factsOf(
      itemsOf({ typeMessage: 'textMessage', textMessageData: { textMessage: 'yes' }, quotedMessage }),
    )
    expect(reply).toMatchObject({
      quotedId: 'T1',
      quote: { participant: '10000002', content: { kind: 'image', caption: 'a picture' } },
    })
    const bare = factsOf(
      itemsOf({
        typeMessage: 'quotedMessage',
        extendedTextMessageData: { text: 'yes', stanzaId: 'T1', participant: '10000002' },
      }),
    )
    expect(bare).toMatchObject({
      content: { text: 'yes' },
      quotedId: 'T1',
      quote: { participant: '10000002', content: null },
    })
  })

  test('of a change speaks of its target, and without one stays a message', () => {
    expect(
      itemsOf({ typeMessage: 'editedMessage', editedMessageData: { textMessage: 'new', stanzaId: 'T1' } }),
    ).toMatchObject([
      { kind: 'edit', targetId: 'T1', text: 'new', at },
      { kind: 'changeEvent', idMessage: 'M1' },
    ])
    expect(itemsOf({ typeMessage: 'deletedMessage', deletedMessageData: { stanzaId: 'T1' } })).toMatchObject([
      { kind: 'deletion', targetId: 'T1' },
      { kind: 'changeEvent', idMessage: 'M1' },
    ])
    expect(
      itemsOf({
        typeMessage: 'pollUpdateMessage',
        pollMessageData: { stanzaId: 'T1', votes: [{ optionName: 'a', optionVoters: ['1'] }] },
      }),
    ).toMatchObject([
      { kind: 'person' },
      { kind: 'votes', targetId: 'T1', votes: [{ optionName: 'a', optionVoters: ['1'] }] },
      { kind: 'changeEvent' },
    ])
    expect(factsOf(itemsOf({ typeMessage: 'editedMessage', editedMessageData: {} }))).toMatchObject({
      typeMessage: 'editedMessage',
      content: { kind: 'unsupported' },
    })
  })

  test('of the phone and of the API are the own account, and differ in that', () => {
    const data = { typeMessage: 'textMessage', textMessageData: { textMessage: 'hi' } }
    expect(factsOf(itemsOf(data, 'outgoingMessageReceived'))).toMatchObject({
      direction: 'outgoing',
      senderId: '',
      sentByApi: false,
    })
    expect(factsOf(itemsOf(data, 'outgoingAPIMessageReceived'))).toMatchObject({
      direction: 'outgoing',
      senderId: '',
      sentByApi: true,
    })
  })

  test('keeps a thumbnail by its content, and sniffs what it is', () => {
    const [item] = itemsOf({
      typeMessage: 'imageMessage',
      fileMessageData: { downloadUrl: 'https://a/1', jpegThumbnail: png },
    })
    if (item?.kind !== 'message') throw new Error('It is no message.')
    expect(item.record.thumbnails).toMatchObject([{ mimeType: 'image/png', width: 1, height: 1 }])
    expect(item.record.facts.content).toMatchObject({ thumbnail: item.record.thumbnails[0]?.ref })
  })

  test('of every sample shape is read', () => {
    for (const sample of sampleNotifications('1101000001')) {
      expect(readNotificationBody(JSON.parse(JSON.stringify(sample))).kind).not.toBe('unreadable')
    }
  })
})

describe('a record', () => {
  test('of a journal has only the time of its latest action', () => {
    const facts = factsOf(
      recorded({ typeMessage: 'textMessage', textMessage: 'hi', statusMessage: 'read' }, 'lastOutgoingMessages'),
    )
    expect(facts).toMatchObject({ direction: 'outgoing', position: { at, source: 'action' }, actionAt: at })
    expect(factsOf(recorded({ type: 'outgoing', textMessage: 'hi' }))).toMatchObject({
      position: { at, source: 'accepted' },
      actionAt: null,
    })
  })

  test('that is plain text as a link with both texts is plain text', () => {
    const extendedTextMessage = {
      text: 'a.example',
      description: '',
      title: '',
      previewType: 'None',
      jpegThumbnail: '',
    }
    const facts = factsOf(
      recorded({
        type: 'incoming',
        typeMessage: 'extendedTextMessage',
        textMessage: 'see a.example',
        extendedTextMessage,
      }),
    )
    expect(facts.content).toEqual({ kind: 'text', text: 'see a.example', preview: null })
  })

  test('whose flags say false or nothing undoes nothing; true and ids only add', () => {
    const silent = recorded({
      type: 'outgoing',
      textMessage: 'hi',
      deletedMessageId: '',
      editedMessageId: '',
      isEdited: false,
      isDeleted: false,
    })
    expect(silent).toHaveLength(1)
    expect(factsOf(silent)).toMatchObject({ edited: false, deleted: false })
    expect(factsOf(recorded({ type: 'outgoing', textMessage: 'hi', isDeleted: true, isEdited: true }))).toMatchObject({
      edited: true,
      deleted: true,
    })
    expect(recorded({ type: 'outgoing', textMessage: 'hi', deletedMessageId: 'T1' })).toMatchObject([
      { kind: 'message' },
      { kind: 'deletion', targetId: 'T1' },
    ])
  })

  test('of a deletion or an edit as live journals show them changes the message that it names, and is none itself', () => {
    expect(
      recorded({ type: 'incoming', typeMessage: 'deletedMessage', deletedMessageData: { stanzaId: 'T1' } }),
    ).toMatchObject([
      { kind: 'deletion', targetId: 'T1' },
      { kind: 'changeEvent', idMessage: 'M1' },
    ])
    const editedMessageData = { caption: 'new', stanzaId: 'T1' }
    expect(recorded({ type: 'outgoing', typeMessage: 'editedMessage', editedMessageData })).toMatchObject([
      { kind: 'edit', targetId: 'T1', text: 'new' },
      { kind: 'changeEvent', idMessage: 'M1' },
    ])
    expect(
      recorded({ type: 'incoming', textMessage: 'hi', isDeleted: true, deletedMessageId: 'E1', isEdited: true }),
    ).toMatchObject([{ kind: 'message' }, { kind: 'changeEvent', idMessage: 'E1' }])
  })

  test('without a time, or with an impossible one, is placed by when it was seen', () => {
    for (const timestamp of [undefined, 0, -5, 1e300]) {
      expect(factsOf(recorded({ type: 'incoming', timestamp, textMessage: 'hi' })).position).toEqual({
        at: at + 60_000,
        source: 'seen',
      })
    }
    expect(factsOf(recorded({ type: 'incoming', timestamp: at, textMessage: 'hi' })).position).toEqual({
      at,
      source: 'accepted',
    })
  })

  test('of several contacts is read with the list bare or inside', () => {
    const contacts = [{ displayName: 'Dora', vcard: 'V' }]
    for (const form of [contacts, { contacts }]) {
      expect(
        factsOf(recorded({ type: 'incoming', typeMessage: 'contactsArrayMessage', contacts: form })).content,
      ).toMatchObject({
        kind: 'contacts',
        cards: [{ displayName: 'Dora', vcard: 'V' }],
      })
    }
  })

  test('with a number for an id keeps it as text', () => {
    expect(recorded({ idMessage: 1_795_176_000_123, type: 'incoming', textMessage: 'hi' })).toMatchObject([
      { record: { idMessage: '1795176000123' } },
    ])
  })

  test('of every sample shape is read', () => {
    for (const sample of sampleRecords()) expect(recorded(sample)[0]).toMatchObject({ kind: 'message' })
  })
})
