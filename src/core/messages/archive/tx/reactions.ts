import type { ChatKey } from '../../../../contract/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import { aliasesOf } from './aliases.ts'
import { chatKindOf, twinOf } from '../rules/chat-id.ts'

/** The person in the table `reaction`: '' is the account itself, `unknown` a person whom the service did not name. */
export const reactorOf = (direction: 'incoming' | 'outgoing', senderId: string): string =>
  direction === 'outgoing' ? '' : senderId === '' ? 'unknown' : senderId

/**
 * A reaction is a separate message that refers to a target. The target shows each person's latest reaction by (at,
 * tie), recomputed from the rows, so it does not depend on their order of arrival. It is stored under the id of the
 * latest one.
 */
export function refreshReaction(tx: Tx, chat: ChatKey, targetId: string, reactor: string): void {
  const who = JSON.stringify(idsOfReactor(tx, chat, reactor))
  tx.run(
    'delete from reaction where chat = :chat and target_id = :targetId and sender_id in (select value from json_each(:who))',
    { chat, targetId, who },
  )
  tx.run(
    `insert into reaction (chat, target_id, sender_id, emoji, at, tie)
     select chat, quoted_id, reactor, text, at, tie from (
       select *, case when direction = 'outgoing' then '' when sender_id = '' then 'unknown' else sender_id end as reactor
       from message where chat = :chat and quoted_id = :targetId and content_kind = 'reaction' and deleted = 0)
     where reactor in (select value from json_each(:who))
     order by at desc, tie desc limit 1`,
    { chat, targetId, who },
  )
}

/** Recomputes all reactions of a chat: two ids may now belong to one person. */
export function refreshReactions(tx: Tx, chat: ChatKey): void {
  tx.run('delete from reaction where chat = ?', [chat])
  const reacted = tx.all<{ targetId: string; direction: 'incoming' | 'outgoing'; senderId: string }>(
    `select distinct quoted_id as targetId, direction, sender_id as senderId from message
     where chat = ? and content_kind = 'reaction' and quoted_id is not null`,
    [chat],
  )
  for (const { targetId, direction, senderId } of reacted)
    refreshReaction(tx, chat, targetId, reactorOf(direction, senderId))
}

/** All ids of one person, with and without suffix: the person of a personal chat has all ids of the chat. */
function idsOfReactor(tx: Tx, chat: ChatKey, reactor: string): readonly string[] {
  const forms = (id: string) => [id, twinOf(id) ?? id]
  const own = forms(reactor)
  const peer = aliasesOf(tx, chat).flatMap(({ alias }) => (chatKindOf(alias) === 'group' ? [] : forms(alias)))
  return peer.includes(reactor) ? [...own, ...peer] : own
}

/**
 * A reaction is shown on its target, a removed one nowhere. Only a reaction without its target is shown as a row.
 */
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

/** The target arrived: its reactions are shown on it. */
export function foldReactionsOf(tx: Tx, chat: ChatKey, targetId: string): void {
  tx.run(
    "update message set folded = 1 where chat = ? and quoted_id = ? and content_kind = 'reaction' and folded = 0",
    [chat, targetId],
  )
}
