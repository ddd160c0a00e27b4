import type { ObservationSource, StatusKind } from '../../contract/messages.ts'
import { statusRank } from './derive-status.ts'

/** What a latency needs of an observation. Times are epoch ms; `seenAt` by this computer's clock. */
export interface TimedObservation {
  readonly source: ObservationSource
  readonly status: StatusKind
  readonly serviceAt: number | null
  readonly seenAt: number
}

export interface Latency {
  readonly ms: number
  /** It can have been faster: the source has no time of its own for it, or told a later status. */
  readonly atMost: boolean
}

/**
 * How long it took from acceptance to a status, by the earliest observation that says so (architecture 7); null when
 * none does. A status that was never seen itself, but a later one, was reached by then at the latest.
 * @param acceptedAt epoch ms by this computer's clock.
 * @param clockOffsetMs the service's clock minus this computer's.
 */
export function latencyTo(
  status: 'delivered' | 'read',
  acceptedAt: number,
  observations: readonly TimedObservation[],
  clockOffsetMs: number,
): Latency | null {
  let best: Latency | null = null
  for (const observation of observations) {
    if (statusRank(observation.status) < statusRank(status)) continue
    const { serviceAt, seenAt, source } = observation
    const at = serviceAt === null ? seenAt : serviceAt - clockOffsetMs
    // The time in a journal is that of the last action, which may have been another one.
    const exact = serviceAt !== null && source === 'notification' && observation.status === status
    const latency = { ms: Math.max(0, at - acceptedAt), atMost: !exact }
    if (best === null || latency.ms < best.ms || (latency.ms === best.ms && best.atMost)) best = latency
  }
  return best
}
