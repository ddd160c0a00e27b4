import type { FailureReason, ObservationSource, StatusKind } from '../../../../contract/statuses.ts'

/** A source's statement about a message's status. Times are epoch ms. */
export interface Observation {
  readonly source: ObservationSource
  /** The raw status, '' included; for source `app` one of our own states. */
  readonly raw: string
  /** Time of the status, if the source has one. */
  readonly serviceAt: number | null
  readonly seenAt: number
  /** The id under which the service said it. */
  readonly idMessage?: string | undefined
  /** The service's words beside it. */
  readonly text?: string | null | undefined
  /** Why a send failed, where one of our own states says so; a word of the service's has its reason in itself. */
  readonly reason?: FailureReason | undefined
}

/** A stored observation; append-only. */
export interface ObservationRow {
  readonly id_message: string | null
  readonly source: ObservationSource
  readonly raw: string
  readonly status: StatusKind
  readonly reason: FailureReason | null
  readonly text: string | null
  readonly service_at: number | null
  readonly seen_at: number
}

/**
 * Whether an observation is worth a row. What a list said once is not, however often it is asked, also when it holds
 * one message twice with different words each time (service 10.5); an event counts once, however often it is delivered.
 * Our own states come again and again.
 */
export function isNewObservation(known: readonly ObservationRow[], next: Observation): boolean {
  const same = (row: ObservationRow) => row.raw === next.raw && (row.text ?? null) === (next.text ?? null)
  if (next.source === 'notification') {
    return !known.some((row) => row.source === 'notification' && same(row) && row.service_at === next.serviceAt)
  }
  if (next.source === 'app' || next.source === 'sendReply') {
    const last = known.findLast((row) => row.source === next.source)
    return last === undefined || !same(last)
  }
  return !known.some((row) => row.source === next.source && same(row))
}
