import { expect } from 'vitest'
import type { Json } from '../../../api/json.ts'

/**
 * Every kind of message of the service's documentation and of its vendor's request collection (service 2 and 10.5), as
 * each source has it, with values of our own; compared with what the contract shows.
 */
export interface DocumentedKind {
  readonly typeMessage: string
  /** messageData of a notification. */
  readonly data: Json & object
  /** The fields of a journal's record. */
  readonly record: Json & object
  readonly shown: object
}

export const chatId = '79990001122@c.us'
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const vcard = 'BEGIN:VCARD\nVERSION:3.0\nFN:Bob Stone\nTEL;TYPE=CELL:+79995556677\nEND:VCARD'
const notForwarded = { forwardingScore: 0, isForwarded: false }
export const target = { stanzaId: 'AB00000000000000000000000000000001', participant: chatId }

const file = (typeMessage: string, kind: string, more: object = {}): DocumentedKind => {
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

const messengerKinds: readonly DocumentedKind[] = [
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
    // As older editions of the documentation have it.
    typeMessage: 'pollMessage',
    data: {
      pollCreationMessage: { name: 'Lunch?', options: [{ optionName: 'Soup' }, 'Fish'], selectableOptionsCount: 0 },
    },
    record: { pollMessageData: { name: 'Lunch?', options: ['Soup', 'Fish'], multipleAnswers: 'false' } },
    shown: { kind: 'poll', question: 'Lunch?', options: [{ name: 'Soup' }, { name: 'Fish' }] },
  },
  {
    typeMessage: 'ContactsArrayMessage',
    data: { contacts: [{ displayName: 'Bob Stone', vcard }, { displayName: 'Carol' }], ...notForwarded },
    record: { contacts: [{ displayName: 'Bob Stone', vcard }, { displayName: 'Carol' }], ...notForwarded },
    shown: { kind: 'contacts', cards: [{ name: 'Bob Stone' }, { name: 'Carol' }] },
  },
  {
    typeMessage: 'textMessage',
    data: { textMessage: 'Good morning' },
    record: { textMessage: 'Good morning' },
    shown: { kind: 'text', text: 'Good morning' },
  },
  {
    typeMessage: 'reactionMessage',
    data: { extendedTextMessageData: { text: '👍' }, quotedMessage: target },
    record: { extendedTextMessageData: { text: '👍' }, quotedMessage: target },
    shown: { kind: 'reaction', emoji: '👍', targetId: target.stanzaId },
  },
]

/** Kinds whose object has the same key in a notification and in a journal. */
const business = (typeMessage: string, data: Json & object, shown: object, key = typeMessage): DocumentedKind => ({
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

const businessKinds: readonly DocumentedKind[] = [
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
      mediaUrl: 'https://shop.example/gate.jpg',
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
      mediaUrl: 'https://shop.example/gate.jpg',
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
      expiresAt: 0,
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
  // No word on its end, and the same object under the other spelling of its key.
  business(
    'groupInviteMessage',
    { groupName: 'Night shift', inviteCode: 'AbCdEf', inviteExpiration: 'soon' },
    { kind: 'invitation', group: 'Night shift', expiresAt: null },
  ),
  business(
    'orderMessage',
    { orderId: 1292000000000010, totalPrice: 129900, currency: 'eur', itemCount: '2' },
    { kind: 'order', orderId: '1292000000000010', amount: '129900', currency: 'eur', items: 2 },
    'orderMessageData',
  ),
  // What programs of others take for an answer.
  business(
    'interactiveButtonReply',
    { ...target, selectedButtonId: 'y', selectedButtonText: 'Yes' },
    { kind: 'choice', text: 'Yes' },
  ),
  business(
    'interactiveButtonsReply',
    { ...target, selectedId: 'y', selectedDisplayText: 'Yes' },
    { kind: 'choice', text: 'Yes' },
  ),
  business('interactiveButtonsReply', { contentText: 'Yes' }, { kind: 'menu', text: 'Yes', options: [] }),
  // A known type whose object has a name that nobody described.
  business(
    'interactiveButtons',
    { contentText: 'Coffee?' },
    {
      kind: 'unsupported',
      typeMessage: 'interactiveButtons',
      fields: [{ name: 'contentText', value: 'Coffee?' }],
    },
    'interactiveMenu',
  ),
  business(
    'stickerMessage',
    { downloadUrl: 'https://files.example/s', fileName: 'wave.webp' },
    {
      kind: 'unsupported',
      typeMessage: 'stickerMessage',
      fields: [
        { name: 'fileName', value: 'wave.webp' },
        { name: 'downloadUrl', value: 'https://files.example/s' },
      ],
    },
    'stickerMessageData',
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

export const documentedKinds: readonly DocumentedKind[] = [...messengerKinds, ...businessKinds]
