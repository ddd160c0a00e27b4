import type { InstanceKey, MessageKey } from '../../../contract/ids.ts'
import type { WaitReason, MessageStatus } from '../../../contract/statuses.ts'
import { readSetting } from '../../settings/tx/settings-intents.ts'
import { retryPolicy } from '../rules/retry-policy.ts'
import type { Tx, ReadTx } from '../../store/tx.ts'
import { cancel, dismiss, editQueued, retry, sendAgain, setHidden } from './person-acts.ts'
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
import { learnClock } from './learn-clock.ts'
import { endUndo, hasUndoable, undoSend } from './undo-send.ts'
import { takeDue } from './take-due.ts'
import { statusColumns, statusOf } from '../../messages/statuses/rules/status-of.ts'
import type { StatusColumns } from '../../messages/statuses/rules/status-of.ts'

/** What the sending service asks of the store. */
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
