import type { InstanceKey } from '../../../../contract/ids.ts'
import type { Tx } from '../../../store/tx.ts'

/** The service's clock minus ours, ms. */
export const clockOffset = (tx: Pick<Tx, 'get'>, instance: InstanceKey): number =>
  tx.get<{ offset: number }>('select clock_offset_ms as offset from instance where key = ?', [instance])?.offset ?? 0
