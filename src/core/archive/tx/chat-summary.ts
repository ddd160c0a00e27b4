import type { ChatKey } from '../../../contract/ids.ts'
import type { Tx } from '../../store/tx.ts'

/**
 * Works out anew what the chat list shows, in which what is scheduled has no part yet: the newest message, the place in the list, the unread count and since when
 * the chat waits for an answer. Call it in each transaction that touches a chat's messages, draft, read or done mark.
 */
export function refreshSummary(tx: Tx, chat: ChatKey): void {
  const last = tx.get<{ key: number; at: number }>(
    `select key, at from message where chat = ? and folded = 0 and hidden_at is null and status is not 'scheduled'
     order by unsent desc, at desc, tie desc limit 1`,
    [chat],
  )
  tx.run(
    `update chat set last_message = :last, last_at = :at, unread = :unread, waiting_at = :waitingAt,
       list_at = max(:at, case when draft = '' then 0 else coalesce(draft_at, 0) end)
     where key = :chat`,
    { chat, last: last?.key, at: last?.at ?? 0, unread: countUnread(tx, chat), waitingAt: waitingSince(tx, chat) },
  )
}

/**
 * Unread is what a person has not seen: incoming messages newer than the read mark and than the account's own last
 * message, that either came as a notification or were written after the instance was added, by the service's clock (so
 * that a first sync makes nothing unread). Within one second of the mark or of the own message the order of arrival decides.
 */
function countUnread(tx: Pick<Tx, 'get'>, chat: ChatKey): number {
  const state = tx.get<{ readAt: number; readSeenAt: number; since: number; ownAt: number; ownSeenAt: number }>(
    `select chat.read_at as readAt, chat.read_seen_at as readSeenAt, instance.created_at + instance.clock_offset_ms as since, coalesce(own.at, 0) as ownAt, coalesce(own.seen_at, 0) as ownSeenAt
     from chat join instance on instance.key = chat.instance
     left join message as own on own.key = (
       select key from message where chat = :chat and direction = 'outgoing' and status is not 'scheduled' order by at desc, seen_at desc limit 1
     )
     where chat.key = :chat`,
    { chat },
  )
  if (state === undefined) return 0
  const from = Math.max(state.readAt, state.ownAt)
  return (
    tx.get<{ unread: number }>(
      `select count(*) as unread from message
       where chat = :chat and unsent = 0 and at >= :from and (at > :readAt or seen_at > :readSeenAt)
         and (at > :ownAt or seen_at > :ownSeenAt)
         and direction = 'incoming' and folded = 0 and hidden_at is null and (live = 1 or at >= :since)`,
      { chat, from, ...state },
    )?.unread ?? 0
  )
}

/**
 * Epoch ms of the first incoming message that nobody answered: after the account's own last one and after the done mark.
 * What counts as incoming is what counts as unread, so that a first sync keeps nobody waiting. An own message that failed
 * is no answer, a reaction neither. Null when nothing waits.
 */
function waitingSince(tx: Pick<Tx, 'get'>, chat: ChatKey): number | null {
  const state = tx.get<{ doneAt: number; doneSeenAt: number; since: number; ownAt: number; ownSeenAt: number }>(
    `select chat.done_at as doneAt, chat.done_seen_at as doneSeenAt,
       instance.created_at + instance.clock_offset_ms as since,
       coalesce(own.at, 0) as ownAt, coalesce(own.seen_at, 0) as ownSeenAt
     from chat join instance on instance.key = chat.instance
     left join message as own on own.key = (
       select key from message
       where chat = :chat and direction = 'outgoing' and status is not 'failed' and status is not 'scheduled' and folded = 0 and hidden_at is null
       order by at desc, seen_at desc limit 1
     )
     where chat.key = :chat`,
    { chat },
  )
  if (state === undefined) return null
  const from = Math.max(state.doneAt, state.ownAt)
  const first = tx.get<{ at: number | null }>(
    `select min(at) as at from message
     where chat = :chat and unsent = 0 and at >= :from and (at > :doneAt or seen_at > :doneSeenAt)
       and (at > :ownAt or seen_at > :ownSeenAt)
       and direction = 'incoming' and folded = 0 and hidden_at is null and (live = 1 or at >= :since)`,
    { chat, from, ...state },
  )
  return first?.at ?? null
}
