import { cancel, dismiss, editQueued, retry, sendAgain, setHidden } from './person-acts.ts'
import { checked, dueChecks, learnQueue, stillUncertain } from './checks.ts'
import { enqueue } from './enqueue.ts'
import { holdBack, noteHeld, openLanes } from './hold-back.ts'
import { learnAccount, openChat, typedRecipient } from './open-chat.ts'
import { readRecheck } from './recheck.ts'
import { readStatus } from './read-status.ts'
import { recoverSending, settle } from './settle.ts'
import { takeDue } from './take-due.ts'

/** What the sending service asks of the store. */
export const sendingWrites = {
  'sending.enqueue': enqueue,
  'sending.takeDue': takeDue,
  'sending.settle': settle,
  'sending.recover': recoverSending,
  'sending.holdBack': holdBack,
  'sending.noteHeld': noteHeld,
  'sending.cancel': cancel,
  'sending.edit': editQueued,
  'sending.retry': retry,
  'sending.sendAgain': sendAgain,
  'sending.dismiss': dismiss,
  'sending.setHidden': setHidden,
  'sending.checked': checked,
  'sending.learnQueue': learnQueue,
  'sending.openChat': openChat,
  'sending.learnAccount': learnAccount,
}

export const sendingReads = {
  'sending.openLanes': openLanes,
  'sending.dueChecks': dueChecks,
  'sending.stillUncertain': stillUncertain,
  'sending.typedRecipient': typedRecipient,
  'sending.recheck': readRecheck,
  'sending.status': readStatus,
}
