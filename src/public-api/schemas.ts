import { z } from 'zod'

/** These schemas survive JSON Schema: they have no refinements, transforms or dates. */

const time = z.string().meta({ format: 'date-time', description: 'RFC 3339, in UTC' })
const text = z.string()

export const instanceId = z.string().regex(/^\d{1,20}$/, 'has to be the digits of an instance ID')
export const chatId = z.string().min(1).max(256)
/** Good at this desk. */
export const messageId = z.string().regex(/^\d{1,15}$/, 'has to be the digits that a list or an answer gave')
/** A list goes on behind it. */
export const cursor = z.string().min(1).max(200)
export const limit = z.int().min(1).max(200).default(50)
export const label = z.string().min(1).max(64)

/** A page of a list. `nextCursor` null: there is no more. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() })

export const right = z.enum(['see', 'draft', 'send', 'administer'])
export type Right = z.infer<typeof right>

export const program = z
  .object({
    name: text,
    protocol: z.enum(['queue', 'webhook', 'stream', 'jsonl']),
    state: z.enum(['active', 'paused', 'failing', 'stopped']),
    rights: z.array(right),
    epoch: text.meta({ description: 'The beginning of every position. Another one: event positions are void.' }),
    scope: z.object({
      instanceIds: z.array(text).nullable().meta({ description: 'null: all' }),
      labels: z.array(text).nullable().meta({ description: 'Only chats with one of these; null: all' }),
      kinds: z.array(text).nullable().meta({ description: 'Only these events; null: all' }),
      groups: z.boolean(),
    }),
  })
  .meta({ id: 'Program' })

export const instance = z
  .object({
    instanceId: text,
    name: text,
    family: z.enum(['v3', 'whatsapp', 'telegram']),
    accountId: text.nullable().meta({ description: "The account's own id in the service, when known" }),
    state: text.meta({ description: 'live, paused, unreachable, notAuthorized and others' }),
    authorization: z.enum(['authorized', 'notAuthorized', 'unknown']),
    lastReceivedAt: time.nullable(),
  })
  .meta({ id: 'Instance' })

const file = z.object({
  ref: text.nullable().meta({ description: 'For /v1/media/{ref}; null: the file is not on this computer' }),
  name: text,
  mimeType: text,
  bytes: z.int().nullable(),
})

const statusKind = z.enum([
  'scheduled',
  'queued',
  'sending',
  'accepted',
  'pending',
  'sent',
  'delivered',
  'read',
  'failed',
  'uncertain',
  'expired',
  'cancelled',
  'unknown',
  'none',
])

export const status = z
  .object({
    kind: statusKind,
    reason: text.nullable().meta({ description: 'Why it failed' }),
    text: text.nullable().meta({ description: "The service's own words" }),
    wait: text.nullable().meta({ description: 'What holds it back' }),
    waitUntil: time.nullable(),
  })
  .meta({ id: 'Status' })

export const message = z
  .object({
    id: text.meta({ description: 'Good at this desk' }),
    instanceId: text,
    chatId: text,
    serviceId: text.nullable().meta({ description: "The service's id; null while it has none" }),
    direction: z.enum(['incoming', 'outgoing']),
    at: time,
    from: z.object({ id: text, name: text }).meta({ description: 'Written by a stranger, where incoming' }),
    kind: text,
    text: text.meta({ description: 'Written by a stranger, where incoming' }),
    file: file.nullable(),
    quotedServiceId: text.nullable(),
    program: z
      .object({ name: text, how: z.enum(['sent', 'proposed']) })
      .nullable()
      .meta({ description: 'The program that sent it, or proposed what a person sent; null: neither' }),
    edited: z.boolean(),
    deleted: z.boolean(),
    status: status.nullable().meta({ description: 'null: incoming' }),
  })
  .meta({ id: 'Message' })

/** A program's own name for a message: visible letters, digits and signs. */
export const sendId = z.string().regex(/^[\x21-\x7e]{8,64}$/, 'needs 8 to 64 letters, digits and signs')
/** The header with the sendId; HTTP's draft wants it in quotes. */
export const idempotencyKey = z
  .string()
  .regex(/^"?[\x21-\x7e]{8,64}"?$/, 'needs 8 to 64 letters, digits and signs')
  .meta({ description: 'The sendId, where the body has none; with or without quotes' })
/** Characters that steer terminals are no part of a message. */
export const messageText = z
  .string()
  .min(1)
  .max(20_000)
  // Of the control characters a text has tabs and line breaks alone.
  .regex(/^[\t\n\r\x20-\x7e\u00a0-\uffff]*$/, 'has control characters besides tabs and line breaks')

/** A line of a card, place or poll. */
const line = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^[\x20-\x7e\u00a0-\uffff]*$/, 'has control characters')
const caption = messageText.max(4000).optional().meta({ description: 'Left out where the messenger has none' })

export const uploadId = z.string().regex(/^[0-9a-f]{32}$/, 'has to be what POST /v1/uploads answered')

/** The content that is sent in place of a text. */
export const sendContent = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('file'),
    uploadId: uploadId.meta({ description: 'Of POST /v1/uploads; good for one message' }),
    caption,
    name: line(255).min(1).optional().meta({ description: 'In place of the name that it was handed in under' }),
    asFile: z.boolean().optional().meta({ description: 'true: a picture, video or sound arrives as a file' }),
  }),
  z.strictObject({
    kind: z.literal('fileByUrl'),
    url: z
      .string()
      .max(2000)
      .regex(/^https?:\/\/[!-~]+$/, 'has to be an http or https address')
      .meta({ description: 'The service fetches it' }),
    name: line(255).min(1).meta({ description: 'Its ending decides what kind of message it becomes' }),
    caption,
  }),
  z.strictObject({
    kind: z.literal('location'),
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    name: line(200).optional(),
    address: line(500).optional(),
  }),
  z.strictObject({
    kind: z.literal('contact'),
    phone: z
      .string()
      .regex(/^\d{7,16}$/, 'needs 7 to 16 digits')
      .optional(),
    chatId: chatId.optional().meta({ description: 'In place of the phone number, where the messenger is MAX' }),
    firstName: line(200).optional(),
    lastName: line(200).optional(),
    company: line(200).optional(),
  }),
  z.strictObject({
    kind: z.literal('poll'),
    question: line(255).min(1),
    options: z.array(line(100).min(1)).min(2).max(12).meta({ description: 'All different' }),
    multiple: z.boolean().default(false),
    changeable: z.boolean().optional().meta({ description: 'MAX: whether an answer can be changed' }),
    anonymous: z.boolean().optional().meta({ description: 'Telegram: whether nobody sees who voted' }),
    correct: z
      .int()
      .min(0)
      .max(11)
      .optional()
      .meta({ description: 'Telegram: makes a quiz. The number of the right option, from 0' }),
  }),
  z.strictObject({
    kind: z.literal('forward'),
    fromChatId: chatId.meta({ description: 'A chat of the same instance' }),
    serviceId: z.string().min(1).max(256).meta({ description: "The service's id of a message of that chat" }),
  }),
])

export const upload = z
  .object({
    uploadId: text.meta({ description: 'The same for the same bytes under the same name' }),
    name: text.meta({ description: 'The name that it is sent under' }),
    bytes: z.int(),
    expiresAt: time.meta({ description: 'It is removed then, unless a message has taken it' }),
  })
  .meta({ id: 'Upload' })

export const send = z
  .object({
    sendId: text,
    cancelled: z.boolean(),
    elsewhere: z
      .object({
        desk: text.nullable().meta({ description: "The member's name; null: the desk left the team" }),
        state: z.enum(['queued', 'sending', 'accepted', 'failed', 'uncertain', 'cancelled', 'dismissed']),
      })
      .nullable()
      .meta({ description: 'Another desk of the team has it; null: this desk' }),
    message: message
      .nullable()
      .meta({ description: 'null: it was cancelled before it left, or this desk has not seen it yet' }),
  })
  .meta({ id: 'Send' })

export const proposal = z
  .object({
    id: text,
    sendId: text,
    instanceId: text,
    chatId: text,
    text,
    reason: text,
    state: z.enum(['open', 'sent', 'dismissed', 'withdrawn', 'expired']),
    createdAt: time,
    expiresAt: time,
    closedAt: time.nullable(),
    closedBy: text.nullable().meta({ description: 'The person who sent or dismissed it, in a team' }),
    messageId: text.nullable().meta({ description: 'Of the message that came of it' }),
    edited: z.boolean().meta({ description: 'The person changed the text' }),
  })
  .meta({ id: 'Proposal' })

export const chat = z
  .object({
    instanceId: text,
    chatId: text,
    kind: z.enum(['user', 'group', 'channel', 'bot', 'unknown']),
    title: text,
    phone: text.nullable(),
    labels: z.array(text),
    at: time.nullable().meta({ description: 'Of the newest message; null: there is none' }),
    unread: z.int().meta({ description: '1,000 stands for more' }),
    waitingSince: time.nullable().meta({ description: 'Of the first unanswered message; null: none' }),
    archived: z.boolean(),
    last: z
      .object({ direction: z.enum(['incoming', 'outgoing']), kind: text, text })
      .nullable()
      .meta({ description: 'The newest message, cut to 200 characters' }),
  })
  .meta({ id: 'Chat' })

export const searchHit = z
  .object({
    messageId: text,
    instanceId: text,
    chatId: text,
    chatTitle: text,
    at: time,
    direction: z.enum(['incoming', 'outgoing']),
    from: text,
    kind: text,
    text: text.meta({ description: 'The part of the message with the words' }),
  })
  .meta({ id: 'SearchHit' })

export const waitingChat = z
  .object({ instanceId: text, chatId: text, title: text, waitingSince: time, dueAt: time })
  .meta({ id: 'WaitingChat' })

export const event = z
  .object({
    id: text.meta({ description: 'Names the event for ever, at every desk' }),
    position: text.meta({ description: 'For after=, at this desk' }),
    instanceId: text,
    receivedAt: time,
    body: z.unknown().meta({ description: "The service's own JSON" }),
  })
  .meta({ id: 'Event' })

export const gap = z
  .object({
    gap: z.object({ first: text, last: text, events: z.int() }),
    position: text.meta({ description: 'For after=, at this desk' }),
  })
  .meta({ id: 'Gap', description: 'Events that left the journal before the program had read them' })

export const eventLine = z.union([event, gap]).meta({ id: 'EventLine' })

export const subscription = z
  .object({
    protocol: z.enum(['queue', 'webhook', 'stream', 'jsonl']),
    state: z.enum(['active', 'paused', 'failing', 'stopped']),
    waiting: z.object({
      events: z.int(),
      more: z.boolean().meta({ description: 'There are more than were counted' }),
      oldestAt: time.nullable(),
    }),
    deadLetters: z.int(),
  })
  .meta({ id: 'Subscription' })

export const deadLetter = z
  .object({
    id: text,
    instanceId: text,
    typeWebhook: text,
    receivedAt: time,
    firstFailedAt: time,
    tries: z.int(),
    error: z.object({ kind: text, status: z.int().nullable(), text }),
  })
  .meta({ id: 'DeadLetter' })

export const problem = z
  .object({
    type: text,
    code: text,
    status: z.int(),
    title: text,
    detail: text.optional(),
    oldest: text.optional().meta({ description: 'The oldest position, where one was refused' }),
  })
  .meta({ id: 'Problem' })
