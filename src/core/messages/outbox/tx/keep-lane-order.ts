import type { ChatKey, MessageKey } from '../../../../contract/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import { queueRetentionMs } from '../rules/match-outbox.ts'

/**
 * Moves own messages that the service accepted, but has not dated yet, behind those that were sent before them. The
 * service dates a message when it leaves the sending queue, perhaps hours after the request, so a message that is still
 * in the queue has a time before that of the one ahead of it. Returns the moved ones; the caller announces them.
 */
export function keepLaneOrder(tx: Tx, chat: ChatKey): readonly MessageKey[] {
  const undated = tx.all<{ key: MessageKey; at: number; sentAt: number; seq: number }>(
    `select m.key, m.at, o.sent_at as sentAt, o.seq
     from message m indexed by message_unseen cross join outbox o on o.message = m.key
     where m.chat = ? and m.direction = 'outgoing' and m.raw is null and m.unsent = 0 and m.at >= ?
       and o.state in ('accepted', 'uncertain') and o.sent_at is not null
     order by o.sent_at, o.seq`,
    [chat, tx.now - queueRetentionMs],
  )
  return undated.flatMap(({ key, at, sentAt, seq }) => {
    const before = tx.get<{ at: number }>(
      `select m.at from message m indexed by message_place cross join outbox o on o.message = m.key
       where m.chat = :chat and m.unsent = 0 and m.at >= :at and (o.sent_at, o.seq) < (:sentAt, :seq)
         and o.state in ('accepted', 'uncertain')
       order by m.at desc limit 1`,
      { chat, at, sentAt, seq },
    )
    if (before === undefined) return []
    tx.run('update message set at = ? where key = ?', [before.at + 1, key])
    return [key]
  })
}
