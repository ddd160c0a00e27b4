import type { MessageKey } from '../../../../contract/ids.ts'
import type { OrderDetails } from '../../../../contract/orders.ts'
import { readStored } from '../../../base/rules/stored-json.ts'
import type { ReadTx, Tx } from '../../../store/tx.ts'
import { storedOrderDetails } from '../../content/rules/order-details.ts'
import type { StoredOrderDetails } from '../../content/rules/order-details.ts'
import { readMessage } from './message-row.ts'

/** Keeps what the service answered for an order. An order that was erased meanwhile keeps nothing. */
export function storeOrderDetails(
  tx: Tx,
  { message, details }: { readonly message: MessageKey; readonly details: StoredOrderDetails },
): void {
  const row = readMessage(tx, message)
  if (row === null) return
  tx.run('insert or replace into order_details (message, read_at, details_json) values (?, ?, ?)', [
    message,
    tx.now,
    JSON.stringify(details),
  ])
  tx.changed({ kind: 'messages', instance: row.instance, chat: row.chat, messages: [message] })
}

/** The kept details of an order; null where nobody asked. */
export function readOrderDetails(
  tx: ReadTx,
  message: MessageKey,
): (StoredOrderDetails & Pick<OrderDetails, 'readAt'>) | null {
  const row = tx.get<{ read_at: number; details_json: string }>(
    'select read_at, details_json from order_details where message = ?',
    [message],
  )
  const details = readStored(row?.details_json, storedOrderDetails, null)
  return row === undefined || details === null ? null : { ...details, readAt: row.read_at }
}
