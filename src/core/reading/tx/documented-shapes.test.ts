import { describe, expect, test } from 'vitest'
import type { Json } from '../../../api/json.ts'
import { messageRecord } from '../../../api/schema/message.ts'
import { readNotificationBody } from '../../../api/schema/notification.ts'
import { fromHistory } from '../../messages/archive/rules/from-history.ts'
import { fromCallNotification } from '../../messages/archive/rules/from-call.ts'
import { fromNotification } from '../../messages/archive/rules/from-notification.ts'
import { ingest } from '../../messages/archive/tx/ingest.ts'
import { testNow, testSeconds } from '../../testing/create-test-archive.ts'
import { chatId, documentedKinds, target, type DocumentedKind } from '../testing/documented-kinds.ts'
import { openReading } from '../testing/open-reading.ts'

const idMessage = '3EB0A000000000000001'
const sources = ['incoming', 'phone', 'api', 'journal incoming', 'journal outgoing'] as const

/** The body or record of one source. */
function bodyOf({ typeMessage, data, record }: DocumentedKind, source: (typeof sources)[number]): Json {
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

describe.each(documentedKinds)('$typeMessage', (kind) => {
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
    const written: DocumentedKind = {
      typeMessage: 'textMessage',
      data: text,
      record: { textMessage: 'At five' },
      shown: {},
    }
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
  ...Object.entries({
    pickUp: 'answered',
    hungUp: 'unanswered',
    declined: 'unanswered',
    invalid: 'unanswered',
  }).map(([status, outcome]) => ({
    what: `an outgoing call, ${status}`,
    body: { typeWebhook: 'outgoingCall', ...call, duration: 3, status, participants: [{ id: chatId, status }] },
    outcome,
  })),
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
