import type { FailureReason, StatusKind } from '../../../../contract/statuses.ts'

/** One observation of a message at the service. */
export interface ServiceObservation {
  readonly status: StatusKind
  readonly raw: string
  readonly reason?: FailureReason | undefined
  readonly text?: string | undefined
}

/** Our own state of the send; it counts while the service has reported nothing. */
export interface OwnStatus {
  readonly status: 'scheduled' | 'queued' | 'sending' | 'accepted' | 'failed' | 'uncertain' | 'expired'
  readonly reason?: FailureReason | undefined
  /** The service's words of a refusal. */
  readonly text?: string | undefined
}

export interface DerivedStatus {
  readonly status: StatusKind
  /** The latest raw status if it differs from the shown one; else `null`. */
  readonly raw: string | null
  readonly reason: FailureReason | null
  readonly text: string | null
}

/**
 * Order of the service's statuses (architecture 7). A failure is shown unless *delivered* or *read* was observed, so it
 * is between sent and delivered. '' and UNKNOWN carry no information, so every known status is above them.
 */
const ranks: Readonly<Partial<Record<StatusKind, number>>> = {
  none: 1,
  unknown: 2,
  accepted: 3,
  pending: 4,
  sent: 5,
  failed: 6,
  delivered: 7,
  read: 8,
}

/** The higher, the further; 0 for what is not the service's to say. */
export const statusRank = (status: StatusKind): number => ranks[status] ?? 0

/** For each own state: the least status of the service that replaces it. */
const outranks: Readonly<Record<OwnStatus['status'], number>> = {
  scheduled: statusRank('accepted'),
  queued: statusRank('accepted'),
  sending: statusRank('accepted'),
  uncertain: statusRank('accepted'),
  accepted: statusRank('pending'),
  failed: statusRank('pending'),
  // 24 hours passed while it still waited: being listed as pending doesn't contradict that.
  expired: statusRank('sent'),
}

/**
 * The shown status: the furthest one ever observed, in any order. @param own null for messages not sent from here
 * @param observations oldest first
 */
export function deriveStatus(own: OwnStatus | null, observations: readonly ServiceObservation[]): DerivedStatus {
  let best: ServiceObservation | undefined
  for (const observation of observations) {
    const rank = statusRank(observation.status)
    // Of equal ones the first stays: a later repeat doesn't rewrite the reason.
    if (rank > (best === undefined ? 0 : statusRank(best.status))) best = observation
  }
  const latest = observations.at(-1)?.raw
  const rawUnlessEqual = (status: StatusKind) =>
    latest === undefined || latest.toLowerCase() === status ? null : latest

  if (own !== null && (best === undefined || statusRank(best.status) < outranks[own.status])) {
    return { status: own.status, raw: rawUnlessEqual(own.status), reason: own.reason ?? null, text: own.text ?? null }
  }
  if (best === undefined) return { status: 'none', raw: null, reason: null, text: null }
  return { status: best.status, raw: rawUnlessEqual(best.status), reason: best.reason ?? null, text: best.text ?? null }
}
