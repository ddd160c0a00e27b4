import { statusColumns, statusOf } from '../../messages/statuses/rules/status-of.ts'
import type { StatusColumns } from '../../messages/statuses/rules/status-of.ts'
import type { MessageKey } from '../../../contract/ids.ts'
import type { MessageStatus } from '../../../contract/messages.ts'
import type { ReadTx } from '../../store/tx.ts'

/** The status of one message as it is shown; null when it is incoming or gone. */
export function readStatus(tx: ReadTx, input: { readonly message: MessageKey }): MessageStatus | null {
  const row = tx.get<StatusColumns>(
    `select ${statusColumns} from message m left join outbox o on o.message = m.key where m.key = ?`,
    [input.message],
  )
  return row === undefined ? null : statusOf(row)
}
