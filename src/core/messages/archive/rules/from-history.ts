import { callRecord } from '../../../../api/schema/call-record.ts'
import { readAs } from '../../../../api/schema/lenient.ts'
import type { PollMessageData } from '../../../../api/schema/message-parts.ts'
import type { MessageRecord } from '../../../../api/schema/message.ts'
import { forwardedScore } from '../../content/rules/forwarded-score.ts'
import { parseContent } from '../../content/rules/parse-content.ts'
import { partsOfRecord } from '../../content/rules/content-parts.ts'
import { fromCallRecord, isCallSource } from './from-call.ts'
import { editedStamp } from './merge.ts'
import { serviceTime, tieOf, type Position } from './position.ts'
import type { OrderFacts } from './order-within-second.ts'
import type { ArchiveItem, RecordSender, RecordSource, StoredVote } from './record.ts'
import { editableField, textOf } from '../../content/rules/content-kinds.ts'
import { firstVersion } from './text-versions.ts'

export interface RecordContext {
  readonly source: Exclude<RecordSource, 'notification' | 'echo'>
  /** The requested chat; null for journals, whose records name their chats. */
  readonly chatId: string | null
  /** Time of the answer, epoch ms. */
  readonly seenAt: number
  /**
   * The same by the service's clock: what the record says is compared with edits, which have times of the service.
   * Absent: the clocks agree.
   */
  readonly readAt?: number | undefined
  /** The record as text of JSON. */
  readonly raw: string
  /** Its place in its second, where a list showed one (order-within-second.ts). */
  readonly listOrder?: number | null | undefined
}

/**
 * Converts a record of getChatHistory, getMessage, lastOutgoingMessages or lastIncomingMessages (service 2.2 and 2.5).
 * No items if its chat is unknown. The flags that are "temporarily not working" only ever add. Live journals show an
 * edit or deletion as a record of its own, whose id the changed message names.
 */
export function fromHistory(record: MessageRecord, context: RecordContext): readonly ArchiveItem[] {
  const { source, seenAt, readAt = seenAt, listOrder = null } = context
  const order = { queue: null, list: listOrder }
  const chatId = record.chatId ?? context.chatId
  if (chatId === null || chatId === '') return []
  const { idMessage } = record
  const time = serviceTime(record.timestamp)
  const at = time ?? seenAt
  const deletedId = record.deletedMessageId ?? ''
  const editedId = record.editedMessageId ?? ''
  const parts = partsOfRecord(record)

  if (isCallSource(source) || parts.typeMessage === 'incomingCall' || parts.typeMessage === 'outgoingCall') {
    const call = readAs(callRecord, { ...record, chatId })
    const item = call === undefined ? null : fromCallRecord(call, { source, seenAt, raw: context.raw })
    return item === null ? [] : [item]
  }

  switch (parts.typeMessage) {
    case 'deletedMessage': {
      const targetId = record.deletedMessageData?.stanzaId || deletedId || record.quotedMessage?.stanzaId
      const by = directionOf(record, source) === 'incoming' ? record.senderId || null : ''
      if (targetId) return [{ kind: 'deletion', chatId, targetId, at, by }, ...changeEvent(chatId, idMessage, targetId)]
      break
    }
    case 'editedMessage': {
      const edit = record.editedMessageData
      const targetId = edit?.stanzaId || editedId || record.quotedMessage?.stanzaId
      if (!targetId) break
      const text = edit?.textMessage || edit?.caption || parts.text || (record.caption ?? '')
      return [
        { kind: 'edit', chatId, targetId, text, at, tie: eventTie(idMessage, at), order, source },
        ...changeEvent(chatId, idMessage, targetId),
      ]
    }
    case 'pollUpdateMessage': {
      const incoming = directionOf(record, source) === 'incoming'
      const voter = incoming ? { ...senderOf(record), id: record.senderId || chatId } : null
      return voteItems(parts.poll, { chatId, idMessage, voter, at, order })
    }
  }

  const direction = directionOf(record, source)
  const { content, quotedId, quote, thumbnails } = parseContent(parts)
  const edited = record.isEdited === true || editedId === idMessage
  const field = editableField(content)
  const items: ArchiveItem[] = [
    {
      kind: 'message',
      record: {
        idMessage,
        chatId,
        facts: {
          direction,
          position: positionOf(source, time, seenAt),
          order,
          actionAt: source === 'lastOutgoingMessages' ? time : null,
          typeMessage: parts.typeMessage,
          content,
          quotedId,
          quote,
          senderId: direction === 'incoming' ? (record.senderId ?? '') : '',
          senderName: direction === 'incoming' ? (record.senderName ?? '') : '',
          sentByApi: direction === 'outgoing' ? (record.sendByApi ?? null) : null,
          forwardedScore: forwardedScore(parts),
          edited,
          deleted: record.isDeleted === true || deletedId === idMessage,
          seenAt,
          raw: { text: context.raw, source, at: seenAt },
          asOf: readAt,
          stamps:
            edited && field !== null && textOf(content) !== '' ? { [`content.${field}`]: readAt + editedStamp } : {},
          texts: firstVersion(content, readAt, source),
          reported: null,
        },
        sender: direction === 'incoming' ? senderOf(record) : null,
        thumbnails,
        status: direction === 'outgoing' ? (record.statusMessage ?? null) : null,
        statusAt: source === 'lastOutgoingMessages' ? time : null,
        source,
      },
    },
  ]
  // In a flagged message these ids name the records of its edit or deletion; without a flag, they name the deleted
  // message.
  if (record.isDeleted === true) items.push(...changeEvent(chatId, deletedId, idMessage))
  else if (deletedId !== '' && deletedId !== idMessage)
    items.push({ kind: 'deletion', chatId, targetId: deletedId, at })
  if (record.isEdited === true) items.push(...changeEvent(chatId, editedId, idMessage))
  // The service does not bring a poll's own record up to date (service 10.5): the record adds voters and removes no
  // choice.
  if (
    parts.typeMessage === 'pollMessage' &&
    parts.poll?.votes?.some(({ optionVoters = [] }) => optionVoters.length > 0)
  ) {
    const votes = storedVotes(parts.poll.votes)
    items.push({
      kind: 'votes',
      chatId,
      targetId: idMessage,
      voter: null,
      votes,
      at: seenAt,
      tie: eventTie(idMessage, seenAt),
    })
  }
  return items
}

function positionOf(source: RecordContext['source'], time: number | null, seenAt: number): Position {
  if (time === null) return { at: seenAt, source: 'seen' }
  // Never a message's place (architecture 5): the time of its latest action.
  return { at: time, source: source === 'lastOutgoingMessages' ? 'action' : 'accepted' }
}

function directionOf(record: MessageRecord, source: RecordSource): 'incoming' | 'outgoing' {
  if (record.type === 'outgoing' || record.type === 'incoming') return record.type
  if (source === 'lastOutgoingMessages') return 'outgoing'
  if (source === 'lastIncomingMessages' || record.senderId !== undefined) return 'incoming'
  return record.statusMessage !== undefined || record.sendByApi !== undefined ? 'outgoing' : 'incoming'
}

const senderOf = (record: MessageRecord) => ({
  id: record.senderId ?? '',
  name: record.senderName ?? '',
  contactName: record.senderContactName ?? '',
  phone: '',
})

/** The record with this id is an edit or deletion of `targetId`, no message of its own; none where both have one id. */
export const changeEvent = (chatId: string, idMessage: string, targetId: string): readonly ArchiveItem[] =>
  idMessage === '' || idMessage === targetId ? [] : [{ kind: 'changeEvent', chatId, idMessage }]

/** Edits and votes may have the id of their target, so their time distinguishes them. */
export const eventTie = (idMessage: string, at: number): string => `${tieOf(idMessage)}:${at}`

/**
 * An update of a poll (service 10.5), never a message of its own. It speaks of one person, and names the poll by its id
 * or, in some journals, by the question alone.
 */
export function voteItems(
  poll: PollMessageData | undefined,
  update: {
    readonly chatId: string
    readonly idMessage: string
    /** Null for the account itself. */
    readonly voter: RecordSender | null
    readonly at: number
    readonly order: OrderFacts
  },
): readonly ArchiveItem[] {
  const { chatId, idMessage, voter, at, order } = update
  const targetId = poll?.stanzaId ?? ''
  const event = changeEvent(chatId, idMessage, targetId)
  if (targetId === '' && !poll?.name?.trim()) return event
  const question = poll?.name ?? ''
  const votes = storedVotes(poll?.votes ?? [])
  const item = {
    kind: 'votes',
    chatId,
    targetId,
    question,
    voter: voter?.id ?? '',
    votes,
    at,
    tie: eventTie(idMessage, at),
    order,
  } as const
  const person: readonly ArchiveItem[] = voter === null ? [] : [{ kind: 'person', chatId, sender: voter, at }]
  return [...person, item, ...event]
}

const storedVotes = (
  votes: readonly { readonly optionName: string; readonly optionVoters?: readonly string[] | undefined }[],
): readonly StoredVote[] => votes.map(({ optionName, optionVoters = [] }) => ({ optionName, optionVoters }))
