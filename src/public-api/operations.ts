import { z } from 'zod'
import * as schema from './schemas.ts'
import type { Right } from './schemas.ts'

/** How an answer is written: one JSON value, a line of JSON for each item, server-sent events, or a file's bytes. */
type AnswerForm = 'json' | 'lines' | 'stream' | 'file'

/** What a model may be told of a tool (MCP's annotations). */
interface Tool {
  readonly name: string
  readonly readOnly: boolean
  /** Repeating it changes nothing more. */
  readonly idempotent: boolean
  /** It reaches people outside of this computer. */
  readonly openWorld: boolean
}

/**
 * A public operation. Its HTTP route, its part of the OpenAPI document, the command of
 * `switchboardctl` and the MCP tool are all made from this row. Fields of `input` that the path does not name are
 * parameters of a GET or DELETE, and the body of a POST or PUT.
 */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly summary: string
  readonly description?: string
  readonly right: Right
  readonly input: z.ZodObject
  readonly output: z.ZodType
  readonly form?: AnswerForm
  /** Status of an answer that begins something; 200 where nothing is said. */
  readonly status?: 202
  /** Words after `switchboardctl`; null: it has none, and `noCommand` says why. */
  readonly command: string | null
  readonly noCommand?: string
  readonly tool: Tool | null
}

const define = <Row extends Operation>(row: Row): Row => row

const reads = (name: string): Tool => ({ name, readOnly: true, idempotent: true, openWorld: false })

const chatPath = { instanceId: schema.instanceId, chatId: schema.chatId }
const page = { limit: schema.limit, cursor: schema.cursor.optional() }
const nothing = z.strictObject({})
const done = z.object({ done: z.literal(true) })

export const operations = {
  getMe: define({
    method: 'GET',
    path: '/v1/me',
    summary: 'The program itself: its rights and its scope',
    right: 'see',
    input: nothing,
    output: schema.program,
    command: 'status',
    tool: null,
  }),
  listInstances: define({
    method: 'GET',
    path: '/v1/instances',
    summary: 'Instances that the program may see',
    right: 'see',
    input: nothing,
    output: z.object({ items: z.array(schema.instance) }),
    command: 'instances',
    tool: reads('list_instances'),
  }),
  getInstance: define({
    method: 'GET',
    path: '/v1/instances/{instanceId}',
    summary: 'One instance',
    right: 'see',
    input: z.strictObject({ instanceId: schema.instanceId }),
    output: schema.instance,
    command: null,
    noCommand: 'instances lists all of them',
    tool: null,
  }),
  listChats: define({
    method: 'GET',
    path: '/v1/chats',
    summary: 'Chats, the latest first',
    right: 'see',
    input: z.strictObject({
      instanceId: schema.instanceId.optional(),
      label: schema.label.optional().meta({ description: 'Only chats with this label' }),
      unread: z.boolean().optional().meta({ description: 'true: only chats with unread messages' }),
      archived: z.boolean().default(false).meta({ description: 'true: archived chats instead of the others' }),
      ...page,
    }),
    output: schema.pageOf(schema.chat),
    command: 'chats',
    tool: reads('list_chats'),
  }),
  getChat: define({
    method: 'GET',
    path: '/v1/chats/{instanceId}/{chatId}',
    summary: 'One chat',
    right: 'see',
    input: z.strictObject(chatPath),
    output: schema.chat,
    command: null,
    noCommand: 'messages shows the chat',
    tool: null,
  }),
  listMessages: define({
    method: 'GET',
    path: '/v1/chats/{instanceId}/{chatId}/messages',
    summary: 'Messages of a chat from the archive',
    description: 'Nothing is asked of the service, and nothing is marked as read.',
    right: 'see',
    input: z.strictObject({
      ...chatPath,
      order: z.enum(['newest', 'oldest']).default('newest').meta({ description: 'Which come first' }),
      ...page,
    }),
    output: schema.pageOf(schema.message),
    command: 'messages',
    tool: reads('read_chat'),
  }),
  getMessage: define({
    method: 'GET',
    path: '/v1/messages/{messageId}',
    summary: 'One message, at once or when its status is reached',
    right: 'see',
    input: z.strictObject({
      messageId: schema.messageId,
      wait: z.int().min(0).max(30).default(0).meta({ description: 'Seconds to wait for the status' }),
      until: z
        .enum(['accepted', 'sent', 'delivered', 'read'])
        .default('accepted')
        .meta({ description: 'The status to wait for. A final failure ends the wait too.' }),
    }),
    output: schema.message,
    command: 'message',
    tool: reads('get_message'),
  }),
  searchMessages: define({
    method: 'GET',
    path: '/v1/search',
    summary: 'Messages with words in them, the newest first',
    right: 'see',
    input: z.strictObject({
      text: z.string().min(1).max(200),
      instanceId: schema.instanceId.optional(),
      chatId: schema.chatId.optional().meta({ description: 'Of the instance that instanceId names' }),
      limit: z.int().min(1).max(200).default(50),
      cursor: schema.cursor.optional(),
    }),
    output: schema.pageOf(schema.searchHit),
    command: 'search',
    tool: reads('search_messages'),
  }),
  listWaiting: define({
    method: 'GET',
    path: '/v1/waiting',
    summary: 'Chats that wait for an answer, whose answer is due first before others',
    right: 'see',
    input: z.strictObject({ instanceId: schema.instanceId.optional(), ...page }),
    output: schema.pageOf(schema.waitingChat),
    command: 'waiting',
    tool: reads('list_waiting'),
  }),
  getMedia: define({
    method: 'GET',
    path: '/v1/media/{ref}',
    summary: 'The bytes of a file that is on this computer',
    right: 'see',
    input: z.strictObject({ ref: z.string().regex(/^[0-9a-zA-Z._-]{1,128}$/) }),
    output: z.unknown(),
    form: 'file',
    command: null,
    noCommand: 'message names the file; the window saves it',
    tool: null,
  }),
  getSubscription: define({
    method: 'GET',
    path: '/v1/subscription',
    summary: 'How far the program has read the events',
    right: 'see',
    input: nothing,
    output: schema.subscription,
    command: 'subscription',
    tool: null,
  }),
  pauseSubscription: define({
    method: 'POST',
    path: '/v1/subscription/pause',
    summary: 'No events, until it is resumed',
    right: 'administer',
    input: nothing,
    output: done,
    command: 'subscription pause',
    tool: null,
  }),
  resumeSubscription: define({
    method: 'POST',
    path: '/v1/subscription/resume',
    summary: 'Events again; a failing endpoint is tried at once',
    right: 'administer',
    input: nothing,
    output: done,
    command: 'subscription resume',
    tool: null,
  }),
  seekSubscription: define({
    method: 'POST',
    path: '/v1/subscription/seek',
    summary: 'Read on with events received from a time on, or from now on',
    right: 'administer',
    input: z.strictObject({
      from: z.iso.datetime().optional().meta({ description: 'RFC 3339, in UTC; absent: now' }),
    }),
    output: z.object({ events: z.int() }),
    command: 'subscription seek',
    tool: null,
  }),
  listDeadLetters: define({
    method: 'GET',
    path: '/v1/dead-letters',
    summary: 'Events that were given up and wait for a person, at most 100',
    right: 'see',
    input: nothing,
    output: z.object({ items: z.array(schema.deadLetter) }),
    command: 'dead-letters list',
    tool: null,
  }),
  retryDeadLetter: define({
    method: 'POST',
    path: '/v1/dead-letters/{id}/retry',
    summary: 'Deliver it once more',
    right: 'administer',
    input: z.strictObject({ id: schema.messageId }),
    output: done,
    command: 'dead-letters retry',
    tool: null,
  }),
  skipDeadLetter: define({
    method: 'POST',
    path: '/v1/dead-letters/{id}/skip',
    summary: 'Let it go',
    right: 'administer',
    input: z.strictObject({ id: schema.messageId }),
    output: done,
    command: 'dead-letters skip',
    tool: null,
  }),
  readEvents: define({
    method: 'GET',
    path: '/v1/events',
    summary: 'The next events, as lines of JSON, at once or when some come',
    right: 'see',
    input: z.strictObject({
      after: z.string().max(32).optional().meta({ description: 'A position: everything up to it is acknowledged' }),
      limit: z.int().min(1).max(1000).default(100),
      wait: z.int().min(0).max(60).default(0).meta({ description: 'Seconds to wait for the first one' }),
    }),
    output: schema.eventLine,
    form: 'lines',
    command: 'tail',
    tool: null,
  }),
  streamEvents: define({
    method: 'GET',
    path: '/v1/events/stream',
    summary: 'Events as server-sent events; Last-Event-ID continues',
    right: 'see',
    input: nothing,
    output: schema.eventLine,
    form: 'stream',
    command: null,
    noCommand: 'listen and tail read /v1/events',
    tool: null,
  }),
  acknowledgeEvents: define({
    method: 'POST',
    path: '/v1/events/ack',
    summary: 'Everything up to a position is read',
    right: 'see',
    input: z.strictObject({ position: z.string().min(1).max(32) }),
    output: z.object({ position: z.string() }),
    command: null,
    noCommand: 'tail and listen acknowledge what they print',
    tool: null,
  }),
} as const satisfies Readonly<Record<string, Operation>>

export type OperationId = keyof typeof operations
export type OperationInput<Id extends OperationId> = z.output<(typeof operations)[Id]['input']>
export type OperationOutput<Id extends OperationId> = z.output<(typeof operations)[Id]['output']>

export const operationIds = Object.keys(operations) as OperationId[]
