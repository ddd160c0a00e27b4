import type { InstanceKey } from '../../../../contract/ids.ts'
import { joinSpans, readSpans, type Span } from '../rules/completeness.ts'
import type { ReadTx } from '../../../store/tx.ts'

/** An instance's stored coverage of its queue, which `accounts/tx/queue-coverage.ts` writes. */
export interface CoverageRow {
  readonly live_from: number | null
  readonly live_to: number | null
  readonly live_past_json: string
  /** The service's clock minus ours, ms. */
  readonly offset: number
  /** An absence whose gaps are not closed yet. */
  readonly absence_json: string | null
}

/** All spans of an instance's queue, the open one last. */
export function liveSpans(tx: Pick<ReadTx, 'get'>, instance: InstanceKey): readonly Span[] {
  const row = readCoverage(tx, instance)
  return row === undefined ? [] : joinSpans(allSpans(row))
}

/** The stored coverage. */
export const readCoverage = (tx: Pick<ReadTx, 'get'>, instance: InstanceKey) =>
  tx.get<CoverageRow>(
    'select live_from, live_to, live_past_json, absence_json, clock_offset_ms as offset from instance where key = ?',
    [instance],
  )

export function allSpans(row: CoverageRow): readonly Span[] {
  const past = readSpans(row.live_past_json)
  return row.live_from === null || row.live_to === null ? past : [...past, { from: row.live_from, to: row.live_to }]
}

/** The service's time before which retention removes messages of an instance, epoch ms; 0: it removed none yet. */
export const retainedFrom = (tx: Pick<ReadTx, 'get'>, instance: InstanceKey): number =>
  tx.get<{ at: number }>('select retained_from as at from instance where key = ?', [instance])?.at ?? 0
