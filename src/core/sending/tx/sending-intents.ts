import type { InstanceKey } from '../../../contract/ids.ts'
import type { StatusNote } from '../../../contract/messages.ts'
import { retryPolicy } from '../rules/retry-policy.ts'
import type { Tx } from '../../store/tx.ts'
import { cancel, dismiss, editQueued, retry, sendAgain, setHidden } from './person-acts.ts'
import { noteChecked, noteCleared, dueChecks, learnQueue, stillUncertain } from './delivery-checks.ts'
import { enqueue, enqueueContent, enqueueForwards } from './enqueue.ts'
import {
  noteBehind,
  noteBlocked,
  noteAwaitingAuthorization,
  openLanes,
  sendableAlone,
} from '../../messages/outbox/tx/outbox-notes.ts'
import { enqueueFiles } from './enqueue-files.ts'
import { learnAccount, openChat, typedRecipient } from './open-chat.ts'
import { noteUpload } from './note-upload.ts'
import { readRecheck } from './recheck-rows.ts'
import { readStatus } from './read-status.ts'
import { recoverSending, recordOutcome, settleLost } from './record-outcome.ts'
import { noteServiceAct, serviceTarget } from './service-acts.ts'
import { releaseDue, schedule, sendNow } from './scheduled.ts'
import { takeDue } from './take-due.ts'

/** What the sending service asks of the store. */
export const sendingWrites = {
  'sending.enqueue': enqueue,
  'sending.enqueueContent': enqueueContent,
  'sending.enqueueForwards': enqueueForwards,
  'sending.enqueueFiles': enqueueFiles,
  'sending.noteUpload': noteUpload,
  'sending.takeDue': takeDue,
  'sending.recordOutcome': recordOutcome,
  'sending.recover': recoverSending,
  'sending.settleLost': settleLost,
  'sending.noteBlocked'(tx: Tx, input: { readonly instance: InstanceKey; readonly note: StatusNote | null }): void {
    noteBlocked(tx, { ...input, staleBefore: tx.now - retryPolicy.stale })
  },
  'sending.noteBehind': noteBehind,
  'sending.noteAwaitingAuthorization': noteAwaitingAuthorization,
  'sending.cancel': cancel,
  'sending.edit': editQueued,
  'sending.retry': retry,
  'sending.schedule': schedule,
  'sending.sendNow': sendNow,
  'sending.releaseDue': releaseDue,
  'sending.sendAgain': sendAgain,
  'sending.dismiss': dismiss,
  'sending.setHidden': setHidden,
  'sending.noteChecked': noteChecked,
  'sending.learnQueue': learnQueue,
  'sending.noteCleared': noteCleared,
  'sending.openChat': openChat,
  'sending.learnAccount': learnAccount,
  'sending.noteServiceAct': noteServiceAct,
}

export const sendingReads = {
  'sending.openLanes': openLanes,
  'sending.alone': sendableAlone,
  'sending.dueChecks': dueChecks,
  'sending.stillUncertain': stillUncertain,
  'sending.typedRecipient': typedRecipient,
  'sending.recheck': readRecheck,
  'sending.status': readStatus,
  'sending.serviceTarget': serviceTarget,
}
