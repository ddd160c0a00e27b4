import { hideOrderToken } from '../../../api/redact.ts'
import { firstUnread } from '../../messages/archive/tx/chat-summary.ts'
import { ContractError } from '../../../contract/errors.ts'
import type { ChatKey, MessageKey, QuickReplyKey } from '../../../contract/ids.ts'
import type { Input } from '../../../contract/index.ts'
import type {
  ChatCompleteness,
  EarlierText,
  Message,
  MessageDetails,
  MessageWindow,
  MessageProgramDetails,
} from '../../../contract/messages.ts'
import type { StatusObservation } from '../../../contract/statuses.ts'
import { editsOf } from '../../messages/archive/tx/effects.ts'
import { readMessage } from '../../messages/archive/tx/message-row.ts'
import { readCompleteness } from '../../messages/archive/tx/read-completeness.ts'
import { editableText } from '../../messages/content/rules/stored-content.ts'
import { previousVersions } from '../../messages/archive/rules/text-versions.ts'
import type { TextVersion } from '../../messages/archive/rules/record.ts'
import { latencyTo } from '../../messages/statuses/rules/latency.ts'
import type { ReadTx, SqlValue } from '../../store/tx.ts'
import { messageSelect, namesOf, shownInChat, toMessages, type MessageColumns } from './message-rows.ts'

/** A place in a chat: (unsent, at, tie), as in the index `message_place`. */
interface PositionKey {
  readonly unsent: number
  readonly at: number
  readonly tie: string
}

type StoredWindow = Omit<MessageWindow, 'completeness'> & { readonly completeness: Omit<ChatCompleteness, 'loading'> }

const largest = 600

/** `limit + 1` rows at most, so that the caller sees whether there are more. */
function slice(
  tx: ReadTx,
  chat: ChatKey,
  way: 'older' | 'newer',
  from: PositionKey | null,
  inclusive: boolean,
  limit: number,
) {
  const [compare, order] = way === 'older' ? [inclusive ? '<=' : '<', 'desc'] : [inclusive ? '>=' : '>', 'asc']
  const at = from === null ? '' : `and (m.unsent, m.at, m.tie) ${compare} (?, ?, ?)`
  const params: SqlValue[] = from === null ? [chat] : [chat, from.unsent, from.at, from.tie]
  return tx.all<MessageColumns>(
    `${messageSelect} where m.chat = ? ${at} and ${shownInChat}
     order by m.unsent ${order}, m.at ${order}, m.tie ${order} limit ?`,
    [...params, limit + 1],
  )
}

const positionOf = (tx: ReadTx, chat: ChatKey, message: MessageKey | null): PositionKey | null =>
  tx.get<PositionKey>('select unsent, at, tie from message where key = ? and chat = ?', [message, chat]) ?? null

/** The first message that is unread (messages/archive/tx/chat-summary.ts). */
const unreadFrom = (tx: ReadTx, chat: ChatKey, { unread }: { readonly unread: number }): MessageKey | null =>
  unread === 0 ? null : (firstUnread(tx, chat)?.key ?? null)

/** The anchor of a window; null: the newest end. */
function resolve(tx: ReadTx, input: Input<'messages.window'>, chat: { readonly unread: number }): PositionKey | null {
  const { anchor } = input
  switch (anchor.kind) {
    case 'newest':
      return null
    case 'firstUnread':
      return positionOf(tx, input.chat, unreadFrom(tx, input.chat, chat))
    case 'message':
      return positionOf(tx, input.chat, anchor.message)
    case 'date':
      return { unsent: 0, at: anchor.at, tie: '' }
  }
}

export const messageReads = {
  'messages.window'(tx: ReadTx, input: Input<'messages.window'>): StoredWindow {
    const chat = tx.get<{ readonly unread: number }>('select unread from chat where key = ?', [input.chat])
    if (chat === undefined) throw new ContractError('notFound')
    const completeness = readCompleteness(tx, input.chat)
    const place = resolve(tx, input, chat)
    const before = Math.min(input.before, largest)
    const after = Math.min(input.after, largest - before)
    // Without a place the window ends at the newest message, as the one that follows it from then on.
    const older = slice(tx, input.chat, 'older', place, false, before)
    const newer = place === null ? [] : slice(tx, input.chat, 'newer', place, true, after)
    const hasOlder = older.length > before
    const hasNewer = newer.length > after
    if (hasOlder) older.pop()
    if (hasNewer) newer.pop()
    const rows = [...older.toReversed(), ...newer]
    const anchor = place === null ? rows.at(-1) : (newer[0] ?? rows.at(-1))
    return {
      chat: input.chat,
      rows: toMessages(tx, rows),
      hasOlder,
      olderAtService: !completeness.reachedStart && completeness.retainedFrom === null,
      hasNewer,
      anchor: anchor?.key ?? null,
      firstUnread: unreadFrom(tx, input.chat, chat),
      unread: chat.unread,
      completeness,
    }
  },

  'messages.find'(tx: ReadTx, input: Input<'messages.find'>): MessageKey | null {
    const found = tx.get<{ key: MessageKey }>(
      'select key from message where chat = ? and id_message = ? and hidden_at is null',
      [input.chat, input.idMessage],
    )
    return found?.key ?? null
  },

  'messages.details'(tx: ReadTx, input: Input<'messages.details'>): MessageDetails {
    const row = tx.get<MessageColumns>(`${messageSelect} where m.key = ?`, [input.message])
    const [message] = row === undefined ? [] : toMessages(tx, [row])
    if (message === undefined || row === undefined) throw new ContractError('notFound')
    const observations = tx
      .all<ObservationColumns>(
        'select source, raw, status, reason, text, service_at, seen_at from observation where message = ? order by key',
        [input.message],
      )
      .map(toObservation)
    const incoming = message.direction === 'incoming'
    const raw = tx.get<{ raw: string | null }>('select raw from message where key = ?', [input.message])?.raw ?? null
    return {
      message,
      senderId: incoming ? row.sender_id : '',
      senderName: incoming ? row.sender_name || namesOf(tx, row.instance, row.sender_id).name : '',
      observations,
      ...latencies(tx, input.message, observations),
      quickReply:
        tx.get<{ key: QuickReplyKey; name: string }>(
          'select q.key, q.name from outbox o join quick_reply q on q.key = o.quick_reply where o.message = ?',
          [input.message],
        ) ?? null,
      program:
        message.program === null ? null : (programDetails(tx, input.message) ?? { sendId: null, proposal: null }),
      raw: raw === null ? null : hideOrderToken(raw),
      previousVersions: readEarlierTexts(tx, message),
    }
  },
}

function readEarlierTexts(tx: ReadTx, { key, chat, idMessage }: Message): readonly EarlierText[] {
  const facts = readMessage(tx, key)?.facts
  if (facts === undefined) return []
  const edits = idMessage === null ? [] : editsOf(tx, chat, idMessage)
  const made = edits.filter(({ failed }) => failed === null)
  const versions: readonly (TextVersion & { readonly failed?: string | null })[] = [
    ...previousVersions(facts.texts, made, editableText(facts.content)),
    ...edits.filter(({ failed }) => failed !== null),
  ]
  return versions
    .toSorted((a, b) => a.at - b.at)
    .map(({ text, at, source, failed }) => ({
      text,
      at,
      source: source === 'echo' ? 'notification' : source,
      ...(typeof failed === 'string' ? { failed } : {}),
    }))
}

/** From acceptance, by this computer's clock: our own send's answer, else the service's accepted time corrected. */
function latencies(
  tx: ReadTx,
  message: MessageKey,
  observations: readonly StatusObservation[],
): Pick<MessageDetails, 'deliveredMs' | 'readMs'> {
  const base = tx.get<{ accepted_at: number | null; at: number; at_source: string; clock_offset_ms: number }>(
    `select o.accepted_at, m.at, m.at_source, i.clock_offset_ms from message m join instance i on i.key = m.instance
       left join outbox o on o.message = m.key where m.key = ? and m.direction = 'outgoing'`,
    [message],
  )
  const serviceAt = base?.at_source === 'accepted' ? base.at - base.clock_offset_ms : null
  const acceptedAt = base?.accepted_at ?? serviceAt
  if (base === undefined || acceptedAt === null) return { deliveredMs: null, readMs: null }
  return {
    deliveredMs: latencyTo('delivered', acceptedAt, observations, base.clock_offset_ms),
    readMs: latencyTo('read', acceptedAt, observations, base.clock_offset_ms),
  }
}

export interface ObservationColumns {
  readonly source: StatusObservation['source']
  readonly raw: string
  readonly status: StatusObservation['status']
  readonly reason: StatusObservation['reason'] | null
  readonly text: string | null
  readonly service_at: number | null
  readonly seen_at: number
}

export const toObservation = (row: ObservationColumns): StatusObservation => ({
  source: row.source,
  raw: row.raw,
  status: row.status,
  ...(row.reason ? { reason: row.reason } : {}),
  ...(row.text === null ? {} : { text: row.text }),
  serviceAt: row.service_at,
  seenAt: row.seen_at,
})

interface ProposalColumns {
  readonly sendId: string
  readonly text: string
  readonly reason: string
  readonly isEdited: number
  readonly proposedAt: number
  readonly approvedAt: number
}

const proposalSelect = `select p.send_id as sendId, p.text, p.reason, p.edited as isEdited, p.created_at as proposedAt,
    coalesce(p.closed_at, p.created_at) as approvedAt`

/**
 * A program's part in an own message: it sent it, or proposed the message that a person sent, here or at a colleague's
 * desk.
 */
function programDetails(tx: ReadTx, message: MessageKey): MessageProgramDetails | null {
  const sent = tx.get<{ sendId: string }>('select send_id as sendId from program_send where message = ?', [message])
  if (sent !== undefined) return { ...sent, proposal: null }
  const proposed =
    tx.get<ProposalColumns>(`${proposalSelect} from proposal p where p.message = ?`, [message]) ??
    tx.get<ProposalColumns>(
      `${proposalSelect} from message m
         cross join team_send s on s.instance = m.instance and s.id_message = m.id_message
         cross join proposal p on p.team_id = s.id and p.state = 'sent'
       where m.key = ?`,
      [message],
    )
  if (proposed === undefined) return null
  const { sendId, isEdited, ...proposal } = proposed
  return { sendId, proposal: { ...proposal, isEdited: isEdited === 1 } }
}
