import type { InstanceKey, MessageKey, ChatKey } from '../../../contract/ids.ts'
import type { WaitReason, MessageStatus } from '../../../contract/statuses.ts'
import { readSetting } from '../../settings/tx/settings-intents.ts'
import { retryPolicy } from '../rules/retry-policy.ts'
import type { Tx, ReadTx } from '../../store/tx.ts'
import { cancel, dismiss, editQueued, retry, sendAgain, setHidden, type Lane } from './person-acts.ts'
import { recordChecks, recordCleared, dueChecks, learnQueue, stillUncertain } from './delivery-checks.ts'
import { enqueueForwards } from './enqueue-forwards.ts'
import { enqueue, enqueueContent } from './enqueue.ts'
import {
  setAfterColleague,
  setBlockedReason,
  setAwaitingAuthorization,
  chatsWithQueuedMessages,
  sendableAlone,
} from '../../messages/outbox/tx/wait-reasons.ts'
import { chatsOfPrograms, programHeads, programRoom } from './program-lanes.ts'
import {
  enqueueProgramSend,
  enqueueProgramSends,
  findProgramSend,
  isOfProgram,
  knownReservations,
} from './program-sends.ts'
import { enqueueFiles } from './enqueue-files.ts'
import { learnAccount, openChat, typedRecipient } from './open-chat.ts'
import { recordUpload } from './record-upload.ts'
import { readRecheck } from './recheck-rows.ts'
import { recoverSending, recordOutcome, recordLostOutcomes } from './record-outcome.ts'
import { recordServiceAct, serviceTarget } from './service-acts.ts'
import { releaseDue, schedule, sendNow } from './scheduled.ts'
import { takeDue } from './take-due.ts'
import { statusColumns, statusOf, type StatusColumns } from '../../messages/statuses/rules/status-of.ts'
import { ContractError } from '../../../contract/errors.ts'
import { noWaitReason } from '../../messages/outbox/rules/wait-reason.ts'
import { findOutbox, updateOutbox, clockOffset, readOutbox } from '../../messages/outbox/tx/outbox-row.ts'
import { announceMessage } from '../../messages/statuses/tx/refresh-status.ts'
import { accountWrites } from '../../accounts/tx/accounts-intents.ts'
import { correctCoverage } from '../../accounts/tx/queue-coverage.ts'
import { announceMoved } from '../../messages/archive/tx/chat-summary.ts'
import { takeSentPosition } from '../../messages/archive/tx/message-row.ts'
import { matchMovedMessages } from '../../messages/outbox/tx/match-record.ts'

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
  correctCoverage(tx, instance, { wrongBy, wrongSince })
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
    // A message that is on its way takes its place with its outcome.
    if (row.state === 'sending') continue
    takeSentPosition(tx, message, correct(row.sentAt))
    announceMoved(tx, row, [message])
  }
}

/** Undoes a submission: see messages.undoSend. Messages that have left, or are gone, are not changed. */
export function undoSend(
  tx: Tx,
  input: { readonly messages: readonly MessageKey[] },
): { readonly undone: readonly MessageKey[]; readonly lanes: readonly Lane[]; readonly text: string } {
  const undone: MessageKey[] = []
  const lanes: Lane[] = []
  const texts: string[] = []
  for (const message of input.messages) {
    if (findOutbox(tx, message)?.state !== 'queued') continue
    const { instance, chat, text } = cancel(tx, { message })
    if (text !== '') texts.push(text)
    undone.push(message)
    lanes.push({ instance, chat })
  }
  if (undone.length === 0) throw new ContractError('notCancellable')
  return { undone, lanes, text: texts.join('\n') }
}

interface HeldSend extends Lane {
  readonly message: MessageKey
}

type OfInstances = { readonly instances: readonly InstanceKey[] }

const heldSends = (tx: ReadTx, { instances }: OfInstances): readonly HeldSend[] =>
  instances.flatMap((instance) =>
    tx.all<HeldSend>(
      `select message, instance, chat from outbox
       where instance = ? and state = 'queued' and parked = 0 and due_at is null and wait_kind = 'undoable'`,
      [instance],
    ),
  )

/** Whether a message of these instances still waits because its send can be undone. */
const hasUndoable = (tx: ReadTx, input: OfInstances): boolean => heldSends(tx, input).length > 0

/** The program ends: messages that wait only because their sends could be undone may go now. */
function endUndo(tx: Tx, input: OfInstances): readonly Lane[] {
  return heldSends(tx, input).map(({ message, instance, chat }) => {
    updateOutbox(tx, message, { ...noWaitReason, next_try_at: 0 })
    announceMessage(tx, message, { instance, chat })
    return { instance, chat }
  })
}

/** Writes of the sending service. */
export const sendingWrites = {
  'sending.enqueue': enqueue,
  'sending.enqueueContent': enqueueContent,
  'sending.enqueueForwards': enqueueForwards,
  'sending.enqueueFiles': enqueueFiles,
  'sending.enqueueProgramSend': enqueueProgramSend,
  'sending.enqueueProgramSends': enqueueProgramSends,
  'sending.recordUpload': recordUpload,
  'sending.takeDue': takeDue,
  'sending.learnClock': learnClock,
  'sending.recordOutcome': recordOutcome,
  'sending.recover': recoverSending,
  'sending.recordLostOutcomes': recordLostOutcomes,
  'sending.setBlockedReason'(
    tx: Tx,
    input: { readonly instance: InstanceKey; readonly waitReason: WaitReason | null },
  ): void {
    const sendsLate = readSetting(tx, 'lateMessages') === 'send'
    setBlockedReason(tx, { ...input, staleBefore: tx.now - retryPolicy.stale, sendsLate })
  },
  'sending.setAfterColleague': setAfterColleague,
  'sending.setAwaitingAuthorization': setAwaitingAuthorization,
  'sending.cancel': cancel,
  'sending.undoSend': undoSend,
  'sending.endUndo': endUndo,
  'sending.edit': editQueued,
  'sending.retry': retry,
  'sending.schedule': schedule,
  'sending.sendNow': sendNow,
  'sending.releaseDue': releaseDue,
  'sending.sendAgain': sendAgain,
  'sending.dismiss': dismiss,
  'sending.setHidden': setHidden,
  'sending.recordChecks': recordChecks,
  'sending.learnQueue': learnQueue,
  'sending.recordCleared': recordCleared,
  'sending.openChat': openChat,
  'sending.learnAccount': learnAccount,
  'sending.recordServiceAct': recordServiceAct,
}

export const sendingReads = {
  'sending.chatsWithQueuedMessages': chatsWithQueuedMessages,
  'sending.alone': sendableAlone,
  'sending.programHeads': programHeads,
  'sending.chatsOfPrograms': chatsOfPrograms,
  'sending.programRoom': programRoom,
  'sending.programSend': findProgramSend,
  'sending.isOfProgram': isOfProgram,
  'sending.knownReservations': knownReservations,
  'sending.dueChecks': dueChecks,
  'sending.stillUncertain': stillUncertain,
  'sending.hasUndoable': hasUndoable,
  'sending.typedRecipient': typedRecipient,
  'sending.recheck': readRecheck,
  'sending.status': readStatus,
  'sending.serviceTarget': serviceTarget,
}

/** The status of one message as it is shown; null when it is incoming or gone. */
export function readStatus(tx: ReadTx, input: { readonly message: MessageKey }): MessageStatus | null {
  const row = tx.get<StatusColumns>(
    `select ${statusColumns} from message m left join outbox o on o.message = m.key where m.key = ?`,
    [input.message],
  )
  return row === undefined ? null : statusOf(row)
}
