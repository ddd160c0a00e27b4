import { z } from 'zod'
import type { Json } from '../json.ts'
import { count, flag, id, lenient, lenientList, number, text } from './lenient.ts'
import { messageData } from './message-data.ts'

const instanceData = z.looseObject({ idInstance: lenient(id), wid: lenient(text), typeInstance: lenient(text) })

/** Every kind of notification has these (service 6). `timestamp` is UNIX seconds and may be missing. */
const common = { typeWebhook: text, instanceData: lenient(instanceData), timestamp: lenient(number) }

/** The writer of a message and its chat (service 6 and 10.1). */
const senderData = z.looseObject({
  chatId: id,
  chatName: lenient(text),
  /** user, group, channel, bot. */
  chatType: lenient(text),
  sender: lenient(id),
  senderType: lenient(text),
  senderName: lenient(text),
  senderContactName: lenient(text),
  /** '0' when hidden. */
  senderPhoneNumber: lenient(text),
})

const messageNotification = z.looseObject({
  ...common,
  idMessage: id,
  senderData,
  messageData: messageData.catch({}).default({}),
})

/** outgoingMessageStatus: chatId is at the top level (service 10.4); those of failed sends may have none. */
const statusNotification = z.looseObject({
  ...common,
  chatId: lenient(id),
  idMessage: id,
  status: text,
  description: lenient(text),
  sendByApi: lenient(flag),
})

/**
 * incomingCall and outgoingCall (service 10.9). Two notifications of one call have one id: an offer, and its end.
 * `duration` is in seconds.
 */
const callNotification = z.looseObject({
  ...common,
  idMessage: id,
  from: lenient(id),
  /** Not documented; journals of calls have it. */
  chatId: lenient(id),
  status: lenient(text),
  isVideo: lenient(flag),
  duration: lenient(count),
  participants: lenientList(z.looseObject({ id: lenient(id), status: lenient(text) })),
})

const stateNotification = z.looseObject({ ...common, stateInstance: text })

export const quotaNotification = z.looseObject({
  ...common,
  quotaData: z.looseObject({
    method: lenient(text),
    used: lenient(count),
    total: lenient(count),
    status: lenient(text),
    description: lenient(text),
  }),
})

const otherNotification = z.looseObject(common)

/**
 * The envelope of receiveNotification (service 2.9). The body is parsed separately: a broken one must not cost the
 * receipt.
 */
export const notificationEnvelope = z.looseObject({ receiptId: id, body: z.unknown().optional() })

export type MessageNotification = z.output<typeof messageNotification>
export type StatusNotification = z.output<typeof statusNotification>
export type CallNotification = z.output<typeof callNotification>
type StateNotification = z.output<typeof stateNotification>
type QuotaNotification = z.output<typeof quotaNotification>
type OtherNotification = z.output<typeof otherNotification>

/** `phone`: written in the messenger itself; `api`: the echo of an API send. */
export type MessageOrigin = 'incoming' | 'phone' | 'api'

/**
 * A notification's body as a union; `unreadable` is quarantined and deleted, `other` is stored in the journal, shown
 * raw, and deleted.
 */
export type NotificationBody =
  | { readonly kind: 'message'; readonly origin: MessageOrigin; readonly body: MessageNotification }
  | { readonly kind: 'status'; readonly body: StatusNotification }
  | { readonly kind: 'call'; readonly direction: 'incoming' | 'outgoing'; readonly body: CallNotification }
  | { readonly kind: 'state'; readonly body: StateNotification }
  | { readonly kind: 'quota'; readonly body: QuotaNotification }
  | { readonly kind: 'other'; readonly body: OtherNotification }
  | { readonly kind: 'unreadable'; readonly typeWebhook?: string | undefined; readonly reason: string }

const messageOrigins: ReadonlyMap<string, MessageOrigin> = new Map([
  ['incomingMessageReceived', 'incoming'],
  ['outgoingMessageReceived', 'phone'],
  ['outgoingAPIMessageReceived', 'api'],
])

/**
 * Reads a body of any kind; never throws. Unknown kinds are `other`, known kinds without their keys are `unreadable`.
 */
export function readNotificationBody(raw: Json | undefined): NotificationBody {
  try {
    return readBody(raw)
  } catch {
    // See readAs in lenient.ts: a check of zod's may throw.
    return { kind: 'unreadable', reason: 'unreadable: body' }
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Some examples of the documentation have the parts of a message beside messageData, or in its place (service 10.5).
 */
function withParts(raw: Json | undefined): unknown {
  if (!isObject(raw)) return raw
  const {
    messageData,
    typeWebhook: _w,
    instanceData: _i,
    senderData: _s,
    timestamp: _t,
    idMessage: _m,
    ...beside
  } = raw
  const { quotedMessage } = beside
  if (!isObject(messageData)) return Object.hasOwn(beside, 'typeMessage') ? { ...raw, messageData: beside } : raw
  return quotedMessage === undefined ? raw : { ...raw, messageData: { quotedMessage, ...messageData } }
}

function readBody(raw: Json | undefined): NotificationBody {
  const other = otherNotification.safeParse(raw)
  if (!other.success) return unreadable(undefined, other.error)
  const { typeWebhook } = other.data
  const origin = messageOrigins.get(typeWebhook)
  if (origin !== undefined) {
    const parsed = messageNotification.safeParse(withParts(raw))
    return parsed.success ? { kind: 'message', origin, body: parsed.data } : unreadable(typeWebhook, parsed.error)
  }
  switch (typeWebhook) {
    case 'outgoingMessageStatus': {
      const parsed = statusNotification.safeParse(raw)
      return parsed.success ? { kind: 'status', body: parsed.data } : unreadable(typeWebhook, parsed.error)
    }
    case 'stateInstanceChanged': {
      const parsed = stateNotification.safeParse(raw)
      return parsed.success ? { kind: 'state', body: parsed.data } : unreadable(typeWebhook, parsed.error)
    }
    case 'incomingCall':
    case 'outgoingCall': {
      const parsed = callNotification.safeParse(raw)
      const direction = typeWebhook === 'incomingCall' ? 'incoming' : 'outgoing'
      // A call without an id or a caller is no row of a chat.
      return parsed.success && callerOf(direction, parsed.data) !== ''
        ? { kind: 'call', direction, body: parsed.data }
        : { kind: 'other', body: other.data }
    }
    case 'quotaExceeded': {
      const parsed = quotaNotification.safeParse(raw)
      return parsed.success ? { kind: 'quota', body: parsed.data } : unreadable(typeWebhook, parsed.error)
    }
    default: {
      // The vendor's collection has the same quotaData under incomingBlock too (service 10.4).
      const quota = 'quotaData' in other.data ? quotaNotification.safeParse(raw) : null
      return quota?.success === true ? { kind: 'quota', body: quota.data } : { kind: 'other', body: other.data }
    }
  }
}

const bareId = (value: string): string => value.replace(/@(?:c\.us|s\.whatsapp\.net)$/u, '')

/**
 * The chat of a call. Of an outgoing one the documentation names the called chat in `from`, and an example the own
 * number: then the one participant is meant. '' where nothing says it.
 * @param own ids of the account, as far as they are known besides those of the notification
 */
export function callerOf(
  direction: 'incoming' | 'outgoing',
  { chatId = '', from = chatId, participants = [], instanceData }: CallNotification,
  own: readonly (string | null)[] = [],
): string {
  const isOwn = direction === 'outgoing' && [instanceData?.wid, ...own].some((id) => bareId(id ?? '') === bareId(from))
  const called = participants.length === 1 ? (participants[0]?.id ?? '') : ''
  return isOwn || from === '' ? called : from
}

/** Names the invalid fields, never their values. */
function unreadable(typeWebhook: string | undefined, error: z.ZodError): NotificationBody {
  const fields = [...new Set(error.issues.map((issue) => issue.path.join('.') || 'body'))]
  return { kind: 'unreadable', typeWebhook, reason: `unreadable: ${fields.join(', ')}` }
}
