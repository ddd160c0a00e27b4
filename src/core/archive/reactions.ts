import type { ChatKey } from '../../contract/ids.ts'
import type { Tx } from '../store/tx.ts'

/** Who reacted, in the table `reaction`: '' is the account itself, `unknown` somebody the service did not name. */
export const reactorOf = (direction: 'incoming' | 'outgoing', senderId: string): string =>
  direction === 'outgoing' ? '' : senderId === '' ? 'unknown' : senderId

/**
 * A reaction is a message of its own that speaks of another one. What shows on the target is each person's latest
 * (at, tie) reaction, worked out anew from the rows, so that it never depends on their order of arrival.
 */
export function refreshReaction(tx: Tx, chat: ChatKey, targetId: string, reactor: string): void {
  const latest = tx.get<{ emoji: string; at: number; tie: string }>(
    `select text as emoji, at, tie from message
     where chat = :chat and quoted_id = :targetId and content_kind = 'reaction' and deleted = 0
       and (case when direction = 'outgoing' then '' when sender_id = '' then 'unknown' else sender_id end) = :reactor
     order by at desc, tie desc limit 1`,
    { chat, targetId, reactor },
  )
  if (latest === undefined) {
    tx.run('delete from reaction where chat = ? and target_id = ? and sender_id = ?', [chat, targetId, reactor])
    return
  }
  tx.run(
    `insert into reaction (chat, target_id, sender_id, emoji, at, tie) values (?, ?, ?, ?, ?, ?)
     on conflict do update set emoji = excluded.emoji, at = excluded.at, tie = excluded.tie`,
    [chat, targetId, reactor, latest.emoji, latest.at, latest.tie],
  )
}

/** A reaction shows on its target; one that was taken back shows nowhere. Only one without its target is a row of its own. */
export function isFolded(
  tx: Pick<Tx, 'get'>,
  chat: ChatKey,
  facts: { readonly content: { readonly kind: string }; readonly quotedId: string },
): boolean {
  if (facts.content.kind !== 'reaction') return false
  if ('emoji' in facts.content && facts.content.emoji === '') return true
  if (facts.quotedId === '') return false
  return tx.get('select key from message where chat = ? and id_message = ?', [chat, facts.quotedId]) !== undefined
}

/** The target came: its reactions move onto it. */
export function foldReactionsOf(tx: Tx, chat: ChatKey, targetId: string): void {
  tx.run(
    "update message set folded = 1 where chat = ? and quoted_id = ? and content_kind = 'reaction' and folded = 0",
    [chat, targetId],
  )
}
