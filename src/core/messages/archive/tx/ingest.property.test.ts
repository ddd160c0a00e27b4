import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import type { Json } from '../../../../api/json.ts'
import { messageRecord } from '../../../../api/schema/message.ts'
import { readNotificationBody } from '../../../../api/schema/notification.ts'
import { dumpArchive } from '../../../testing/archive-dump.ts'
import { sized } from '../../../testing/marathon.ts'
import { openTestDatabase, testNow } from '../../../testing/open-test-database.ts'
import { archiveWrites } from './archive-intents.ts'
import { fromHistory } from '../rules/from-history.ts'
import { fromNotification, fromStatusNotification } from '../rules/from-notification.ts'
import { ingest } from './ingest.ts'
import { joinChats } from './join-chats.ts'

/** A notification, or a record of a history or journal. */
interface Report {
  readonly via: 'notification' | 'getChatHistory' | 'lastOutgoingMessages' | 'lastIncomingMessages' | 'getMessage'
  readonly body: Json
  readonly seenAt: number
  /** Its place in the queue. */
  readonly queueOrder?: number
  /** The id that was asked for, where the service answered for another one. */
  readonly asked?: string
}

/** Two ids are one chat: `better` is what the service answered for `other`. */
interface Join {
  readonly via: 'join'
  readonly better: string
  readonly other: string
}

/** One thing that the service tells, at one time. */
type Delivery = Report | Join

const startSeconds = testNow / 1000
/** One person under several ids, a group, another person who also writes in the group. */
const chatIds = ['10000001', '10000001@c.us', '-500000001', '79990002222@c.us', '777777777777@lid', '10001']
const otherIds = ['79990002222@c.us', '79990002222', '777777777777@lid']
const messageIds = ['1000000000001', '1000000000002', '200000000000000003', 'AB4']
const image = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Often the same second: then other facts tell the order. */
const seconds = fc
  .oneof(fc.integer({ min: -7200, max: 3600 }), fc.constantFrom(0, 1))
  .map((offset) => startSeconds + offset)
const texts = fc.constantFrom('alpha', 'a second text', '{{SWE003}}', '', 'anna')
const chatId = fc.constantFrom(...chatIds)
const idMessage = fc.constantFrom(...messageIds)
const emoji = fc.constantFrom('👍', '❤️', '')
const isGroup = (id: string) => id.startsWith('-')
const senderOf = (id: string, who: number) => (isGroup(id) ? `1000${who}` : id.replace('@c.us', ''))

const data = fc.oneof(
  texts.map((text) => ({ typeMessage: 'textMessage', textMessageData: { textMessage: text } })),
  fc.record({ text: texts, quoted: idMessage }).map(({ text, quoted }) => ({
    typeMessage: 'quotedMessage',
    extendedTextMessageData: { text, stanzaId: quoted, participant: '10000001' },
    quotedMessage: { stanzaId: quoted, participant: '10000001', typeMessage: 'textMessage', textMessage: 'was said' },
  })),
  fc
    .record({
      url: fc.constantFrom('', 'https://a/1', 'https://a/2'),
      caption: texts,
      thumb: fc.constantFrom('', image),
    })
    .map((file) => ({
      typeMessage: 'imageMessage',
      fileMessageData: {
        downloadUrl: file.url,
        caption: file.caption,
        jpegThumbnail: file.thumb,
        mimeType: 'image/png',
      },
    })),
  fc.constant({
    typeMessage: 'pollMessage',
    pollMessageData: { name: 'a question', options: [{ optionName: 'a' }, { optionName: 'b' }] },
  }),
  fc.record({ emoji, target: idMessage }).map((reaction) => ({
    typeMessage: 'reactionMessage',
    extendedTextMessageData: { text: reaction.emoji },
    quotedMessage: { stanzaId: reaction.target },
  })),
  fc.constant({}),
  fc.constant({ typeMessage: '' }),
  fc.record({ target: idMessage, text: texts }).map(({ target, text }) => ({
    typeMessage: 'editedMessage',
    editedMessageData: { textMessage: text, stanzaId: target },
  })),
  idMessage.map((target) => ({ typeMessage: 'deletedMessage', deletedMessageData: { stanzaId: target } })),
  fc.record({ target: idMessage, voters: fc.subarray(['1', '2']) }).map(({ target, voters }) => ({
    typeMessage: 'pollUpdateMessage',
    pollMessageData: { stanzaId: target, name: 'a question', votes: [{ optionName: 'a', optionVoters: voters }] },
  })),
)

const notification: fc.Arbitrary<Report> = fc
  .record({
    type: fc.constantFrom('incomingMessageReceived', 'outgoingMessageReceived', 'outgoingAPIMessageReceived'),
    chatId,
    idMessage,
    data,
    at: seconds,
    delay: fc.integer({ min: 0, max: 5000 }),
    who: fc.integer({ min: 1, max: 2 }),
    name: fc.constantFrom('', 'Anna', 'Anna B.'),
    queueOrder: fc.integer({ min: 1, max: 20 }),
  })
  .map(({ type, chatId: chat, idMessage: id, data: messageData, at, delay, who, name, queueOrder }) => ({
    via: 'notification',
    queueOrder,
    seenAt: at * 1000 + delay,
    body: {
      typeWebhook: type,
      timestamp: at,
      idMessage: id,
      senderData: {
        chatId: chat,
        sender: type === 'incomingMessageReceived' ? senderOf(chat, who) : '79000000001@c.us',
        senderName: name,
        chatName: isGroup(chat) ? `Group ${name}` : name,
        chatType: isGroup(chat) ? 'group' : 'user',
      },
      messageData,
    },
  }))

const status: fc.Arbitrary<Report> = fc
  .record({
    chatId,
    idMessage,
    status: fc.constantFrom('sent', 'delivered', 'read', 'failed', 'noAccount'),
    at: seconds,
  })
  .map(({ at, ...body }) => ({
    via: 'notification',
    seenAt: at * 1000 + 50,
    body: { typeWebhook: 'outgoingMessageStatus', timestamp: at, ...body },
  }))

const record: fc.Arbitrary<Report> = fc
  .record({
    via: fc.constantFrom<Report['via'][]>(
      'getChatHistory',
      'lastOutgoingMessages',
      'lastIncomingMessages',
      'getMessage',
    ),
    incoming: fc.boolean(),
    chatId,
    idMessage,
    at: seconds,
    seenAt: seconds,
    text: texts,
    flags: fc.record({ isEdited: fc.boolean(), isDeleted: fc.boolean() }),
    kind: fc.constantFrom('textMessage', 'imageMessage', 'reactionMessage', 'pollMessage', '', 'buttonsMessage'),
    who: fc.integer({ min: 1, max: 2 }),
    status: fc.constantFrom('', 'sent', 'read', 'UNKNOWN'),
  })
  .map(
    ({ via, incoming: drawn, chatId: chat, idMessage: id, at, seenAt, text, flags, kind, who, status: rawStatus }) => {
      const incoming = via === 'lastIncomingMessages' || (via !== 'lastOutgoingMessages' && drawn)
      return {
        via,
        seenAt: seenAt * 1000,
        body: {
          type: incoming ? 'incoming' : 'outgoing',
          idMessage: id,
          timestamp: at,
          typeMessage: kind,
          chatId: chat,
          ...(incoming
            ? { senderId: senderOf(chat, who), senderName: 'Anna' }
            : { statusMessage: rawStatus, sendByApi: who === 1 }),
          ...(kind === 'textMessage' ? { textMessage: text } : {}),
          ...(kind === 'imageMessage' ? { downloadUrl: 'https://a/3', caption: text, jpegThumbnail: image } : {}),
          ...(kind === 'reactionMessage'
            ? { extendedTextMessageData: { text: '👍' }, quotedMessage: { stanzaId: 'AB4' } }
            : {}),
          ...(kind === 'pollMessage'
            ? {
                pollMessageData: { name: 'a question', options: [], votes: [{ optionName: 'a', optionVoters: ['1'] }] },
              }
            : {}),
          deletedMessageId: '',
          editedMessageId: '',
          ...flags,
        },
      }
    },
  )

/** Edits and deletions as live journals show them: records of their own, and flags that name those. */
const change: fc.Arbitrary<Report> = fc
  .record({
    via: fc.constantFrom<Report['via'][]>('getChatHistory', 'lastIncomingMessages', 'getMessage'),
    chatId,
    idMessage,
    target: idMessage,
    isEdit: fc.boolean(),
    isRecord: fc.boolean(),
    named: fc.boolean(),
    text: texts,
    at: seconds,
    seenAt: seconds,
  })
  .map(({ via, chatId: chat, idMessage: id, target, isEdit, isRecord, named, text, at, seenAt }) => ({
    via,
    seenAt: seenAt * 1000,
    body: {
      type: 'incoming',
      timestamp: at,
      chatId: chat,
      senderId: senderOf(chat, 1),
      ...(isRecord
        ? {
            idMessage: id,
            typeMessage: isEdit ? 'editedMessage' : 'deletedMessage',
            ...(named && isEdit ? { editedMessageData: { textMessage: text, stanzaId: target } } : {}),
            ...(named && !isEdit ? { deletedMessageData: { stanzaId: target } } : {}),
          }
        : {
            idMessage: target,
            typeMessage: 'textMessage',
            textMessage: text,
            ...(isEdit ? { isEdited: true, editedMessageId: id } : { isDeleted: true, deletedMessageId: id }),
          }),
    },
  }))

const join: fc.Arbitrary<Join> = fc
  .record({ better: fc.constantFrom('10000001', '10000001@c.us'), other: fc.constantFrom(...otherIds) })
  .map((ids) => ({ via: 'join', ...ids }))

/** The history of one id, in which the service names another one. */
const answeredAsAnother: fc.Arbitrary<Report> = fc
  .record({ asked: fc.constantFrom(...otherIds), idMessage, at: seconds, seenAt: seconds, text: texts })
  .map(({ asked, idMessage: id, at, seenAt, text }) => ({
    via: 'getChatHistory',
    asked,
    seenAt: seenAt * 1000,
    body: {
      type: 'incoming',
      idMessage: id,
      timestamp: at,
      typeMessage: 'textMessage',
      chatId: '10000001',
      senderId: '10000001',
      senderName: 'Anna',
      textMessage: text,
    },
  }))

const delivery: fc.Arbitrary<Delivery> = fc.oneof(
  { weight: 5, arbitrary: notification },
  { weight: 1, arbitrary: status },
  { weight: 3, arbitrary: record },
  { weight: 2, arbitrary: change },
  { weight: 1, arbitrary: join },
  { weight: 1, arbitrary: answeredAsAnother },
)

const database = openTestDatabase()
afterAll(() => database[Symbol.dispose]())

function deliver(delivery: Delivery): void {
  const { tx, instance } = database
  if (delivery.via === 'join') {
    joinChats(tx, instance, delivery.better, delivery.other, 'checkAccount')
    return
  }
  const { via, body, seenAt, asked, queueOrder = 0 } = delivery
  if (asked !== undefined) {
    archiveWrites['archive.ingest'](tx, { instance, source: 'getChatHistory', chatId: asked, records: [body], seenAt })
    return
  }
  const raw = JSON.stringify(body)
  if (via !== 'notification') {
    const items = fromHistory(messageRecord.parse(body), { source: via, chatId: null, seenAt, raw })
    ingest(tx, instance, items, { live: false, seenAt })
    return
  }
  const read = readNotificationBody(JSON.parse(raw))
  if (read.kind === 'message')
    ingest(tx, instance, fromNotification(read.body, { origin: read.origin, seenAt, raw, queueOrder }), {
      live: true,
      seenAt,
    })
  else if (read.kind === 'status') ingest(tx, instance, [fromStatusNotification(read.body)], { live: true, seenAt })
  else throw new Error('not a message')
}

const archiveOf = (events: readonly Delivery[]) =>
  database.undone(() => {
    for (const event of events) deliver(event)
    return dumpArchive(database.tx)
  })

describe('ingest', () => {
  test('any order, any number of times, ends in the same archive', () => {
    fc.assert(
      fc.property(
        fc
          .array(delivery, { minLength: 2, maxLength: 14 })
          .chain((events) =>
            fc.tuple(
              fc.constant(events),
              fc.shuffledSubarray(events, { minLength: events.length }),
              fc.array(fc.integer({ min: 0, max: events.length - 1 }), { maxLength: 8 }),
            ),
          ),
        ([events, shuffled, repeats]) => {
          const again = repeats.flatMap((index) => events[index] ?? [])
          const half = Math.floor(again.length / 2)
          expect(archiveOf([...again.slice(0, half), ...shuffled, ...again.slice(half)])).toEqual(archiveOf(events))
        },
      ),
      { numRuns: sized(100, 400) },
    )
  })

  test('what is reported of a text later may show that nobody edited it', () => {
    const listed = (text: string, afterMs: number, more: Readonly<Record<string, Json>> = {}): Report => ({
      via: 'getChatHistory',
      seenAt: testNow + afterMs,
      body: {
        ...{ type: 'incoming', timestamp: startSeconds, chatId: '10000001', senderId: '10000001', senderName: 'Anna' },
        ...{ idMessage: 'AB4', typeMessage: 'textMessage', textMessage: text, ...more },
      },
    })
    const edit = { typeMessage: 'editedMessage', editedMessageData: { textMessage: 'alpha', stanzaId: 'AB4' } }
    const notified: Report = {
      via: 'notification',
      seenAt: testNow,
      body: {
        ...{ typeWebhook: 'incomingMessageReceived', timestamp: startSeconds, idMessage: 'AB4' },
        senderData: { chatId: '10000001', sender: '10000001', senderName: '', chatName: '', chatType: 'user' },
        messageData: { typeMessage: 'textMessage', textMessageData: { textMessage: 'a second text' } },
      },
    }
    const all = [
      listed('alpha', 0),
      listed('a second text', 1000),
      listed('', 0, { ...edit, idMessage: 'AB5' }),
      notified,
    ]
    const inOneOrder = archiveOf(all)
    fc.assert(
      fc.property(fc.shuffledSubarray(all, { minLength: all.length }), (shuffled) => {
        expect(archiveOf(shuffled)).toEqual(inOneOrder)
      }),
    )
  })
})
