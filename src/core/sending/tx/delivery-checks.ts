import type { ChatKey, InstanceKey, MessageKey } from '../../../contract/ids.ts'
import { noWaitReason, waitReasonColumns } from '../../messages/outbox/rules/wait-reason.ts'
import { observe } from '../../messages/statuses/tx/observe.ts'
import { longestGapMs } from '../../messages/statuses/rules/refresh-schedule.ts'
import { refreshStatus } from '../../messages/statuses/tx/refresh-status.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'
import { findChat } from '../../messages/archive/tx/chat-of.ts'
import { findByText, isColleagues } from '../../messages/outbox/tx/match-record.ts'
import {
  clockOffset,
  countCheck,
  findOutbox,
  outboxByReply,
  updateOutbox,
} from '../../messages/outbox/tx/outbox-row.ts'
import { serviceRetentionMs, setQueuePositions } from '../../messages/outbox/tx/wait-reasons.ts'
import { acceptAs, isAnothers } from './record-outcome.ts'
import { nextUncertainCheck } from '../rules/uncertainty-schedule.ts'

/** A message to poll. Times are epoch ms. */
export interface DueCheck {
  readonly message: MessageKey
  readonly chat: ChatKey
  readonly chatId: string
  readonly kind: 'uncertain' | 'status'
  /** When it was sent: the look-back must cover it. */
  readonly since: number
  /** Its day is over: after this look it is followed no longer. */
  readonly last: boolean
  /** Shown as accepted or pending: it may wait in the service's queue. */
  readonly mayWait: boolean
}

export interface DueChecks {
  /** When this was read, epoch ms. */
  readonly at: number
  readonly due: readonly DueCheck[]
  /** When something else falls due, epoch ms; null for never. */
  readonly nextAt: number | null
}

/** Most messages of one poll; the next poll covers the rest. */
const checksPerRound = 500

/** Checks that are due, and those with a time later than any schedule sets, because the clock was set back. */
export function dueChecks(tx: ReadTx, input: { readonly instance: InstanceKey }): DueChecks {
  const { instance } = input
  const offset = clockOffset(tx, instance)
  const dueBetween = (from: number, to: number) =>
    tx.all<{
      message: MessageKey
      chat: ChatKey
      chat_id: string
      state: string
      since: number | null
      accepted_at: number | null
      status: string | null
    }>(
      `select o.message, o.chat, c.chat_id, o.state, coalesce(o.ended_at, o.sent_at) - :offset as since,
         coalesce(o.ended_at - :offset, o.accepted_at) as accepted_at, m.status
       from outbox o join chat c on c.key = o.chat join message m on m.key = o.message
       where o.instance = :instance and o.next_check_at between :from and :to and o.state in ('accepted', 'uncertain')
       order by o.next_check_at limit ${checksPerRound}`,
      { instance, offset, from, to },
    )
  const setBack = dueBetween(tx.now + longestGapMs + 1, Number.MAX_SAFE_INTEGER)
  const rows = [...dueBetween(0, tx.now), ...setBack].slice(0, checksPerRound)
  const next = tx.get<{ at: number | null }>(
    `select min(next_check_at) as at from outbox where instance = ? and next_check_at > ?`,
    [instance, tx.now],
  )
  return {
    at: tx.now,
    due: rows.map((row) => ({
      message: row.message,
      chat: row.chat,
      chatId: row.chat_id,
      kind: row.state === 'uncertain' ? 'uncertain' : 'status',
      since: row.since ?? row.accepted_at ?? tx.now,
      // oxlint-disable-next-line clocks/monotonic -- a stored time; where the clock is ahead, one call more
      last: row.accepted_at !== null && tx.now >= row.accepted_at + serviceRetentionMs,
      mayWait: row.status === 'accepted' || row.status === 'pending',
    })),
    nextAt: next?.at ?? null,
  }
}

/** Which of these are still open as they were. */
export function stillUncertain(tx: ReadTx, input: { readonly messages: readonly MessageKey[] }): readonly MessageKey[] {
  return input.messages.filter((message) => findOutbox(tx, message)?.state === 'uncertain')
}

/** The result of one poll. */
interface Checked {
  readonly instance: InstanceKey
  /** When it began, epoch ms: a day that ended since then was not asked for in its chat. */
  readonly at: number
  /** The poll covered all followed messages that the service accepted at or after this time, epoch ms. */
  readonly since: number
  /** Uncertain messages that it covered too. */
  readonly uncertain: readonly MessageKey[]
  /** Messages that the service's own queue showed; null: it was not given, or not all of it. */
  readonly inQueue: readonly MessageKey[] | null
}

/**
 * Stores the result of a poll and the time of the next one. A message that waited in the service's queue for a whole
 * day, by the service's clock, has expired, unless the same poll found it there or gave no answer.
 */
export function recordChecks(tx: Tx, input: Checked): void {
  const { instance } = input
  const inQueue = input.inQueue && new Set(input.inQueue)
  const offset = clockOffset(tx, instance)
  const rows = tx.all<{ message: MessageKey; accepted_at: number; status: string | null; wait_kind: string | null }>(
    `select o.message, coalesce(o.ended_at - :offset, o.accepted_at) as accepted_at, o.wait_kind, m.status
     from outbox o indexed by outbox_check join message m on m.key = o.message
     where o.instance = :instance and o.next_check_at is not null and o.state = 'accepted'
       and coalesce(o.ended_at - :offset, o.accepted_at) >= :since`,
    { instance, offset, since: input.since },
  )
  for (const row of rows) {
    countCheck(tx, row.message)
    const waitedMs = input.at - row.accepted_at
    if (waitedMs < serviceRetentionMs || !waitedToTheEnd(tx, row)) refreshStatus(tx, row.message)
    else if (inQueue === null ? waitedMs < 2 * serviceRetentionMs : inQueue.has(row.message))
      updateOutbox(tx, row.message, { next_check_at: tx.now + longestGapMs })
    else expire(tx, row.message)
  }
  for (const message of input.uncertain) {
    const row = findOutbox(tx, message)
    if (row === null || row.state !== 'uncertain') continue
    const since = row.endedAt === null ? row.answeredAt : row.endedAt - offset
    countCheck(tx, message)
    updateOutbox(tx, message, { next_check_at: nextUncertainCheck(since ?? tx.now, tx.now) })
  }
}

/**
 * Said only on evidence that it was still waiting: the service called it pending, or it was held or in the queue; and
 * it never appeared in the chat, nor did a notification speak of it.
 */
function waitedToTheEnd(
  tx: Tx,
  row: { readonly message: MessageKey; readonly status: string | null; readonly wait_kind: string | null },
): boolean {
  if (row.status !== 'accepted' && row.status !== 'pending') return false
  const appeared = tx.get(
    `select 1 from observation where message = ? and source in ('getChatHistory', 'notification', 'getMessage') limit 1`,
    [row.message],
  )
  return appeared === undefined && (row.status === 'pending' || row.wait_kind !== null)
}

function expire(tx: Tx, message: MessageKey): void {
  updateOutbox(tx, message, { state: 'expired', next_check_at: null, ...noWaitReason })
  observe(tx, message, { source: 'app', raw: 'expired', serviceAt: null, seenAt: tx.now })
  refreshStatus(tx, message)
}

/** An item of showMessagesQueue, in its order (service 10.2). */
export interface QueueItem {
  readonly id: string
  readonly chatId: string
  /** The request's signature (messages/content/rules/signature.ts). */
  readonly signature: string
  /** Of a file, the link that it was asked to send. */
  readonly link?: string
}

/**
 * Learns from the service's own queue which of our messages wait in it and where, and which uncertain ones did arrive.
 * Gives our message behind each item, null if there is none.
 */
export function learnQueue(
  tx: Tx,
  input: {
    readonly instance: InstanceKey
    /** null: the service does not show it; among them null: no message of ours, whatever its id. */
    readonly items: readonly (QueueItem | null)[] | null
    readonly intervalMs: number | null
  },
): readonly (MessageKey | null)[] {
  const { instance, items, intervalMs } = input
  const positions = new Map<MessageKey, number>()
  const messages = (items ?? []).map((item, index) => {
    const message = item && ownMessage(tx, instance, item, positions)
    if (message !== null) positions.set(message, index + 1)
    return message
  })
  setQueuePositions(tx, { instance, positions: items === null ? null : positions, intervalMs })
  return messages
}

/**
 * The service's queue was cleared: our messages in it are marked as removed. Messages seen as sent before are not
 * changed; a later observation corrects a wrong mark. Returns their number.
 */
export function recordCleared(
  tx: Tx,
  input: { readonly instance: InstanceKey; readonly messages: readonly MessageKey[] },
): number {
  const cleared = input.messages.filter((message) =>
    tx.get(
      `select 1 from outbox o join message m on m.key = o.message
       where o.message = ? and o.state = 'accepted' and m.status in ('accepted', 'pending')`,
      [message],
    ),
  )
  for (const message of cleared) {
    expire(tx, message)
    updateOutbox(tx, message, waitReasonColumns({ kind: 'cleared' }))
  }
  return cleared.length
}

function ownMessage(
  tx: Tx,
  instance: InstanceKey,
  item: QueueItem,
  placed: ReadonlyMap<MessageKey, number>,
): MessageKey | null {
  const chat = findChat(tx, instance, item.chatId)?.chat
  if (chat === undefined) return null
  const known =
    outboxByReply(tx, chat, item.id)?.message ??
    tx.get<{ key: MessageKey }>(
      `select key from message where chat = ? and id_message = ? and direction = 'outgoing'`,
      [chat, item.id],
    )?.key
  if (known !== undefined) return known
  if (isColleagues(tx, instance, item.id)) return null
  const file = item.link === undefined ? {} : { file: { url: item.link, name: '', asAsked: true } }
  const shown = { signature: item.signature, ...file, acceptedAt: null, actionAt: null, sentByApi: true }
  // Of equal texts first one that has no id of its own: the ids of the queue are those of the replies.
  const row =
    findByText(tx, instance, chat, shown, ({ message, replyId }) => replyId === null && !placed.has(message)) ??
    findByText(tx, instance, chat, shown, ({ message }) => !placed.has(message))
  if (row === null) return null
  const isOpen = row.state === 'uncertain' || row.state === 'dismissed'
  if (isOpen && !isAnothers(tx, row, item.id)) acceptAs(tx, row, item.id, 'showMessagesQueue')
  return row.message
}
