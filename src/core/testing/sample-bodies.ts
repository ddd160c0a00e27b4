/** The kinds of service 10.9, which have the same objects in notifications and journals. */
const businessData: readonly object[] = [
  { typeMessage: 'orderMessage', orderMessage: { orderId: '1', token: 'x', totalPrice: '9007199254740993' } },
  {
    typeMessage: 'productMessage',
    productMessage: { productId: '2', title: 'Lamp', price: '950', currencyCode: 'EUR', fileMessageData: {} },
  },
  {
    typeMessage: 'interactiveButtons',
    interactiveButtons: {
      titleText: 'When?',
      contentText: 'Choose',
      footerText: 'Shop',
      buttons: [
        { type: 'url', buttonId: '1', buttonText: 'Open', url: 'https://shop.example' },
        { type: 'reply', buttonId: '2', buttonText: 'Yes' },
      ],
    },
  },
  {
    typeMessage: 'listMessage',
    listMessage: { title: 'Gates', sections: [{ title: 'North', rows: [{ title: 'Gate 3', rowId: 'g3' }] }] },
  },
  {
    typeMessage: 'interactiveButtonsResponse',
    interactiveButtonsResponse: {
      stanzaId: '200000000000000002',
      selectedIndex: 1,
      selectedId: '2',
      selectedDisplayText: 'Yes',
    },
  },
  { typeMessage: 'listResponseMessage', listResponseMessage: { singleSelectReply: { selectedRowId: 'g3' } } },
  {
    typeMessage: 'templateMessage',
    templateMessage: { elementName: 'day', contentText: 'On Tuesday', buttons: [{ quickReplyButton: { id: '1' } }] },
  },
  {
    typeMessage: 'groupInviteMessage',
    groupInviteMessageData: { groupName: 'Team', inviteCode: 'a', inviteExpiration: { low: -1, high: 0 } },
  },
  { typeMessage: 'buttonsMessage', buttonsMessage: { buttons: [] } },
  { typeMessage: 'orderMessage', orderMessageData: { OrderId: 3, Token: 'x', totalPrice: 24.5, itemCount: '2' } },
  { typeMessage: 'pollCreationMessage', pollMessageData: { name: 'Which?', options: ['a', { optionName: 'b' }] } },
  { typeMessage: 'ContactsArrayMessage', messageData: { contacts: [] } },
  { typeMessage: 'interactiveButtonReply', interactiveButtonReply: { selectedId: 7 }, quotedMessage: null },
  { typeMessage: 'tomorrowMessage', tomorrowMessage: { name: 'Open day', parts: [{ text: 'a' }, [1, [2]]] } },
]

/** One notification body of every kind of service 10.4, and of every shape of service 10.5. */
export function sampleNotifications(idInstance: string): readonly object[] {
  const common = {
    instanceData: { idInstance: Number(idInstance), wid: '79000000001@c.us', typeInstance: 'v3' },
    timestamp: 1_795_176_000,
  }
  const senderData = {
    chatId: '10000001',
    sender: '10000001',
    senderName: 'Anna',
    chatName: 'Anna B.',
    chatType: 'user',
    senderContactName: 'Anna (shop)',
    senderPhoneNumber: 79990001122,
  }
  const group = { ...senderData, chatId: '-500000001', chatName: 'Team', chatType: 'group' }
  const file = {
    downloadUrl: 'https://files.example/1',
    caption: 'a caption',
    fileName: 'a.jpg',
    mimeType: 'image/jpeg',
    isAnimated: false,
    jpegThumbnail: null,
    isForwarded: true,
    forwardingScore: 2,
  }
  const quotedMessage = {
    stanzaId: '200000000000000001',
    participant: '10000001',
    typeMessage: 'textMessage',
    textMessage: 'earlier',
  }
  const data: readonly object[] = [
    { typeMessage: 'textMessage', textMessageData: { textMessage: 'hello', isForwarded: false, forwardingScore: 0 } },
    { typeMessage: 'textMessage', textMessageData: { textMessage: 'a reply' }, quotedMessage },
    {
      typeMessage: 'extendedTextMessage',
      extendedTextMessageData: {
        text: 'https://a.example',
        title: 'A',
        description: 'B',
        previewType: 'None',
        jpegThumbnail: '',
      },
    },
    {
      typeMessage: 'quotedMessage',
      extendedTextMessageData: { text: 'a reply', stanzaId: '200000000000000001', participant: '10000001' },
      quotedMessage,
    },
    { typeMessage: 'reactionMessage', extendedTextMessageData: { text: '👍' }, quotedMessage },
    {
      typeMessage: 'reactionMessage',
      extendedTextMessageData: { text: '' },
      quotedMessage: { ...quotedMessage, typeMessage: '' },
    },
    ...['image', 'video', 'document', 'audio', 'sticker'].map((kind) => ({
      typeMessage: `${kind}Message`,
      fileMessageData: file,
    })),
    {
      typeMessage: 'locationMessage',
      locationMessageData: {
        nameLocation: 'Home',
        address: 'Street',
        latitude: 1.5,
        longitude: '2.5',
        jpegThumbnail: '',
      },
    },
    { typeMessage: 'contactMessage', contactMessageData: { displayName: 'Carl', vcard: 'BEGIN:VCARD\nEND:VCARD' } },
    {
      typeMessage: 'contactMessage',
      contactMessageData: { phoneContact: '79991112233', firstName: 'Carl', lastName: 'C.' },
    },
    { typeMessage: 'contactsArrayMessage', messageData: { contacts: [{ displayName: 'Dora', vcard: '' }] } },
    { typeMessage: 'contactsArrayMessage', contacts: [{ displayName: 'Dora', vcard: '' }] },
    {
      typeMessage: 'pollMessage',
      pollMessageData: { name: 'Tea?', options: [{ optionName: 'yes' }, { optionName: 'no' }], multipleAnswers: false },
    },
    {
      typeMessage: 'pollUpdateMessage',
      pollMessageData: {
        stanzaId: '200000000000000002',
        name: 'Tea?',
        votes: [{ optionName: 'yes', optionVoters: ['10000001'] }],
      },
    },
    { typeMessage: 'editedMessage', editedMessageData: { textMessage: 'edited', stanzaId: '200000000000000001' } },
    { typeMessage: 'editedMessage', editedMessageData: { caption: 'edited', stanzaId: '200000000000000003' } },
    { typeMessage: 'deletedMessage', deletedMessageData: { stanzaId: '200000000000000001' } },
    ...businessData,
    { typeMessage: '' },
    {},
  ]
  const messages = ['incomingMessageReceived', 'outgoingMessageReceived', 'outgoingAPIMessageReceived'].flatMap(
    (typeWebhook) =>
      data.map((messageData, index) => ({
        typeWebhook,
        ...common,
        idMessage: `20000000000000000${index % 10}`,
        senderData: index % 3 === 0 ? group : senderData,
        messageData,
      })),
  )
  return [
    ...messages,
    ...['sent', 'delivered', 'read', 'failed', 'noAccount', 'notInGroup', 'yellow', ''].map((status) => ({
      typeWebhook: 'outgoingMessageStatus',
      ...common,
      chatId: '10000001',
      idMessage: '200000000000000005',
      status,
      description: 'why',
      sendByApi: true,
    })),
    { typeWebhook: 'stateInstanceChanged', ...common, stateInstance: 'authorized' },
    {
      typeWebhook: 'quotaExceeded',
      instanceData: common.instanceData,
      quotaData: { method: 'sendMessage', used: '3', total: 3, status: 'x', description: 'y' },
    },
    ...['offer', 'pickUp', 'missed'].map((status) => ({
      typeWebhook: 'incomingCall',
      ...common,
      idMessage: 'CALL1',
      from: '10000001@c.us',
      status,
      isVideo: true,
    })),
    {
      typeWebhook: 'outgoingCall',
      ...common,
      idMessage: 'CALL2',
      from: '79000000001@c.us',
      status: 'pickUp',
      duration: 3,
      participants: [{ id: '10000001@c.us', status: 'pickUp' }],
    },
    { typeWebhook: 'incomingCall', ...common, status: 'offer' },
    { typeWebhook: 'deviceInfo', ...common, deviceData: {} },
  ]
}

/** Records of histories and journals: every shape of service 2.2 to 2.5, and the oddities of service 10.5. */
export function sampleRecords(): readonly object[] {
  const incoming = {
    type: 'incoming',
    timestamp: 1_795_176_000,
    chatId: '10000001',
    senderId: '10000001',
    senderName: 'Anna',
    senderContactName: '',
  }
  const outgoing = {
    type: 'outgoing',
    timestamp: 1_795_176_060,
    chatId: '10000001',
    statusMessage: 'delivered',
    sendByApi: true,
  }
  const flags = { deletedMessageId: '', editedMessageId: '', isEdited: false, isDeleted: false }
  const file = {
    downloadUrl: 'https://files.example/1',
    caption: 'a caption',
    fileName: 'a.jpg',
    jpegThumbnail: null,
    mimeType: 'image/jpeg',
    isAnimated: false,
  }
  const quotedMessage = {
    stanzaId: '200000000000000001',
    participant: '10000001',
    typeMessage: '',
    textMessage: 'earlier',
  }
  const contents: readonly object[] = [
    { typeMessage: 'textMessage', textMessage: 'hello' },
    {
      typeMessage: 'extendedTextMessage',
      textMessage: 'plain',
      extendedTextMessage: { text: 'plain', description: '', title: '', previewType: 'None', jpegThumbnail: '' },
    },
    {
      typeMessage: 'quotedMessage',
      extendedTextMessage: { text: 'a reply', stanzaId: '200000000000000001', participant: '10000001' },
      quotedMessage,
    },
    { typeMessage: 'reactionMessage', extendedTextMessageData: { text: '👍' }, quotedMessage },
    { typeMessage: 'reactionMessage', extendedTextMessageData: { text: '👍' } },
    ...['image', 'video', 'document', 'audio', 'sticker'].map((kind) => ({ typeMessage: `${kind}Message`, ...file })),
    {
      typeMessage: 'locationMessage',
      location: { nameLocation: 'Home', address: '', latitude: 1, longitude: 2, isForwarded: true, forwardingScore: 1 },
    },
    { typeMessage: 'contactMessage', contact: { displayName: 'Carl', vcard: 'BEGIN:VCARD' } },
    {
      typeMessage: 'pollMessage',
      pollMessageData: {
        name: 'Tea?',
        options: [{ optionName: 'yes' }],
        votes: [{ optionName: 'yes', optionVoters: ['1'] }],
        multipleAnswers: true,
      },
    },
    { typeMessage: 'textMessage', textMessage: '{{SWE002}}' },
    ...businessData,
    { typeMessage: '' },
    {},
  ]
  const calls = [
    { typeMessage: 'incomingCall', status: 'declined', isVideo: true, isGroup: false },
    {
      typeMessage: 'outgoingCall',
      status: 'pickUp',
      duration: 12,
      participants: [{ id: '10000002', status: 'pickUp' }],
    },
  ].map((call, index) => ({ ...incoming, ...call, idMessage: `31000000000000000${index}` }))
  return contents.concat(calls).flatMap((content, index) => [
    { ...incoming, ...flags, ...content, idMessage: `30000000000000000${index % 10}` },
    {
      ...outgoing,
      ...flags,
      ...content,
      idMessage: `1795176${String(index).padStart(6, '0')}`,
      isEdited: index % 4 === 0,
      isDeleted: index % 5 === 0,
      deletedMessageId: index % 5 === 0 ? '300000000000000001' : '',
    },
  ])
}
