import { announceMoved, refreshSummary } from '../../messages/archive/tx/chat-summary.ts'
import { indexText } from '../../messages/archive/tx/search-index.ts'
import { ContractError } from '../../../contract/errors.ts'
import type { ChatKey, InstanceKey, MessageKey } from '../../../contract/ids.ts'
import { noWaitReason } from '../../messages/outbox/rules/wait-reason.ts'
import { observe } from '../../messages/statuses/tx/observe.ts'
import { refreshStatus } from '../../messages/statuses/tx/refresh-status.ts'
import type { Tx } from '../../store/tx.ts'
import { isRetriable } from '../../messages/outbox/rules/outbox-state.ts'
import { clockOffset, findOutbox, nextSeq, readOutbox, updateOutbox } from '../../messages/outbox/tx/outbox-row.ts'
import { checkedText, enqueueCopy, unsentTie, type Enqueued } from './enqueue.ts'
import type { OutboxRow } from '../../messages/outbox/tx/outbox-row.ts'
import { recordCancelledSend } from './program-sends.ts'
import { retryPolicy } from '../rules/retry-policy.ts'
import { updateChat } from '../../messages/archive/tx/chat-row.ts'
import { deleteMessage, updateSent } from '../../messages/archive/tx/message-row.ts'
import { pinQueued, returnUpload, updateUploadOf } from '../../messages/outbox/tx/upload-row.ts'

/** Actions on own messages. They return the lanes that may continue. */

export interface Lane {
  readonly instance: InstanceKey
  readonly chat: ChatKey
}

const laneOfRow = ({ instance, chat }: OutboxRow): Lane => ({ instance, chat })

/**
 * Cancels a message that is not sent yet. In the same transaction its content returns to the chat's draft: a text
 * unchanged, a file with its caption to the composer's files, anything else as text. Returns the text. Throws
 * `notCancellable`.
 */
export function cancel(
  tx: Tx,
  input: {
    readonly message: MessageKey
    /** A program takes its own message back: nobody's draft changes. */
    readonly byProgram?: boolean
  },
): Lane & { readonly text: string } {
  const row = readOutbox(tx, input.message)
  const { message, chat } = row
  if (row.state !== 'queued') throw new ContractError('notCancellable')
  tx.run('delete from cancelled_send where at < ?', [tx.now - retryPolicy.resubmission])
  tx.run(
    `insert into cancelled_send (send_id, chat, message, at)
     select send_id, chat, message, ? from outbox where message = ? and send_id is not null`,
    [tx.now, message],
  )
  recordCancelledSend(tx, message)
  const text = row.operation === 'forwardMessages' || input.byProgram === true ? '' : draftOf(row)
  // To the end of the files that stand in the composer; a program's goes with its message.
  if (input.byProgram !== true)
    returnUpload(tx, { message, chat, caption: 'caption' in row.content ? row.content.caption : '' })
  giveTextBack(tx, row, text)
  deleteMessage(tx, message)
  announceMoved(tx, row, [message])
  tx.changed({ kind: 'uploads', chat })
  tx.changed({ kind: 'instances' })
  return { ...laneOfRow(row), text }
}

/** The text that returns to the draft; '' of a file, which returns as one. */
function draftOf({ content }: OutboxRow): string {
  const lines = (...parts: readonly string[]) => parts.filter((part) => part !== '').join('\n')
  switch (content.kind) {
    case 'text':
      return content.text
    case 'poll':
      return lines(content.question, ...content.options)
    case 'contacts':
      return lines(...content.cards.map(({ displayName, phone }) => lines(displayName, phone)))
    case 'location':
      return lines(content.name, content.address, `${content.latitude}, ${content.longitude}`)
    default:
      return ''
  }
}

/** Behind what is written there, with what the message quoted where nothing is. */
function giveTextBack(tx: Tx, { message, chat }: OutboxRow, text: string): void {
  if (text === '') return
  const before = tx.get<{ draft: string; since: number | null }>(
    'select draft, draft_since as since from chat where key = ?',
    [chat],
  )
  const draft = before?.draft ?? ''
  const isEmpty = draft.trim() === ''
  updateChat(tx, chat, {
    draft: isEmpty ? text : `${draft}\n${text}`,
    draft_at: tx.now,
    draft_since: before?.since ?? tx.now,
    draft_send: null,
    ...(isEmpty ? { draft_quote: quotedBy(tx, message) } : {}),
  })
}

const quotedBy = (tx: Tx, message: MessageKey): MessageKey | null =>
  tx.get<{ key: MessageKey }>(
    `select quoted.key from message own join message quoted
       on quoted.chat = own.chat and quoted.id_message = own.quoted_id where own.key = ?`,
    [message],
  )?.key ?? null

/** Changes the text of a message that is still ours. Throws `notEditable` and those of the text. */
export function editQueued(tx: Tx, input: { readonly message: MessageKey; readonly text: string }): void {
  const row = readOutbox(tx, input.message)
  if (row.state !== 'queued' || row.operation !== 'sendMessage') throw new ContractError('notEditable')
  const text = checkedText(row.chatId, input.text)
  updateSent(tx, row.message, { text, content_json: JSON.stringify({ kind: 'text', text, preview: null }) })
  const stored = tx.get<{ fts: number | null; at: number }>('select fts, at from message where key = ?', [row.message])
  if (stored !== undefined) indexText(tx, { key: row.message, ...stored }, text)
  announceMoved(tx, row, [row.message])
}

/**
 * Retries messages that failed, expired or wait for the person; others are not changed. A message that has an id of the
 * service stays as it is, and its content is sent as a new message.
 */
export function retry(tx: Tx, input: { readonly messages: readonly MessageKey[] }): readonly Lane[] {
  const lanes: Lane[] = []
  for (const message of input.messages) {
    const row = findOutbox(tx, message)
    if (row === null || !isRetriable({ ...row, status: rawStatusOf(tx, row) })) continue
    if (row.idMessage === null) requeue(tx, row)
    else {
      close(tx, row)
      enqueueCopy(tx, row)
    }
    lanes.push(laneOfRow(row))
  }
  return lanes
}

const rawStatusOf = (tx: Tx, row: OutboxRow): string | null =>
  tx.get<{ status: string | null }>('select status from message where key = ?', [row.message])?.status ?? null

/**
 * To the end of its lane: what was queued meanwhile goes first.
 * @param queuedAt of a message whose time has come: that time, so that a copy of this data directory gives the team the
 *   same name of the same send
 */
export function requeue(tx: Tx, row: OutboxRow, why: 'retry' | 'now' | 'due' = 'retry', queuedAt = tx.now): void {
  const seq = nextSeq(tx)
  updateOutbox(tx, row.message, {
    ...{ state: 'queued', seq, queued_at: queuedAt, next_try_at: 0, parked: 0, due_at: null, ...noWaitReason },
    ...{ reason: null, service_text: null, sent_at: null, sending_since: null, answered_at: null, ended_at: null },
    guard_since: null,
  })
  updateUploadOf(tx, row.message, { pinned: 1 })
  const at = tx.now + clockOffset(tx, row.instance)
  updateSent(tx, row.message, { unsent: 1, at, tie: unsentTie(seq), hidden_at: null })
  observe(tx, row.message, { source: 'app', raw: 'queued', serviceAt: null, seenAt: tx.now, text: why })
  refreshStatus(tx, row.message)
  announceMoved(tx, row, [row.message])
}

/** Sends what an uncertain message holds as a new one; the question about the old one is closed. Throws `notFound`. */
export function sendAgain(tx: Tx, input: { readonly message: MessageKey }): Enqueued {
  const row = readOutbox(tx, input.message)
  if (row.state !== 'uncertain') throw new ContractError('notFound')
  close(tx, row)
  return enqueueCopy(tx, row)
}

/** Dismisses an uncertain or expired message. Others are not changed. */
export function dismiss(tx: Tx, input: { readonly message: MessageKey }): Lane {
  const row = readOutbox(tx, input.message)
  if (row.state === 'uncertain' || row.state === 'expired') close(tx, row)
  return laneOfRow(row)
}

function close(tx: Tx, row: OutboxRow): void {
  // The message that is sent again has a row of its own for the file.
  updateUploadOf(tx, row.message, { pinned: 0 })
  updateOutbox(tx, row.message, { state: 'dismissed', next_check_at: null, ...noWaitReason, wait_kind: 'dismissed' })
  observe(tx, row.message, { source: 'app', raw: 'dismissed', serviceAt: null, seenAt: tx.now })
  refreshStatus(tx, row.message)
  announceMoved(tx, row, [row.message])
}

/**
 * Hides messages on this computer. The rows stay as tombstones, so that no history restores them. A hidden queued
 * message is not sent; one being sent continues.
 */
export function setHidden(
  tx: Tx,
  input: { readonly messages: readonly MessageKey[]; readonly hidden: boolean },
): readonly Lane[] {
  const lanes = new Map<ChatKey, Lane>()
  for (const message of input.messages) {
    const known = tx.get<Lane & { isHidden: number }>(
      'select instance, chat, hidden_at is not null as isHidden from message where key = ?',
      [message],
    )
    if (known === undefined) continue
    const { isHidden, ...place } = known
    if ((isHidden === 1) !== input.hidden) updateSent(tx, message, { hidden_at: input.hidden ? tx.now : null })
    pinQueued(tx, message, !input.hidden)
    tx.changed({ kind: 'storage' })
    refreshStatus(tx, message)
    tx.changed({ kind: 'messages', ...place, messages: [message] })
    lanes.set(place.chat, place)
  }
  for (const lane of lanes.values()) {
    refreshSummary(tx, lane.chat)
    tx.changed({ kind: 'chats', instance: lane.instance, chats: [lane.chat] })
  }
  return [...lanes.values()]
}
