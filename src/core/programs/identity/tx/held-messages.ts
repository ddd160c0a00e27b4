import type { ChatKey, InstanceKey, MessageKey, ProgramKey } from '../../../../contract/ids.ts'
import type { Tx } from '../../../store/tx.ts'

/** Messages that programs sent and that have not left, without those that a person sent on or gave a time: SQL. */
export const heldMessages = `select o.message from outbox o indexed by outbox_program cross join message m on m.key = o.message
  where o.instance in (select key from instance where detached_at is null) and o.state = 'queued' and o.program is not null
    and o.released_at is null and o.parked = 0 and o.due_at is null and m.hidden_at is null`

/** Call it after a program's state or rights changed: what waits of it may be held, or no more. */
export function announceWaiting(tx: Tx, key: ProgramKey): void {
  const waiting = tx.all<{ instance: InstanceKey; chat: ChatKey; message: MessageKey }>(
    `select instance, chat, message from outbox where program = ? and state = 'queued'`,
    [key],
  )
  for (const { message, ...place } of waiting) tx.changed({ kind: 'messages', ...place, messages: [message] })
}
