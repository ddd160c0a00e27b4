import { describe, expect, test } from 'vitest'
import type { Json } from '../../../api/json.ts'
import { messageRecord } from '../../../api/schema/message.ts'
import { readNotificationBody } from '../../../api/schema/notification.ts'
import { fromHistory } from '../../messages/archive/rules/from-history.ts'
import { fromCallNotification } from '../../messages/archive/rules/from-call.ts'
import { fromNotification } from '../../messages/archive/rules/from-notification.ts'
import { ingest } from '../../messages/archive/tx/ingest.ts'
import { testNow, testSeconds } from '../../testing/create-test-archive.ts'
import { openReading } from '../testing/open-reading.ts'

/**
 * Every kind of message of the service's documentation and of its vendor's request collection (service 2 and 10.5), as
 * each source has it, with values of our own; compared with what the contract shows.
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
  // A picture that the service made no preview of.
  file('imageMessage', 'image', { jpegThumbnail: null }),
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

/** Kinds whose object has the same key in a notification and in a journal. */
const business = (typeMessage: string, data: Json & object, shown: object, key = typeMessage): Kind => ({
  typeMessage,
  data: { [key]: data },
  record: { [key]: data },
  shown,
})
const menu = {
  titleText: 'Delivery',
  contentText: 'When shall we come?',
  footerText: 'The shop',
  buttons: [
    { type: 'copy', buttonId: '1', buttonText: 'Copy the code', copyCode: 'LAMP-5' },
    { type: 'call', buttonId: '2', buttonText: 'Call us', phoneNumber: '79995556677' },
    { type: 'url', buttonId: '3', buttonText: 'Open', url: 'https://shop.example/when' },
    { type: 'reply', buttonId: '4', buttonText: 'Today' },
  ],
}
const invitation = {
  groupJid: '120363000000000001@g.us',
  inviteCode: 'AbCdEf',
  groupName: 'Night shift',
  caption: 'Join us',
  jpegThumbnail: '',
}

const reply = { action: 'reply', value: '' }

const businessKinds: readonly Kind[] = [
  business(
    'orderMessage',
    { orderId: '1292000000000009', token: 'made-up', totalPrice: '129900', sellerJid: '79995556677@c.us' },
    { kind: 'order', orderId: '1292000000000009', amount: '129900', currency: '', items: null },
  ),
  business(
    'productMessage',
    {
      productId: '6300000000000009',
      title: 'Desk lamp',
      currencyCode: 'EUR',
      price: '95000',
      productImageCount: 1,
      fileMessageData: { downloadUrl: 'https://files.example/lamp', jpegThumbnail: picture, mimeType: 'image/png' },
    },
    { kind: 'product', title: 'Desk lamp', amount: '95000', currency: 'EUR', thumbnail: expect.any(String) },
  ),
  business(
    'templateMessage',
    {
      namespace: 'made_up',
      elementName: 'parcel',
      contentText: 'Your parcel is at the gate',
      footer: 'The shop',
      buttons: [
        { index: 1, urlButton: { displayText: 'Track', url: 'https://shop.example/track' } },
        { index: 2, callButton: { displayText: 'Call', phoneNumber: '+79995556677' } },
        { index: 3, quickReplyButton: { displayText: 'Fine', id: 'fine' } },
      ],
      ...notForwarded,
    },
    {
      kind: 'template',
      name: 'parcel',
      text: 'Your parcel is at the gate',
      footer: 'The shop',
      options: [
        { text: 'Track', action: 'url', value: 'https://shop.example/track' },
        { text: 'Call', action: 'call', value: '+79995556677' },
        { text: 'Fine', id: 'fine', ...reply },
      ],
    },
  ),
  business(
    'templateMessage',
    { templateId: 'made-up', params: ['Anna', '17:00'] },
    { kind: 'template', name: 'made-up', params: ['Anna', '17:00'] },
  ),
  business(
    'buttonsMessage',
    { contentText: 'Coffee?', footer: '', buttons: [{ buttonId: 'y', buttonText: 'Yes' }] },
    { kind: 'menu', text: 'Coffee?', options: [{ text: 'Yes', id: 'y', ...reply }] },
  ),
  business(
    'buttonsResponseMessage',
    { ...target, selectedButtonId: 'y', selectedButtonText: 'Yes' },
    { kind: 'choice', text: 'Yes' },
  ),
  business(
    'listMessage',
    {
      contentText: 'Choose a gate',
      title: 'Gates',
      footer: '',
      buttonText: 'Show',
      sections: [{ title: 'North', rows: [{ title: 'Gate 3', rowId: 'g3', description: '' }] }],
    },
    { kind: 'menu', title: 'Gates', text: 'Choose a gate', options: [{ text: 'Gate 3', section: 'North', id: 'g3' }] },
  ),
  business(
    'listResponseMessage',
    { ...target, title: 'Gate 3', listType: 1, singleSelectReply: 'g3' },
    { kind: 'choice', text: 'Gate 3' },
  ),
  business(
    'listResponseMessage',
    { ...target, title: '', listType: 1, singleSelectReply: { selectedRowId: 'g3' } },
    { kind: 'choice', text: 'g3' },
  ),
  business(
    'templateButtonsReplyMessage',
    { ...target, selectedIndex: 1, selectedId: 'track', selectedDisplayText: 'Track' },
    { kind: 'choice', text: 'Track' },
    'templateButtonReplyMessage',
  ),
  business(
    'templateButtonsReplyMessage',
    { ...target, selectedIndex: '1', selectedId: 'track' },
    { kind: 'choice', text: 'track' },
  ),
  business('templateButtonReplyMessage', { ...target, selectedIndex: '1' }, { kind: 'choice', text: '2' }),
  business('interactiveButtons', menu, {
    kind: 'menu',
    title: 'Delivery',
    text: 'When shall we come?',
    footer: 'The shop',
    options: [
      { text: 'Copy the code', action: 'copy', value: 'LAMP-5' },
      { text: 'Call us', action: 'call', value: '79995556677' },
      { text: 'Open', action: 'url', value: 'https://shop.example/when' },
      { text: 'Today', ...reply },
    ],
  }),
  business(
    'interactiveButtonsReply',
    { header: 'Delivery', body: 'When?', buttons: [{ buttonId: '4', buttonText: 'Today' }] },
    { kind: 'menu', title: 'Delivery', text: 'When?', options: [{ text: 'Today', id: '4', ...reply }] },
  ),
  business(
    'interactiveButtonsResponse',
    { ...target, selectedIndex: 3, selectedId: '4', selectedDisplayText: 'Today' },
    { kind: 'choice', text: 'Today' },
  ),
  business(
    'groupInviteMessage',
    { ...invitation, inviteExpiration: '0' },
    {
      kind: 'invitation',
      group: 'Night shift',
      text: 'Join us',
      expiresAt: null,
      url: 'https://chat.whatsapp.com/AbCdEf',
    },
    'groupInviteMessageData',
  ),
  business(
    'groupInviteMessage',
    { ...invitation, inviteExpiration: { low: 1_790_000_000, high: 0, unsigned: true } },
    { kind: 'invitation', expiresAt: 1_790_000_000_000 },
    'groupInviteMessageData',
  ),
  // The object is missing, of the wrong type, or of a kind that nobody has described.
  business('orderMessage', ['no object'], { kind: 'unsupported', typeMessage: 'orderMessage' }),
  business(
    'eventMessage',
    { name: 'Open day', startTime: 1_790_000_000, location: { title: 'Harbour Road' }, token: 'hidden' },
    {
      kind: 'unsupported',
      typeMessage: 'eventMessage',
      fields: [
        { name: 'name', value: 'Open day' },
        { name: 'title', value: 'Harbour Road' },
        { name: 'startTime', value: '1790000000' },
      ],
      more: 0,
    },
  ),
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

describe.each([...kinds, ...businessKinds])('$typeMessage', (kind) => {
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
    const isAnswer = kind.typeMessage === 'quotedMessage' || row?.content.kind === 'choice'
    expect(row?.quoted?.idMessage).toBe(isAnswer ? target.stanzaId : undefined)
    expect(row?.status?.kind).toBe({ 'journal outgoing': 'delivered', phone: 'none', api: 'none' }[source as string])
  })
})

/** What happened to a message, by each source: its text is changed, or it is deleted. */
const changes = [
  {
    what: 'an edited text',
    typeMessage: 'editedMessage',
    data: { editedMessageData: { textMessage: 'At six', stanzaId: idMessage } },
    shown: { edited: true, deleted: false, content: { kind: 'text', text: 'At six' } },
  },
  {
    what: 'a deletion',
    typeMessage: 'deletedMessage',
    data: { deletedMessageData: { stanzaId: idMessage, typeMessage: 'text' } },
    shown: { edited: false, deleted: true },
  },
  {
    what: 'an edit that names no text',
    typeMessage: 'editedMessage',
    data: { editedMessageData: { stanzaId: idMessage } },
    shown: { deleted: false, content: { kind: 'text', text: 'At five' } },
  },
] as const

describe.each(changes)('$what', ({ typeMessage, data, shown }) => {
  test.each(sources)('by %s changes the message that it names, and is none itself', (source) => {
    const { tx, instance, window } = openReading()
    const give = (body: Json) => {
      const context = { seenAt: testNow, raw: JSON.stringify(body) }
      const isJournal = source === 'journal incoming' || source === 'journal outgoing'
      const read = isJournal ? null : readNotificationBody(body)
      if (read !== null && read.kind !== 'message') throw new Error(`It was read as ${read.kind}.`)
      const items =
        read === null
          ? fromHistory(messageRecord.parse(body), { ...context, source: 'getChatHistory', chatId })
          : fromNotification(read.body, { ...context, origin: read.origin })
      ingest(tx, instance, items, { live: !isJournal, seenAt: testNow })
    }
    const text = { textMessageData: { textMessage: 'At five' } }
    const written: Kind = { typeMessage: 'textMessage', data: text, record: { textMessage: 'At five' }, shown: {} }
    give(bodyOf(written, source))
    const change = bodyOf({ typeMessage, data, record: data, shown: {} }, source)
    if (change === null || typeof change !== 'object' || Array.isArray(change)) throw new Error('It is no object.')
    give({ ...change, idMessage: '3EB0A000000000000002', timestamp: testSeconds + 5 })
    const { rows } = window(chatId)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ idMessage, ...shown })
  })
})

const call = { timestamp: testSeconds, idMessage: 'A2CB000000000001', from: chatId, isVideo: false }
const quotaData = {
  method: 'correspondents',
  used: 3,
  total: 3,
  status: 'CORRESPONDENTS_QUOTA_EXCEEDED',
  description: 'No more chats',
}
const calls: readonly { readonly what: string; readonly body: Json & object; readonly outcome: string | null }[] = [
  ...Object.entries({
    offer: null,
    pickUp: 'answered',
    hungUp: 'rejected',
    hangUp: 'rejected',
    declined: 'missed',
    missed: 'missed',
    invalid: null,
  }).map(([status, outcome]) => ({
    what: `an incoming call, ${status}`,
    body: { typeWebhook: 'incomingCall', ...call, status },
    outcome,
  })),
  { what: 'an incoming call without a status', body: { typeWebhook: 'incomingCall', ...call }, outcome: null },
  {
    what: 'an outgoing call',
    body: {
      typeWebhook: 'outgoingCall',
      ...call,
      duration: 3,
      status: 'pickUp',
      participants: [{ id: chatId, status: 'pickUp' }],
    },
    outcome: 'answered',
  },
]

test.each(calls)('$what is a row of its chat', ({ body, outcome }) => {
  const { tx, instance, window } = openReading()
  const read = readNotificationBody({
    instanceData: { idInstance: 1101000001, wid: '79001234567@c.us', typeInstance: 'whatsapp' },
    ...body,
  } as Json)
  if (read.kind !== 'call') throw new Error(`It was read as ${read.kind}.`)
  const item = fromCallNotification(read.direction, read.body, { seenAt: testNow, raw: '{}' })
  ingest(tx, instance, [item], { live: true, seenAt: testNow })
  const [row] = window(chatId).rows
  expect(row).toMatchObject({ direction: read.direction, content: { kind: 'call', outcome }, status: null })
})

/** Notifications without a message. */
const tellings: readonly { readonly what: string; readonly body: Json & object; readonly kind?: 'quota' }[] = [
  {
    what: 'a block',
    body: { typeWebhook: 'incomingBlock', timestamp: testSeconds, chatId: '10000000000@c.us', chatState: 'blocked' },
  },
  { what: 'a used-up quota without a time', body: { typeWebhook: 'quotaExceeded', quotaData }, kind: 'quota' },
  { what: 'a used-up quota under another kind', body: { typeWebhook: 'incomingBlock', quotaData }, kind: 'quota' },
  {
    what: 'the phone’s connection',
    body: { typeWebhook: 'statusInstanceChanged', timestamp: testSeconds, statusInstance: 'offline' },
  },
  {
    what: 'a device',
    body: {
      typeWebhook: 'deviceInfo',
      timestamp: testSeconds,
      deviceData: { platform: 'android', deviceModel: 'X', battery: 45 },
    },
  },
  {
    what: 'an avatar',
    body: { typeWebhook: 'avatarInfo', timestamp: testSeconds, avatar: 'https://files.example/a', chatId },
  },
]

test.each(tellings)('$what is read as what it is, and as no message', ({ body, kind }) => {
  const read = readNotificationBody({
    instanceData: { idInstance: 1101000001, wid: '79001234567@c.us', typeInstance: 'whatsapp' },
    ...body,
  } as Json)
  expect(read.kind).toBe(kind ?? 'other')
})
