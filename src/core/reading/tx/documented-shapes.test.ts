import { describe, expect, test } from 'vitest'
import type { Json } from '../../../api/json.ts'
import { messageRecord } from '../../../api/schema/message.ts'
import { readNotificationBody } from '../../../api/schema/notification.ts'
import { fromHistory } from '../../messages/archive/rules/from-history.ts'
import { fromNotification } from '../../messages/archive/rules/from-notification.ts'
import { ingest } from '../../messages/archive/tx/ingest.ts'
import { testNow, testSeconds } from '../../testing/create-test-archive.ts'
import { openReading } from '../testing/open-reading.ts'

/**
 * Every kind of message of the service's documentation and of its vendor's request collection (service 2 and 10.5), as each source has it,
 * with values of our own; compared with what the contract shows.
 */
interface Kind {
  readonly typeMessage: string
  /** messageData of a notification. */
  readonly data: Json & object
  /** The fields of a journal's record. */
  readonly record: Json & object
  readonly shown: object
}

const chatId = '79990001122@c.us'
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const vcard = 'BEGIN:VCARD\nVERSION:3.0\nFN:Bob Stone\nTEL;TYPE=CELL:+79995556677\nEND:VCARD'
const notForwarded = { forwardingScore: 0, isForwarded: false }
const target = { stanzaId: 'AB00000000000000000000000000000001', participant: chatId }

const file = (typeMessage: string, kind: string, more: object = {}): Kind => {
  const fields = {
    downloadUrl: `https://files.example/${kind}`,
    caption: 'As agreed',
    fileName: 'offer.pdf',
    jpegThumbnail: picture,
    mimeType: 'application/octet-stream',
    isAnimated: kind === 'sticker',
    ...notForwarded,
    ...more,
  }
  return {
    typeMessage,
    data: { fileMessageData: fields },
    record: fields,
    shown: { kind, caption: 'As agreed', mimeType: 'application/octet-stream' },
  }
}

const quoteOfPoll = { ...target, typeMessage: '', pollMessageData: { name: '', options: [], multipleAnswers: false } }

const kinds: readonly Kind[] = [
  {
    typeMessage: 'textMessage',
    data: { textMessageData: { textMessage: 'Good morning', ...notForwarded } },
    record: { textMessage: 'Good morning' },
    shown: { kind: 'text', text: 'Good morning', preview: null },
  },
  {
    typeMessage: 'extendedTextMessage',
    data: {
      extendedTextMessageData: {
        text: 'https://shop.example',
        title: 'The shop',
        description: 'Lamps',
        previewType: 'None',
        jpegThumbnail: picture,
        ...notForwarded,
      },
    },
    record: {
      textMessage: 'https://shop.example',
      extendedTextMessage: {
        text: 'https://shop.example',
        title: 'The shop',
        description: 'Lamps',
        previewType: 'None',
        jpegThumbnail: picture,
        ...notForwarded,
      },
    },
    shown: { kind: 'text', text: 'https://shop.example', preview: { title: 'The shop', description: 'Lamps' } },
  },
  {
    typeMessage: 'quotedMessage',
    data: { extendedTextMessageData: { text: 'This one', ...target }, quotedMessage: quoteOfPoll },
    record: { extendedTextMessage: { text: 'This one', ...target }, quotedMessage: quoteOfPoll },
    shown: { kind: 'text', text: 'This one' },
  },
  file('imageMessage', 'image'),
  file('videoMessage', 'video', { videoNote: false }),
  file('documentMessage', 'document'),
  file('audioMessage', 'audio'),
  file('stickerMessage', 'sticker'),
  {
    typeMessage: 'locationMessage',
    data: {
      locationMessageData: {
        nameLocation: 'Gate 3',
        address: 'Dock road 1',
        latitude: 59.5,
        longitude: 30.25,
        jpegThumbnail: picture,
        ...notForwarded,
      },
    },
    record: {
      location: {
        nameLocation: 'Gate 3',
        address: 'Dock road 1',
        latitude: 59.5,
        longitude: 30.25,
        jpegThumbnail: picture,
      },
    },
    shown: { kind: 'location', name: 'Gate 3', address: 'Dock road 1', latitude: 59.5, longitude: 30.25 },
  },
  {
    typeMessage: 'contactMessage',
    data: { contactMessageData: { displayName: 'Bob Stone', vcard, ...notForwarded } },
    record: { contact: { displayName: 'Bob Stone', vcard, ...notForwarded } },
    shown: { kind: 'contacts', cards: [{ name: 'Bob Stone', phones: [{ number: '+79995556677' }] }] },
  },
  {
    // The same taken apart, as MAX does; in journals absent texts are ''.
    typeMessage: 'contactMessage',
    data: { contactMessageData: { firstName: 'Bob', phoneNumber: 79995556677, chatId: '20000001', urlAvatar: '' } },
    record: {
      contact: {
        displayName: '',
        vcard: '',
        firstName: 'Bob',
        middleName: '',
        lastName: '',
        phoneContact: '79995556677',
        company: '',
      },
    },
    shown: { kind: 'contacts', cards: [{ name: 'Bob', phones: [{ display: expect.stringContaining('999') }] }] },
  },
  {
    typeMessage: 'contactsArrayMessage',
    data: {
      messageData: {
        contacts: [
          { displayName: 'Bob Stone', vcard },
          { displayName: 'Carol', vcard: '' },
        ],
        ...notForwarded,
      },
    },
    record: {
      messageData: {
        contacts: [
          { displayName: 'Bob Stone', vcard, contextInfo: null },
          { displayName: 'Carol', vcard: '', contextInfo: null },
        ],
        ...notForwarded,
      },
    },
    shown: { kind: 'contacts', cards: [{ name: 'Bob Stone' }, { name: 'Carol' }] },
  },
  {
    typeMessage: 'pollMessage',
    data: {
      pollMessageData: {
        name: 'Lunch?',
        options: [{ optionName: 'Soup' }, { optionName: 'Fish' }],
        multipleAnswers: true,
      },
    },
    record: {
      pollMessageData: {
        name: 'Lunch?',
        options: [{ optionName: 'Soup' }, { optionName: 'Fish' }],
        votes: [{ optionName: 'Soup', optionVoters: [] }],
        multipleAnswers: true,
      },
    },
    shown: {
      kind: 'poll',
      question: 'Lunch?',
      multiple: true,
      options: [
        { name: 'Soup', votes: 0 },
        { name: 'Fish', votes: 0 },
      ],
    },
  },
  {
    typeMessage: 'reactionMessage',
    data: { extendedTextMessageData: { text: '👍' }, quotedMessage: target },
    record: { extendedTextMessageData: { text: '👍' }, quotedMessage: target },
    shown: { kind: 'reaction', emoji: '👍', targetId: target.stanzaId },
  },
]

const idMessage = '3EB0A000000000000001'
const sources = ['incoming', 'phone', 'api', 'journal incoming', 'journal outgoing'] as const

/** The body or record of one source. */
function bodyOf({ typeMessage, data, record }: Kind, source: (typeof sources)[number]): Json {
  if (source === 'journal incoming' || source === 'journal outgoing') {
    const incoming = source === 'journal incoming'
    return JSON.parse(
      JSON.stringify({
        type: incoming ? 'incoming' : 'outgoing',
        idMessage,
        timestamp: testSeconds,
        typeMessage,
        chatId,
        ...record,
        ...(incoming
          ? { senderId: chatId, senderName: 'Anna', senderContactName: 'Anna B.' }
          : { statusMessage: 'delivered', sendByApi: true }),
        deletedMessageId: '',
        editedMessageId: '',
        isEdited: false,
        isDeleted: false,
      }),
    )
  }
  const kind = {
    incoming: 'incomingMessageReceived',
    phone: 'outgoingMessageReceived',
    api: 'outgoingAPIMessageReceived',
  }[source]
  return JSON.parse(
    JSON.stringify({
      typeWebhook: kind,
      instanceData: { idInstance: 1101000001, wid: '79001234567@c.us', typeInstance: 'whatsapp' },
      timestamp: testSeconds,
      idMessage,
      senderData: {
        chatId,
        chatName: 'Anna B.',
        sender: source === 'incoming' ? chatId : '79001234567@c.us',
        senderName: source === 'incoming' ? 'Anna' : 'Shop',
        senderContactName: source === 'incoming' ? 'Anna B.' : '',
      },
      messageData: { typeMessage, ...data },
    }),
  )
}

describe.each(kinds)('$typeMessage', (kind) => {
  test.each(sources)('by %s shows every field', (source) => {
    const { tx, instance, window } = openReading()
    const body = bodyOf(kind, source)
    const context = { seenAt: testNow, raw: JSON.stringify(body) }
    if (source === 'journal incoming' || source === 'journal outgoing') {
      const record = messageRecord.parse(body)
      ingest(tx, instance, fromHistory(record, { ...context, source: 'getChatHistory', chatId }), {
        live: false,
        seenAt: testNow,
      })
    } else {
      const read = readNotificationBody(body)
      if (read.kind !== 'message') throw new Error(`It was read as ${read.kind}.`)
      ingest(tx, instance, fromNotification(read.body, { ...context, origin: read.origin }), {
        live: true,
        seenAt: testNow,
      })
    }
    const { rows } = window(chatId)
    expect(rows).toHaveLength(1)
    const [row] = rows
    const incoming = source === 'incoming' || source === 'journal incoming'
    expect(row?.content).toMatchObject(kind.shown)
    expect(row).toMatchObject({
      idMessage,
      direction: incoming ? 'incoming' : 'outgoing',
      at: testNow,
      edited: false,
      deleted: false,
      forwarded: null,
      sender: incoming ? { name: 'Anna B.', own: false } : { own: true },
    })
    expect(row?.quoted?.idMessage).toBe(kind.typeMessage === 'quotedMessage' ? target.stanzaId : undefined)
    expect(row?.status?.kind).toBe({ 'journal outgoing': 'delivered', phone: 'none', api: 'none' }[source as string])
  })
})
