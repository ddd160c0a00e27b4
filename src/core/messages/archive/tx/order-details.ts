import type { MessageKey } from '../../../../contract/ids.ts'
import type { OrderDetails } from '../../../../contract/business-kinds.ts'
import { readStored } from '../../../base/rules/stored-json.ts'
import type { ReadTx, Tx } from '../../../store/tx.ts'
import { searchPartsWith, storedOrderDetails, type StoredOrderDetails } from '../../content/rules/order-details.ts'
import type { StoredContent } from '../../content/rules/stored-content.ts'
import { readMessage } from './message-row.ts'
import { indexText } from './search-index.ts'

/** Keeps what the service answered for an order. An order that was erased meanwhile keeps nothing. */
export function storeOrderDetails(
  tx: Tx,
  { message, details }: { readonly message: MessageKey; readonly details: StoredOrderDetails },
): void {
  const row = readMessage(tx, message)
  if (row === null) return
  const indexed = messageSearchText(tx, message, row.facts.content)
  tx.run('insert or replace into order_details (message, read_at, details_json) values (?, ?, ?)', [
    message,
    tx.now,
    JSON.stringify(details),
  ])
  const text = messageSearchText(tx, message, row.facts.content)
  if (!row.folded && text !== indexed) indexText(tx, { key: message, fts: row.fts, at: row.facts.position.at }, text)
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

/**
 * Searchable parts of a stored message: its content and, for an order, the names of its lines. Only an order costs a
 * statement.
 */
export const messageSearchParts = (tx: ReadTx, message: MessageKey, content: StoredContent): readonly string[] =>
  searchPartsWith(content, content.kind === 'order' ? readOrderDetails(tx, message) : null)

export const messageSearchText = (tx: ReadTx, message: MessageKey, content: StoredContent): string =>
  messageSearchParts(tx, message, content).join('\n')
