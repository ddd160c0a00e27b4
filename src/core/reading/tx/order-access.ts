import { z } from 'zod'
import { parseJson } from '../../../api/answers/parse-json.ts'
import { hiddenText } from '../../../api/redact.ts'
import { readPart } from '../../../api/schema/business-parts.ts'
import { id, lenient, readAs } from '../../../api/schema/lenient.ts'
import { ContractError } from '../../../contract/errors.ts'
import type { InstanceKey, MessageKey } from '../../../contract/ids.ts'
import { readContentOf } from '../../messages/archive/tx/read-content.ts'
import { ownIdOf } from '../../messages/rules/own-ids.ts'
import type { ReadTx } from '../../store/tx.ts'

/** The input of getOrderDetails. The token is a secret: it goes from here into the request, and nowhere else. */
export interface OrderAccess {
  readonly instance: InstanceKey
  readonly orderId: string
  readonly sellerJid: string
  /** null: no record of the order has one. */
  readonly token: string | null
}

const secretPart = z.looseObject({ token: lenient(id) })
const anyObject = z.looseObject({ messageData: lenient(z.looseObject({})) })

/** The order's own token is in its raw record, or in a notification that told of it: a journal's record may lack it. */
export function orderAccess(tx: ReadTx, { message }: { readonly message: MessageKey }): OrderAccess {
  const row = tx.get<{
    instance: InstanceKey
    chat_id: string
    direction: string
    content_json: string
    raw: string | null
    wid: string | null
    ownId: string | null
  }>(
    `select m.instance, c.chat_id, m.direction, m.content_json, m.raw, i.wid, i.own_id as ownId from message m
     join chat c on c.key = m.chat join instance i on i.key = m.instance where m.key = ? and m.deleted = 0`,
    [message],
  )
  const content = row === undefined ? null : readContentOf(tx, message, row.content_json)
  if (row === undefined || content?.kind !== 'order') throw new ContractError('notFound')
  const journaled = tx.all<{ raw: string }>('select raw from journal where message = ? order by key desc limit 5', [
    message,
  ])
  const token = [row.raw, ...journaled.map(({ raw }) => raw)].map(tokenIn).find((found) => found !== null) ?? null
  // The receiver of an order is its seller, unless the record names another.
  const seller = row.direction === 'incoming' ? (ownIdOf(row) ?? '') : row.chat_id
  return { instance: row.instance, orderId: content.orderId, sellerJid: content.seller || seller, token }
}

function tokenIn(raw: string | null): string | null {
  const reading = raw === null ? null : parseJson(raw)
  const body = reading?.kind === 'json' ? readAs(anyObject, reading.value) : undefined
  if (body === undefined) return null
  const part = [body.messageData, body].map((one) =>
    one === undefined ? undefined : readPart(secretPart, one, 'orderMessage'),
  )
  const token = part.find((one) => one?.token !== undefined)?.token
  // An archive that was exported and read in again has the word that hides it.
  return token === undefined || token === hiddenText ? null : token
}
