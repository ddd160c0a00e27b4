import { waitReasonColumns, type WaitReasonColumns } from '../../messages/outbox/rules/wait-reason.ts'
import { readSetting } from '../../settings/tx/settings-intents.ts'
import type { Tx } from '../../store/tx.ts'
import { retryPolicy } from '../rules/retry-policy.ts'

/** How a new message waits in its lane. */
export interface InitialWait {
  readonly waitReason: WaitReasonColumns
  /** Not before, epoch ms. */
  readonly nextTryAt: number
}

/** The wait in which a send can be undone; null: Settings do not ask for one. */
export function undoWait(tx: Tx): InitialWait | null {
  if (readSetting(tx, 'undoSend') !== true) return null
  const until = tx.now + retryPolicy.undo
  return { waitReason: waitReasonColumns({ kind: 'undoable', until }), nextTryAt: until }
}
