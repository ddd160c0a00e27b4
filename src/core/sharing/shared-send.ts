import type { SharedInstanceId } from './shared-team.ts'

/** A team's sends as its database takes and gives them. */

/**
 * `unknown`: it has to be entered, perhaps again. `closed`: it is not to be sent any more, or nobody knows whether it
 * was. `answered`: a colleague's answer came first.
 */
export type SendClaim =
  | { readonly outcome: 'claimed'; readonly attempt: number }
  | { readonly outcome: 'wait' | 'unknown' | 'closed' | 'answered' }

export interface SendState {
  readonly id: string
  readonly state: SendStateName
  readonly attempt: number
}

export type SendStateName = 'queued' | 'sending' | 'accepted' | 'failed' | 'uncertain' | 'cancelled' | 'dismissed'

/** A send that is refused where a colleague's entered its chat unseen. */
export interface SendGuard {
  /** The newest entry of the instance's journal that this desk had when the person sent it. */
  readonly seenN: number
  /** How long ago the person began to write, ms. */
  readonly ageMs: number
}

export interface NewSend {
  /** A UUID, made where it was written. */
  readonly id: string
  readonly instance: SharedInstanceId
  readonly chatId: string
  readonly operation: string
  /** The operation's input, JSON. */
  readonly request: string
}
