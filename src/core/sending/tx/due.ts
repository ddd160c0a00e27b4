import { ContractError } from '../../../contract/errors.ts'
import type { MessageKey } from '../../../contract/ids.ts'
import type { SendAt } from '../../../contract/sending.ts'
import { noWaitReason } from '../../messages/outbox/rules/wait-reason.ts'
import type { Tx } from '../../store/tx.ts'
import { retryPolicy } from '../rules/retry-policy.ts'
import { updateOutbox } from '../../messages/outbox/tx/outbox-row.ts'

/** Throws `schedulePast` and `scheduleFar`. */
export function checkSendAt(tx: Pick<Tx, 'now'>, { at }: SendAt): void {
  // oxlint-disable-next-line clocks/monotonic -- a person chose the time by the wall clock
  if (at <= tx.now) throw new ContractError('schedulePast')
  // oxlint-disable-next-line clocks/monotonic -- a person chose the time by the wall clock
  if (at > tx.now + retryPolicy.scheduleAhead) throw new ContractError('scheduleFar')
}

/** The message goes at that time, and stands outside its lane until then. */
export function setDue(tx: Tx, message: MessageKey, { at, zone }: SendAt): void {
  updateOutbox(tx, message, { due_at: at, due_zone: zone, parked: 0, next_try_at: 0, ...noWaitReason })
}
