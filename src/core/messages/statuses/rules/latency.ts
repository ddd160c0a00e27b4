import type { ObservationSource, StatusKind } from '../../../../contract/statuses.ts'
import { statusRank } from './derive-status.ts'

/** The part of an observation that a latency needs. Times are epoch ms; `seenAt` by this computer's clock. */
export interface TimedObservation {
  readonly source: ObservationSource
  readonly status: StatusKind
  readonly serviceAt: number | null
  readonly seenAt: number
}

export interface Latency {
  readonly ms: number
  /** An upper bound: the source has no time of its own for the status, or reported a later one. */
  readonly atMost: boolean
}

/** Times of the service are whole seconds, cut off. Ms. */
const second = 1_000

/**
 * How long it took from acceptance to a status, by the earliest observation that says so (architecture 7); null when
 * none does, or when it can't be known: a message that had the status when it was first seen may have had it for days.
 * A status that was never seen itself, but a later one, was reached by then at the latest.
 * @param acceptedAt epoch ms by this computer's clock.
 * @param observations oldest first, our own included.
 * @param clockOffsetMs the service's clock minus this computer's.
 */
export function latencyTo(
  status: 'delivered' | 'read',
  acceptedAt: number,
  observations: readonly TimedObservation[],
  clockOffsetMs: number,
): Latency | null {
  let best: Latency | null = null
  /** The message was seen, or written here, before it had the status. */
  let watched = false
  for (const observation of observations) {
    if (statusRank(observation.status) < statusRank(status)) {
      watched = true
      continue
    }
    const latency = latencyBy(observation, observation.status === status, acceptedAt, clockOffsetMs, watched)
    if (latency === null) continue
    if (best === null || latency.ms < best.ms || (latency.ms === best.ms && best.atMost)) best = latency
  }
  return best
}

function latencyBy(
  { source, serviceAt, seenAt }: TimedObservation,
  isReported: boolean,
  acceptedAt: number,
  clockOffsetMs: number,
  watched: boolean,
): Latency | null {
  const seenMs = seenAt - acceptedAt
  const observedMs = serviceAt === null ? null : serviceAt - clockOffsetMs - acceptedAt
  if (observedMs !== null && source === 'notification') {
    if (isReported && observedMs > 0) return { ms: observedMs, atMost: false }
    return atMost(Math.min(observedMs + second, seenMs))
  }
  // The time in a journal is that of the last action: within the second of the acceptance it may be the acceptance
  // itself.
  if (observedMs !== null && observedMs > second) return atMost(observedMs + second)
  return watched ? atMost(seenMs) : null
}

/** Where the clocks disagree by more than it took, nothing is known. */
const atMost = (ms: number): Latency | null => (ms > 0 ? { ms, atMost: true } : null)
