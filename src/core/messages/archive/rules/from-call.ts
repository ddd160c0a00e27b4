import type { CallRecord } from '../../../../api/schema/call-record.ts'
import { callerOf, type CallNotification } from '../../../../api/schema/notification.ts'
import { callOf } from '../../content/rules/call.ts'
import type { StoredContent } from '../../content/rules/stored-content.ts'
import { serviceTime } from './position.ts'
import type { ArchiveItem, RecordSource } from './record.ts'

type StoredCall = Extract<StoredContent, { kind: 'call' }>

/** The journals of calls. */
export type CallSource = Extract<RecordSource, 'lastIncomingCalls' | 'lastOutgoingCalls'>

export const isCallSource = (source: RecordSource): source is CallSource =>
  source === 'lastIncomingCalls' || source === 'lastOutgoingCalls'

interface FoundCall {
  readonly direction: 'incoming' | 'outgoing'
  readonly chatId: string
  readonly idMessage: string
  readonly typeMessage: string
  /** Where it stands, and of when its fields are, epoch ms; null: unknown. */
  readonly at: number | null
  readonly asOf: number | null
  readonly content: StoredCall
  readonly seenAt: number
  readonly raw: string
  readonly source: RecordSource
  readonly queueOrder: number | null
}

/**
 * incomingCall and outgoingCall (service 10.9). Both notifications of a call have its id, so they are one row; an offer
 * says nothing of the end, and never replaces what is known of it.
 */
export function fromCallNotification(
  direction: 'incoming' | 'outgoing',
  body: CallNotification,
  {
    own,
    ...context
  }: {
    readonly seenAt: number
    readonly raw: string
    readonly queueOrder?: number
    readonly own?: readonly (string | null)[]
  },
): ArchiveItem {
  const at = serviceTime(body.timestamp)
  return callItem({
    direction,
    chatId: callerOf(direction, body, own),
    idMessage: body.idMessage,
    typeMessage: body.typeWebhook,
    at,
    asOf: at,
    content: callOf(direction, body),
    source: 'notification',
    ...context,
    queueOrder: context.queueOrder ?? null,
  })
}

/** A record of the journals of calls; null where nothing says whose call it was. Its time is the call's end. */
export function fromCallRecord(
  record: CallRecord,
  { source, seenAt, raw }: { readonly source: RecordSource; readonly seenAt: number; readonly raw: string },
): ArchiveItem | null {
  const isOutgoing = isCallSource(source)
    ? source === 'lastOutgoingCalls'
    : record.typeMessage === 'outgoingCall' || record.type === 'outgoing'
  const direction = isOutgoing ? 'outgoing' : 'incoming'
  const { chatId, idMessage } = record
  if (chatId === undefined || chatId === '') return null
  const endedAt = serviceTime(record.timestamp)
  const content = callOf(direction, record)
  return callItem({
    ...{ direction, chatId, idMessage, typeMessage: isOutgoing ? 'outgoingCall' : 'incomingCall' },
    at: endedAt === null ? null : endedAt - (content.duration ?? 0) * 1000,
    asOf: endedAt,
    content: { ...content, endedAt },
    ...{ seenAt, raw, source, queueOrder: null },
  })
}

function callItem(found: FoundCall): ArchiveItem {
  const { direction, chatId, idMessage, at, asOf, content, seenAt, raw, source, queueOrder } = found
  const incoming = direction === 'incoming'
  return {
    kind: 'message',
    record: {
      idMessage,
      chatId,
      facts: {
        direction,
        position: at === null ? { at: seenAt, source: 'seen' } : { at, source: 'accepted' },
        order: { queue: queueOrder, list: null },
        actionAt: null,
        typeMessage: found.typeMessage,
        content,
        quotedId: '',
        quote: null,
        senderId: incoming ? chatId : '',
        senderName: '',
        sentByApi: incoming ? null : false,
        forwardedScore: null,
        edited: false,
        deleted: false,
        seenAt,
        raw: { text: raw, source, at: seenAt },
        asOf: asOf ?? seenAt,
        stamps: {},
        texts: [],
        reported: null,
      },
      sender: incoming ? { id: chatId, name: '', contactName: '', phone: '' } : null,
      thumbnails: [],
      status: null,
      statusAt: null,
      source,
    },
  }
}
