import type { FailureReason, StatusKind } from '../../../../contract/messages.ts'

/** What one sighting at the service said of a message. */
export interface ServiceObservation {
  readonly status: StatusKind
  readonly raw: string
  readonly reason?: FailureReason | undefined
  readonly text?: string | undefined
}

/** What this computer knows of its own sending; it holds while the service has said nothing of it. */
export interface OwnStatus {
  readonly status: 'scheduled' | 'queued' | 'sending' | 'accepted' | 'failed' | 'uncertain' | 'expired'
  readonly reason?: FailureReason | undefined
  /** The service's words of a refusal. */
  readonly text?: string | undefined
}

export interface DerivedStatus {
  readonly status: StatusKind
  /** The service's latest word where it differs from what is shown; `null` when it doesn't. */
  readonly raw: string | null
  readonly reason: FailureReason | null
  readonly text: string | null
}

/**
 * How far a message got, by the service's own words (architecture 7). A failure is the mark while nothing above *sent*
 * was ever seen, so its place is between sent and delivered. '' and UNKNOWN say nothing, so anything known is above
 * them.
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

/** Own knowledge against the service's word: what the word must at least say to be shown instead. */
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
 * The status that is shown: the furthest that was ever seen, whatever the order in which the sightings came.
 * @param own null for messages that were not sent from here.
 * @param sightings oldest first.
 */
export function deriveStatus(own: OwnStatus | null, observations: readonly ServiceObservation[]): DerivedStatus {
  let best: ServiceObservation | undefined
  for (const observation of observations) {
    const rank = statusRank(observation.status)
    // Of equal ones the first stays: a later repeat doesn't rewrite the reason.
    if (rank > (best === undefined ? 0 : statusRank(best.status))) best = observation
  }
  const latest = observations.at(-1)?.raw
  const spoken = (status: StatusKind) => (latest === undefined || latest.toLowerCase() === status ? null : latest)

  if (own !== null && (best === undefined || statusRank(best.status) < outranks[own.status])) {
    return { status: own.status, raw: spoken(own.status), reason: own.reason ?? null, text: own.text ?? null }
  }
  if (best === undefined) return { status: 'none', raw: null, reason: null, text: null }
  return { status: best.status, raw: spoken(best.status), reason: best.reason ?? null, text: best.text ?? null }
}
