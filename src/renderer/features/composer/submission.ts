import type { ContractError, SendAt } from '../../../contract/index.ts'
import type { Answered } from './guard-dialog.tsx'

interface Always {
  /** Why the draft could not be sent; cleared when its text changes. */
  readonly error: ContractError | null
  /** The person was asked about an answer of somebody else, and is not asked again about this draft. */
  readonly isGuarded: boolean
}

type Idle = Always & {
  readonly kind: 'idle'
  /** The answer that arrived while the draft was written: the person is being asked. */
  readonly answered: { readonly by: Answered; readonly sendAt: SendAt | undefined } | null
  /** The last sent text, and the one at a second Enter during its submission. */
  readonly follow: { readonly sent: string; readonly pressedWith: string } | null
}

type Going = Always & {
  readonly kind: 'going'
  readonly sent: string
  /** The text at a second Enter: it is submitted next. */
  readonly pressedWith: string | null
}

/** The state of the composer's draft: idle, or one submission in flight. */
export type Submission = Idle | Going

export type SubmissionEvent =
  | { readonly kind: 'began'; readonly text: string }
  /** Enter, while a submission is under way. */
  | { readonly kind: 'pressedAgain'; readonly text: string }
  /** The submission waits for the connection. */
  | { readonly kind: 'disconnected'; readonly error: ContractError }
  | { readonly kind: 'refused'; readonly error: ContractError }
  | { readonly kind: 'answeredMeanwhile'; readonly by: Answered; readonly sendAt: SendAt | undefined }
  | { readonly kind: 'sent' }
  /** The submission ended, with any result. */
  | { readonly kind: 'ended' }
  /** The text was changed. */
  | { readonly kind: 'typed' }
  /** The text was emptied: what is written next is a new draft. */
  | { readonly kind: 'emptied' }
  | { readonly kind: 'dialogClosed' }

export const noSubmission: Idle = { kind: 'idle', error: null, isGuarded: false, answered: null, follow: null }

/** An event without a meaning for a submission leaves it as it is. */
export function nextSubmission(now: Submission, event: SubmissionEvent): Submission {
  switch (event.kind) {
    case 'typed':
      return now.error === null ? now : { ...now, error: null }
    case 'emptied':
      return now.isGuarded ? { ...now, isGuarded: false } : now
    case 'began': {
      if (now.kind === 'going') return now
      const { error, isGuarded } = now
      return { kind: 'going', error, isGuarded, sent: event.text, pressedWith: null }
    }
    case 'dialogClosed':
      return now.kind === 'idle' ? { ...now, answered: null } : now
    default:
  }
  if (now.kind === 'idle') return now
  switch (event.kind) {
    case 'pressedAgain':
      return { ...now, pressedWith: event.text }
    case 'disconnected':
      return { ...now, error: event.error }
    case 'refused':
      return ended({ ...now, error: event.error })
    case 'answeredMeanwhile': {
      const { by, sendAt } = event
      // A second Enter was pressed before the answer was shown.
      return { kind: 'idle', error: null, isGuarded: true, answered: { by, sendAt }, follow: null }
    }
    case 'sent':
      return ended({ ...now, error: null, isGuarded: false })
    case 'ended':
      return ended(now)
  }
}

function ended({ error, isGuarded, sent, pressedWith }: Going): Idle {
  return { kind: 'idle', error, isGuarded, answered: null, follow: pressedWith === null ? null : { sent, pressedWith } }
}
