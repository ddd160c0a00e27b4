import { announceMoved } from '../../messages/archive/tx/announce-moved.ts'
import { refreshSummary } from '../../messages/archive/tx/chat-summary.ts'
import { indexText } from '../../messages/archive/tx/search-index.ts'
import { ContractError } from '../../../contract/errors.ts'
import type { ChatKey, InstanceKey, MessageKey } from '../../../contract/ids.ts'
import { clearedWaitReason } from '../../messages/outbox/rules/wait-reason.ts'
import { observe } from '../../messages/statuses/tx/observe.ts'
import { refreshStatus } from '../../messages/statuses/tx/refresh-status.ts'
import type { Tx } from '../../store/tx.ts'
import { isRetriable } from '../../messages/outbox/rules/outbox-state.ts'
import { clockOffset } from '../../messages/outbox/tx/clock-offset.ts'
import { checkedText, enqueueCopy, unsentTie } from './enqueue.ts'
import type { Enqueued } from './enqueue.ts'
import { findOutbox, nextSeq, readOutbox } from '../../messages/outbox/tx/outbox-row.ts'
import type { OutboxRow } from '../../messages/outbox/tx/outbox-row.ts'
import { retryPolicy } from '../rules/retry-policy.ts'

/** What a person does to a message of their own. Lanes that may go on afterwards are given back. */

export interface Lane {
  readonly instance: InstanceKey
  readonly chat: ChatKey
}

const laneOfRow = ({ instance, chat }: OutboxRow): Lane => ({ instance, chat })

/**
 * Takes a message back that is still ours. What it holds goes into the draft of its chat in the same transaction: a text as it is,
 * a file with its caption among the files of the composer, anything else as text. Gives the text. Throws `notCancellable`.
 */
export function cancel(tx: Tx, input: { readonly message: MessageKey }): Lane & { readonly text: string } {
  const row = readOutbox(tx, input.message)
  const { message, chat } = row
  if (row.state !== 'queued') throw new ContractError('notCancellable')
  tx.run('delete from cancelled_send where at < ?', [tx.now - retryPolicy.resubmission])
  tx.run(
    `insert into cancelled_send (send_id, chat, message, at)
     select send_id, chat, message, ? from outbox where message = ? and send_id is not null`,
    [tx.now, message],
  )
  const text = row.operation === 'forwardMessages' ? '' : draftOf(row)
  giveFileBack(tx, row)
  giveTextBack(tx, row, text)
  const index = tx.get<{ fts: number | null }>('select fts from message where key = ?', [message])
  if (index !== undefined && index.fts !== null) tx.run('delete from message_fts where rowid = ?', [index.fts])
  tx.run('delete from message where key = ?', [message])
  announceMoved(tx, row, [message])
  tx.changed({ kind: 'uploads', chat })
  tx.changed({ kind: 'instances' })
  return { ...laneOfRow(row), text }
}

/** What a person would write again; '' of a file, which goes back as one. */
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

/** To the end of the files that stand in the composer. */
function giveFileBack(tx: Tx, { message, chat, content }: OutboxRow): void {
  tx.run(
    `update upload set message = null, pinned = 1, caption = :caption,
       position = (select coalesce(max(position), 0) + 1 from upload where chat = :chat and message is null) where message = :message`,
    { message, chat, caption: 'caption' in content ? content.caption : '' },
  )
}

/** Behind what is written there, with what the message quoted where nothing is. */
function giveTextBack(tx: Tx, { message, chat }: OutboxRow, text: string): void {
  if (text === '') return
  const draft = tx.get<{ draft: string }>('select draft from chat where key = ?', [chat])?.draft ?? ''
  const isEmpty = draft.trim() === ''
  tx.run(
    `update chat set draft = :draft, draft_at = :now, draft_since = coalesce(draft_since, :now), draft_send = null,
       draft_quote = iif(:isEmpty, (select quoted.key from message own join message quoted
         on quoted.chat = own.chat and quoted.id_message = own.quoted_id where own.key = :message), draft_quote)
     where key = :chat`,
    { chat, message, now: tx.now, isEmpty, draft: isEmpty ? text : `${draft}\n${text}` },
  )
}

/** Changes the text of a message that is still ours. Throws `notEditable` and those of the text. */
export function editQueued(tx: Tx, input: { readonly message: MessageKey; readonly text: string }): void {
  const row = readOutbox(tx, input.message)
  if (row.state !== 'queued' || row.operation !== 'sendMessage') throw new ContractError('notEditable')
  const text = checkedText(row.chatId, input.text)
  tx.run('update message set text = ?, content_json = ? where key = ?', [
    text,
    JSON.stringify({ kind: 'text', text, preview: null }),
    row.message,
  ])
  const stored = tx.get<{ fts: number | null; at: number }>('select fts, at from message where key = ?', [row.message])
  if (stored !== undefined) indexText(tx, { key: row.message, ...stored }, text)
  announceMoved(tx, row, [row.message])
}

/**
 * Tries again what failed, expired or waits for the person; anything else is left alone. A message that the service
 * had given an id stays as it is, because the service knows it under that id: what it holds goes as a new one.
 */
export function retry(tx: Tx, input: { readonly messages: readonly MessageKey[] }): readonly Lane[] {
  const lanes: Lane[] = []
  for (const message of input.messages) {
    const row = findOutbox(tx, message)
    if (row === null || !isRetriable({ ...row, status: statusWord(tx, row) })) continue
    if (row.idMessage === null) requeue(tx, row)
    else {
      close(tx, row)
      enqueueCopy(tx, row)
    }
    lanes.push(laneOfRow(row))
  }
  return lanes
}

const statusWord = (tx: Tx, row: OutboxRow): string | null =>
  tx.get<{ status: string | null }>('select status from message where key = ?', [row.message])?.status ?? null

/** To the end of its lane: what was queued meanwhile goes first. */
export function requeue(tx: Tx, row: OutboxRow, why: 'retry' | 'now' | 'due' = 'retry'): void {
  const seq = nextSeq(tx)
  tx.run(
    `update outbox set state = 'queued', seq = ?, queued_at = ?, next_try_at = 0, parked = 0, due_at = null, reason = null, service_text = null,
       guard_n = null, guard_since = null, ${clearedWaitReason}, sent_at = null, sending_since = null, answered_at = null, ended_at = null where message = ?`,
    [seq, tx.now, row.message],
  )
  tx.run('update upload set pinned = 1 where message = ?', [row.message])
  tx.run('update message set unsent = 1, at = ?, tie = ?, hidden_at = null where key = ?', [
    tx.now + clockOffset(tx, row.instance),
    unsentTie(seq),
    row.message,
  ])
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

/** Closes the question about an uncertain or expired message. Anything else is left alone. */
export function dismiss(tx: Tx, input: { readonly message: MessageKey }): Lane {
  const row = readOutbox(tx, input.message)
  if (row.state === 'uncertain' || row.state === 'expired') close(tx, row)
  return laneOfRow(row)
}

function close(tx: Tx, row: OutboxRow): void {
  // What is sent again has a row of its own for the file.
  tx.run('update upload set pinned = 0 where message = ?', [row.message])
  tx.run(
    `update outbox set state = 'dismissed', next_check_at = null, wait_kind = 'dismissed',
       wait_until = null, wait_position = null where message = ?`,
    [row.message],
  )
  observe(tx, row.message, { source: 'app', raw: 'dismissed', serviceAt: null, seenAt: tx.now })
  refreshStatus(tx, row.message)
  announceMoved(tx, row, [row.message])
}

/**
 * Takes messages out of sight on this computer. The rows stay as tombstones, so that no history brings them back. What
 * is queued does not go while it is hidden; what is on its way goes on.
 */
export function setHidden(
  tx: Tx,
  input: { readonly messages: readonly MessageKey[]; readonly hidden: boolean },
): readonly Lane[] {
  const lanes = new Map<ChatKey, Lane>()
  for (const message of input.messages) {
    const place = tx.get<{ instance: InstanceKey; chat: ChatKey }>('select instance, chat from message where key = ?', [
      message,
    ])
    if (place === undefined) continue
    tx.run('update message set hidden_at = ? where key = ? and (hidden_at is null) = ?', [
      input.hidden ? tx.now : null,
      message,
      input.hidden,
    ])
    // A file that does not go needs no room of its own meanwhile.
    tx.run(
      `update upload set pinned = :pinned where message = :message
         and exists (select 1 from outbox where message = :message and state = 'queued')`,
      { pinned: !input.hidden, message },
    )
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
