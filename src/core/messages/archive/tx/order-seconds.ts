import type { ChatKey, MessageKey } from '../../../../contract/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import { largestSecond, orderWithinSecond, ownTie, placedTie } from '../rules/order-within-second.ts'
import { tieOf } from '../rules/position.ts'

/** A message whose place among others of its second is another one now. */
export interface Reordered {
  readonly key: MessageKey
  readonly quotedId: string | null
  readonly isReaction: boolean
}

/**
 * Recomputes the order of a chat's messages of one second (ADR 0010). A message that is alone uses its id as its tie.
 * Returns the moved ones.
 * @param at epoch ms, the exact place
 */
export function orderSecond(tx: Tx, chat: ChatKey, at: number): readonly Reordered[] {
  const rows = tx.all<{
    key: MessageKey
    id: string
    tie: string
    queue: number | null
    list: number | null
    quotedId: string | null
    kind: string
  }>(
    `select key, id_message as id, tie, queue_order as queue, list_order as list, quoted_id as quotedId, content_kind as kind
     from message where chat = ? and unsent = 0 and at = ? and id_message is not null limit ${largestSecond + 1}`,
    [chat, at],
  )
  const [only] = rows
  if (only === undefined || rows.length > largestSecond)
    return rows.length > largestSecond ? orderMany(tx, chat, at) : []
  const ordered = orderWithinSecond(rows)
  return ordered.flatMap((row, index) => {
    const tie = rows.length === 1 ? tieOf(row.id) : placedTie(index, row.id)
    if (tie === row.tie) return []
    tx.run('update message set tie = ? where key = ?', [tie, row.key])
    return [{ key: row.key, quotedId: row.quotedId, isReaction: row.kind === 'reaction' }]
  })
}

/** Each by its own facts; messages that already have such a tie are skipped. */
function orderMany(tx: Tx, chat: ChatKey, at: number): readonly Reordered[] {
  const rows = tx.all<{
    key: MessageKey
    id: string
    queue: number | null
    list: number | null
    quotedId: string | null
    kind: string
  }>(
    `select key, id_message as id, queue_order as queue, list_order as list, quoted_id as quotedId, content_kind as kind
     from message where chat = ? and unsent = 0 and at = ? and tie < '~' and id_message is not null`,
    [chat, at],
  )
  return rows.map((row) => {
    tx.run('update message set tie = ? where key = ?', [ownTie(row), row.key])
    return { key: row.key, quotedId: row.quotedId, isReaction: row.kind === 'reaction' }
  })
}

/** All seconds of a chat in which there are or were several messages, as after two chats became one. */
export function orderSeconds(tx: Tx, chat: ChatKey): void {
  const seconds = tx.all<{ at: number }>(
    "select at from message where chat = ? and unsent = 0 group by at having count(*) > 1 or min(tie) glob '[#~]*'",
    [chat],
  )
  for (const { at } of seconds) orderSecond(tx, chat, at)
}
