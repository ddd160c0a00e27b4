import type { ChatKey, InstanceKey, MessageKey } from '../../contract/ids.ts'
import type { Tx } from '../store/tx.ts'
import { addAlias, chatOf } from './chat-of.ts'
import { refreshSummary } from './chat-summary.ts'
import { absorbMessage } from './absorb-message.ts'
import { joinSpans, readSpans, writeSpans } from './completeness.ts'
import { refreshTitle } from './people.ts'
import { foldReactionsOf } from './reactions.ts'

/** What shows that two ids are one chat: the service answered one with the other. */
export type JoinEvidence = 'checkAccount' | 'echo' | 'history'

interface ChatRow {
  readonly key: ChatKey
  readonly chat_id: string
  readonly draft: string
  readonly draft_at: number | null
  readonly read_at: number
  readonly unread: number
  readonly spans_json: string
}

/**
 * Makes one chat of two ids, on evidence only (architecture 5). `better` is the id that the service itself uses. The
 * older chat stays, with the messages, effects, drafts, outbox, marks and aliases of both. Answers the one that stays.
 */
export function joinChats(
  tx: Tx,
  instance: InstanceKey,
  better: string,
  other: string,
  evidence: JoinEvidence,
): ChatKey {
  const [first, second] = [chatOf(tx, instance, better), chatOf(tx, instance, other, { fromService: false })]
  if (first === second) {
    addAlias(tx, instance, other, first, evidence)
    return first
  }
  const [keep, gone] = first < second ? [first, second] : [second, first]
  moveMessages(tx, keep, gone)
  moveEffects(tx, keep, gone)
  joinRows(tx, keep, gone, better)
  tx.run('update chat_alias set chat = ?, evidence = case when alias = ? then ? else evidence end where chat = ?', [
    keep,
    other,
    evidence,
    gone,
  ])
  for (const table of ['early_status', 'outbox', 'journal'] as const) {
    tx.run(`update ${table} set chat = ? where chat = ?`, [keep, gone])
  }
  tx.run('update or ignore group_data set chat = ? where chat = ?', [keep, gone])
  tx.run('delete from chat where key = ?', [gone])
  refreshTitle(tx, keep)
  refreshSummary(tx, keep)
  tx.changed({ kind: 'messages', instance, chat: keep })
  tx.changed({ kind: 'messages', instance, chat: gone })
  tx.changed({ kind: 'chats', instance })
  return keep
}

function moveMessages(tx: Tx, keep: ChatKey, gone: ChatKey): void {
  const twins = tx.all<{ from: MessageKey; into: MessageKey }>(
    `select b.key as "from", a.key as "into" from message b join message a on a.chat = :keep and a.id_message = b.id_message
     where b.chat = :gone`,
    { keep, gone },
  )
  for (const { from, into } of twins) absorbMessage(tx, into, from)
  tx.run('update message set chat = ? where chat = ?', [keep, gone])
  const targets = tx.all<{ id: string }>(
    `select distinct target.id_message as id from message reaction join message target
       on target.chat = reaction.chat and target.id_message = reaction.quoted_id
     where reaction.chat = ? and reaction.content_kind = 'reaction' and reaction.folded = 0`,
    [keep],
  )
  for (const { id } of targets) foldReactionsOf(tx, keep, id)
}

/** Effects by the id of their target: the same rules as when they came (effects.ts). */
function moveEffects(tx: Tx, keep: ChatKey, gone: ChatKey): void {
  tx.run('update or ignore edit set chat = ? where chat = ?', [keep, gone])
  tx.run(
    `insert into deletion (chat, target_id, at) select ?, target_id, at from deletion where chat = ?
     on conflict do update set at = min(at, excluded.at)`,
    [keep, gone],
  )
  tx.run(
    `insert into poll_vote (chat, target_id, votes_json, at, tie) select ?, target_id, votes_json, at, tie from poll_vote where chat = ?
     on conflict do update set votes_json = excluded.votes_json, at = excluded.at, tie = excluded.tie
     where (excluded.at, excluded.tie) > (poll_vote.at, poll_vote.tie)`,
    [keep, gone],
  )
  tx.run(
    `insert into reaction (chat, target_id, sender_id, emoji, at, tie)
     select ?, target_id, sender_id, emoji, at, tie from reaction where chat = ?
     on conflict do update set emoji = excluded.emoji, at = excluded.at, tie = excluded.tie
     where (excluded.at, excluded.tie) > (reaction.at, reaction.tie)`,
    [keep, gone],
  )
}

function joinRows(tx: Tx, keep: ChatKey, gone: ChatKey, chatId: string): void {
  const read = (chat: ChatKey) =>
    tx.get<ChatRow>('select key, chat_id, draft, draft_at, read_at, unread, spans_json from chat where key = ?', [chat])
  const a = read(keep)
  const b = read(gone)
  if (a === undefined || b === undefined) return
  // Nothing that a person typed is dropped, and nothing unread becomes read.
  const drafts = [a, b].filter((row) => row.draft !== '').toSorted((x, y) => (x.draft_at ?? 0) - (y.draft_at ?? 0))
  const oldestUnread = tx.get<{ at: number | null }>(
    `select min(at) as at from message where chat = :keep and direction = 'incoming' and folded = 0 and hidden_at is null
       and ((:unreadA > 0 and at > :readA) or (:unreadB > 0 and at > :readB))
       and at > case when :unreadA > 0 and :unreadB > 0 then min(:readA, :readB) when :unreadA > 0 then :readA else :readB end`,
    { keep, unreadA: a.unread, unreadB: b.unread, readA: a.read_at, readB: b.read_at },
  )?.at
  const newestRead = Math.max(a.read_at, b.read_at)
  tx.run(
    `update chat set chat_id = :chatId, draft = :draft, draft_at = :draftAt, read_at = :readAt, spans_json = :spans,
       read_seen_at = max(read_seen_at, (select read_seen_at from chat where key = :gone)),
       marked_unread = max(marked_unread, (select marked_unread from chat where key = :gone)),
       pinned_at = coalesce(pinned_at, (select pinned_at from chat where key = :gone)),
       muted_until = coalesce(muted_until, (select muted_until from chat where key = :gone)),
       archived = min(archived, (select archived from chat where key = :gone)),
       reached_start = min(reached_start, (select reached_start from chat where key = :gone)),
       subject = coalesce(subject, (select subject from chat where key = :gone)),
       phone = coalesce(phone, (select phone from chat where key = :gone)),
       contact_name = coalesce(contact_name, (select contact_name from chat where key = :gone)),
       sender_name = coalesce(sender_name, (select sender_name from chat where key = :gone))
     where key = :keep`,
    {
      keep,
      gone,
      chatId,
      draft: drafts.map((row) => row.draft).join('\n'),
      draftAt: drafts.at(-1)?.draft_at,
      readAt: typeof oldestUnread === 'number' ? Math.min(newestRead, oldestUnread - 1) : newestRead,
      spans: writeSpans(joinSpans(readSpans(a.spans_json), readSpans(b.spans_json))),
    },
  )
}
