/**
 * The derived status (architecture 7). Moves forward only: scheduled, queued, sending, accepted, pending, sent,
 * delivered, read. `unknown` is the service's UNKNOWN, `none` its empty status; both only while no better status was
 * observed.
 */
export const statusKinds = [
  'scheduled',
  'queued',
  'sending',
  'accepted',
  'pending',
  'sent',
  'delivered',
  'read',
  'failed',
  'uncertain',
  'expired',
  'unknown',
  'none',
] as const
export type StatusKind = (typeof statusKinds)[number]

/** Why a message failed. `refused` has the service's text in `text`. */
export type FailureReason =
  | 'refused'
  | 'wrongToken'
  | 'wrongInstance'
  | 'operationMissing' // this service family, or this instance, does not send what it is
  | 'suspended'
  | 'quotaExceeded'
  | 'tooLarge'
  | 'fileGone' // its file is not on this disk any more
  | 'teamRefused' // the team's database can't store it, so no desk may send it
  | 'failed'
  | 'noAccount'
  | 'notInGroup'
  | 'heldBack' // the messenger refused it as spam, after the service had accepted it: it is on neither phone
  | 'noActiveSession' // WABA: 24 hours after the customer's last message only an approved template may go

/** Why it is unknown whether a message was sent. */
export type UncertainCause =
  | 'noAnswer'
  | 'connectionBroke'
  | 'answerUnclear' // an error or no answer that can be read
  | 'programEnded'
  | 'otherRun' // it waited here while another copy of this desk acted, and the team's database was restored or can't say
  | 'repaired' // it waited here while the archive was damaged: what was stored of it last may be lost

/** The reason why a queued or accepted message waits, and until when it is kept. */
export type WaitReason =
  | { readonly kind: 'scheduled'; readonly at: number; readonly zone: string } // sent at that time
  | { readonly kind: 'pastDue'; readonly at: number; readonly zone: string } // due while it could not be sent, or its instance was removed
  | { readonly kind: 'undoable'; readonly until: number } // the person may still undo the send
  | { readonly kind: 'lane' } // an earlier message of the chat comes first
  | { readonly kind: 'offline' }
  | { readonly kind: 'paused' }
  | { readonly kind: 'teamAway' } // the team's database is unreachable
  | { readonly kind: 'tokenMissing' }
  | { readonly kind: 'rateLimited'; readonly retryAt: number }
  | { readonly kind: 'starting'; readonly retryAt: number } // the service is starting the instance
  | { readonly kind: 'uploadStalled'; readonly retryAt: number } // its upload failed and is retried
  | { readonly kind: UncertainCause } // uncertain: why
  | { readonly kind: 'sameId' } // uncertain: the answer had the id of another message of the chat
  | { readonly kind: 'waitsForPerson' } // queued for more than an hour without a connection
  | { readonly kind: 'answeredFirst' } // a colleague answered a moment before; the person decides
  | { readonly kind: 'dismissed' } // uncertain or expired, and the person dismissed it
  | { readonly kind: 'cleared' } // expired: the service's queue was cleared while it waited there
  | { readonly kind: 'held'; readonly heldUntil: number } // accepted, but the instance is not authorized
  | { readonly kind: 'paced'; readonly position?: number; readonly expectedAt?: number } // waiting for the sending interval

export interface MessageStatus {
  readonly kind: StatusKind
  /** The service's latest raw status, if it differs from the derived one ('' and 'UNKNOWN' included). */
  readonly raw?: string
  readonly reason?: FailureReason
  readonly text?: string
  readonly waitReason?: WaitReason
  /** Not sent yet: may be edited or cancelled. */
  readonly changeable: boolean
  /** Written here and not sent as far as known: `messages.retry` works. */
  readonly retriable?: true
}

export type ObservationSource =
  | 'app'
  | 'sendReply'
  | 'lastOutgoingMessages'
  | 'getChatHistory'
  | 'getMessage'
  | 'notification'
  | 'showMessagesQueue'

export interface StatusObservation {
  readonly source: ObservationSource
  /** The raw status; for source `app` one of our own states. */
  readonly raw: string
  readonly status: StatusKind
  readonly reason?: FailureReason
  readonly text?: string
  /** The source's own time, epoch ms, if it has one. */
  readonly serviceAt: number | null
  readonly seenAt: number
}
