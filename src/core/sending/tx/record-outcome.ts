import { absorbMessage } from '../../messages/archive/tx/absorb-message.ts'
import { leaveServiceArchive } from '../../messages/archive/tx/chat-row.ts'
import { announceMoved } from '../../messages/archive/tx/chat-summary.ts'
import { inSavepoint } from '../../messages/archive/tx/in-savepoint.ts'
import { keepLaneOrder } from '../../messages/outbox/tx/keep-lane-order.ts'
import { findMessage, giveId, takeSentPosition } from '../../messages/archive/tx/message-row.ts'
import type { ChatKey, InstanceKey, MessageKey } from '../../../contract/ids.ts'
import type { WaitReason } from '../../../contract/statuses.ts'
import { observe, takeEarlyStatuses } from '../../messages/statuses/tx/observe.ts'
import { refreshStatus } from '../../messages/statuses/tx/refresh-status.ts'
import { troubleOfSqliteError } from '../../store/store-error.ts'
import type { Tx } from '../../store/tx.ts'
import { adopt, matchMovedMessages, splitForAnother } from '../../messages/outbox/tx/match-record.ts'
import {
  clockOffset,
  findOutbox,
  isFoundByText,
  outboxRowsOfLane,
  outboxByReply,
  readOutbox,
  updateOutbox,
} from '../../messages/outbox/tx/outbox-row.ts'
import { park } from '../../messages/outbox/tx/wait-reasons.ts'
import type { OutboxRow } from '../../messages/outbox/tx/outbox-row.ts'
import type { SendResult } from '../send-result.ts'
import { noWaitReason, waitReasonColumns } from '../../messages/outbox/rules/wait-reason.ts'
import { releaseFile } from '../../messages/outbox/tx/upload-row.ts'
import { splitMessage } from '../../messages/outbox/tx/split-message.ts'
import { nextUncertainCheck } from '../rules/uncertainty-schedule.ts'
import { retryPolicy } from '../rules/retry-policy.ts'

/**
 * Stores the outcome of an attempt. A row that is not *sending* any more, or by another attempt, is not changed.
 * Returns the chat whose lane may continue, which may have been joined with another meanwhile.
 */
export function recordOutcome(
  tx: Tx,
  input: { readonly message: MessageKey; readonly attempt: number; readonly result: SendResult },
): { readonly chat: ChatKey | null } {
  const row = findOutbox(tx, input.message)
  if (row !== null && row.state === 'sending' && row.attempts === input.attempt) storeOutcome(tx, row, input.result)
  return { chat: row?.chat ?? null }
}

/**
 * If the archive refuses the outcome, the message becomes uncertain and its lane continues, instead of staying
 * *sending* forever.
 */
function storeOutcome(tx: Tx, row: OutboxRow, result: SendResult): void {
  try {
    inSavepoint(tx, () => applyResult(tx, row, result))
  } catch (error) {
    if (troubleOfSqliteError(error) !== null) throw error
    becomeUncertain(tx, row, '')
  }
}

function applyResult(tx: Tx, row: OutboxRow, result: SendResult): void {
  switch (result.kind) {
    case 'accepted':
      // An id that belongs to another message proves nothing about this one.
      if (isAnothers(tx, row, result.idMessage) || isGivenToAnother(tx, row, result.idMessage))
        return becomeUncertain(tx, row, '', { kind: 'sameId' })
      return acceptAs(tx, row, result.idMessage, 'sendReply')
    case 'rejected':
      return recordRejection(tx, ownAgain(tx, row), result)
    case 'retryable':
      return recordRetry(tx, ownAgain(tx, row), result)
    case 'uncertain':
      return becomeUncertain(tx, row, result.text, result.why === undefined ? null : { kind: result.why })
  }
}

/** An answer gave this id to another message of ours. A message that has the id by its text alone loses it. */
function isGivenToAnother(tx: Tx, row: OutboxRow, idMessage: string): boolean {
  const other = outboxByReply(tx, row.chat, idMessage)
  if (other === null || other.message === row.message) return false
  if (!isFoundByText(tx, other)) return true
  updateOutbox(tx, other.message, { reply_id: null })
  return false
}

/**
 * The archive has a message with this id that can't be this one: somebody else wrote it, or it was here before this
 * one's request was made.
 */
export function isAnothers(tx: Tx, row: OutboxRow, idMessage: string): boolean {
  const holder = findMessage(tx, row.chat, idMessage)
  if (holder === null || holder.key === row.message) return false
  if (holder.facts.direction === 'incoming' || holder.facts.sentByApi === false) return true
  return findOutbox(tx, holder.key) === null && holder.facts.seenAt < (row.sendingSince ?? 0)
}

/**
 * The service gave the message an id, which is no other message's. A message of the archive that has it already is this
 * one: its echo came first. If that one had passed for another of our rows by its text alone, the reply knows better.
 */
export function acceptAs(tx: Tx, row: OutboxRow, idMessage: string, source: 'sendReply' | 'showMessagesQueue'): void {
  const holder = findMessage(tx, row.chat, idMessage)
  if (holder !== null && holder.key !== row.message) {
    const from = findOutbox(tx, holder.key) === null ? holder.key : splitMessage(tx, holder.key)
    if (row.idMessage !== null) splitForAnother(tx, row)
    absorbMessage(tx, row.message, from)
  }
  updateOutbox(tx, row.message, {
    ...{
      state: 'accepted',
      accepted_at: tx.now,
      answered_at: tx.now,
      ended_at: serviceNow(tx, row),
      reply_id: idMessage,
    },
    ...{ ...noWaitReason, parked: 0, reason: null, service_text: null, last_checked_at: null },
  })
  takeSentPosition(tx, row.message, row.sentAt)
  giveId(tx, row.message, idMessage)
  takeEarlyStatuses(tx, row.message)
  leaveServiceArchive(tx, row.chat)
  releaseFile(tx, row.message)
  if (row.state === 'uncertain') {
    tx.changed({ kind: 'messages', instance: row.instance, chat: row.chat })
    tx.changed({ kind: 'lane', instance: row.instance, chat: row.chat })
  }
  const raw = source === 'sendReply' ? 'accepted' : 'queued'
  observe(tx, row.message, { source, raw, serviceAt: null, seenAt: tx.now, idMessage })
  moved(tx, row)
}

/** The message certainly was not sent, so a record matched by its text meanwhile belongs to another one. */
function ownAgain(tx: Tx, row: OutboxRow): OutboxRow {
  if (row.idMessage === null) return row
  splitForAnother(tx, row)
  return { ...row, idMessage: null }
}

/** For good, as far as the service or this disk says. */
export function recordRejection(tx: Tx, row: OutboxRow, result: Extract<SendResult, { kind: 'rejected' }>): void {
  const { reason, text } = result
  const answer = { reason, service_text: text, answered_at: tx.now }
  updateOutbox(tx, row.message, { state: 'failed', parked: 0, ...answer, next_check_at: null, ...noWaitReason })
  takeSentPosition(tx, row.message, row.sentAt)
  observe(tx, row.message, { source: 'app', raw: 'failed', serviceAt: null, seenAt: tx.now, reason, text })
  moved(tx, row)
}

function recordRetry(tx: Tx, row: OutboxRow, result: Extract<SendResult, { kind: 'retryable' }>): void {
  const nextTryAt = result.waitMs === 0 ? 0 : tx.now + result.waitMs
  const waitReason: WaitReason | null =
    result.why === 'offline'
      ? { kind: 'offline' }
      : result.why === 'rateLimited' || result.why === 'starting'
        ? { kind: result.why, retryAt: nextTryAt }
        : null
  const job = { next_try_at: nextTryAt, sent_at: null, sending_since: null }
  updateOutbox(tx, row.message, { state: 'queued', ...job, ...waitReasonColumns(waitReason) })
  observe(tx, row.message, { source: 'app', raw: 'queued', serviceAt: null, seenAt: tx.now, text: result.why })
  // An instance that does not start is no better than none: what was written an hour ago may be wrong by now.
  // oxlint-disable-next-line clocks/monotonic -- a stored time; where the clock is ahead a person is asked too soon, and nothing is lost
  const isStale = result.why === 'starting' && tx.now - row.queuedAt >= retryPolicy.stale
  if (row.parked || isStale) park(tx, row)
  moved(tx, row)
}

/**
 * The message may have been sent: it is searched for, and blocks its lane for a while. If its echo arrived before, the
 * send is proven.
 */
function becomeUncertain(tx: Tx, row: OutboxRow, text: string, waitReason: WaitReason | null = null): void {
  if (row.idMessage !== null) {
    adopt(tx, { ...row, state: 'uncertain' })
    return moved(tx, row)
  }
  updateOutbox(tx, row.message, {
    ...{
      state: 'uncertain',
      parked: 0,
      service_text: text === '' ? null : text,
      answered_at: tx.now,
      ended_at: serviceNow(tx, row),
    },
    ...{
      next_check_at: nextUncertainCheck(tx.now, null),
      last_checked_at: null,
      checks: 0,
      ...waitReasonColumns(waitReason),
    },
  })
  takeSentPosition(tx, row.message, row.sentAt)
  observe(tx, row.message, { source: 'app', raw: 'uncertain', serviceAt: null, seenAt: tx.now, text })
  tx.changed({ kind: 'lane', instance: row.instance, chat: row.chat })
  moved(tx, row)
}

/**
 * After a salvage that lost something, or in a backup. The row of a message that waits here may be an older one: it may
 * have been sent since, or taken back. So nothing that waits is sent without the person.
 */
export function doubtAllQueued(tx: Tx, why: 'otherRun' | 'repaired'): void {
  const rows = tx.all<{ message: MessageKey; isScheduled: number }>(
    `select message, due_at is not null as isScheduled from outbox where state = 'queued' and parked = 0 order by seq`,
  )
  for (const { message, isScheduled } of rows)
    if (isScheduled === 1) park(tx, readOutbox(tx, message))
    else doubtQueued(tx, message, why)
}

/**
 * A message that waits here may have been sent, as by another copy of this data directory. It is looked for from the
 * time at which it began to wait, also among what the service has shown already.
 */
export function doubtQueued(tx: Tx, message: MessageKey, why: 'otherRun' | 'repaired'): void {
  const row = findOutbox(tx, message)
  if (row?.state !== 'queued' || row.hidden) return
  const sentAt = row.queuedAt + clockOffset(tx, row.instance)
  updateOutbox(tx, message, { sending_since: row.queuedAt, sent_at: sentAt })
  becomeUncertain(tx, { ...row, sendingSince: row.queuedAt, sentAt }, '', { kind: why })
  matchMovedMessages(tx, row.instance, row.chat)
}

const serviceNow = (tx: Tx, { instance }: OutboxRow): number => tx.now + clockOffset(tx, instance)

/** Recomputes the status and the chat's summary. */
function moved(
  tx: Tx,
  row: { readonly message: MessageKey; readonly instance: InstanceKey; readonly chat: ChatKey },
): void {
  refreshStatus(tx, row.message)
  announceMoved(tx, row, [row.message, ...keepLaneOrder(tx, row.chat)])
}

/** Messages marked *sending* although the store's answer was lost. Times are epoch ms. */
export interface LostTake {
  readonly chats: readonly ChatKey[]
  /** When the store was asked, and when it was known that no answer comes. */
  readonly from: number
  readonly to: number
  /** These are known to be on their way. */
  readonly except: readonly MessageKey[]
}

/**
 * Marks messages taken with a lost answer as uncertain, and returns their chats, which would otherwise wait forever.
 */
export function recordLostOutcomes(tx: Tx, input: LostTake & { readonly instance: InstanceKey }): readonly ChatKey[] {
  return input.chats.filter((chat) => {
    const lost = [...outboxRowsOfLane(tx, input.instance, chat)].filter(
      ({ state, sendingSince, message }) =>
        state === 'sending' &&
        sendingSince !== null &&
        sendingSince >= input.from &&
        sendingSince <= input.to &&
        !input.except.includes(message),
    )
    for (const row of lost) storeOutcome(tx, row, { kind: 'uncertain', text: '' })
    return lost.length > 0
  })
}

/** After a crash: messages that were being sent may have arrived. */
export function recoverSending(tx: Tx, input: { readonly instance: InstanceKey }): void {
  const chats = tx.all<{ chat: ChatKey }>(`select distinct chat from outbox where instance = ? and state = 'sending'`, [
    input.instance,
  ])
  for (const { chat } of chats) {
    for (const row of [...outboxRowsOfLane(tx, input.instance, chat)])
      if (row.state === 'sending') storeOutcome(tx, row, { kind: 'uncertain', text: '', why: 'programEnded' })
  }
}
