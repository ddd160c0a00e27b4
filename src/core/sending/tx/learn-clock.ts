import type { ChatKey, InstanceKey, MessageKey } from '../../../contract/ids.ts'
import { accountWrites } from '../../accounts/tx/accounts-intents.ts'
import { announceMoved } from '../../messages/archive/tx/chat-summary.ts'
import { takeSentPosition } from '../../messages/archive/tx/message-row.ts'
import { matchMovedMessages } from '../../messages/outbox/tx/match-record.ts'
import { clockOffset, readOutbox, updateOutbox } from '../../messages/outbox/tx/outbox-row.ts'
import type { Tx } from '../../store/tx.ts'

/**
 * Stores how far the service's clock is ahead of this computer's, ms. Where this computer's clock was set, messages
 * that began to be sent after `wrongSince` (epoch ms by this computer) got their service time from the offset of
 * before: theirs is corrected, or the service would show them before they were sent. What the service showed of a
 * message while a clock was wrong looked like another one: it is looked for again where the message is still followed.
 */
export function learnClock(
  tx: Tx,
  input: { readonly instance: InstanceKey; readonly offsetMs: number; readonly wrongSince: number | null },
): void {
  const { instance, offsetMs, wrongSince } = input
  const wrongBy = offsetMs - clockOffset(tx, instance)
  accountWrites['accounts.learn'](tx, { key: instance, clockOffsetMs: offsetMs })
  if (wrongBy === 0) return
  if (wrongSince !== null) correctTimes(tx, instance, wrongSince, wrongBy)
  const chats = tx.all<{ chat: ChatKey }>(
    `select chat from outbox where instance = :instance and state = 'uncertain'
     union select chat from outbox indexed by outbox_check where instance = :instance and next_check_at is not null`,
    { instance },
  )
  for (const { chat } of chats) matchMovedMessages(tx, instance, chat)
}

function correctTimes(tx: Tx, instance: InstanceKey, wrongSince: number, wrongBy: number): void {
  const rows = tx.all<{ message: MessageKey }>(
    `select message from outbox where instance = ? and state in ('sending', 'uncertain') and sending_since between ? and ?
       and sent_at is not null`,
    [instance, wrongSince, tx.now],
  )
  for (const { message } of rows) {
    const row = readOutbox(tx, message)
    const correct = (at: number | null): number | null => (at === null ? null : at + wrongBy)
    updateOutbox(tx, message, { sent_at: correct(row.sentAt), ended_at: correct(row.endedAt) })
    // One that is on its way takes its place with its outcome.
    if (row.state === 'sending') continue
    takeSentPosition(tx, message, correct(row.sentAt))
    announceMoved(tx, row, [message])
  }
}
