import type { ChatKey, InstanceKey, MessageKey } from '../../../../contract/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import { matchMovedMessages } from '../../outbox/tx/match-record.ts'
import { giveUpId } from '../../outbox/tx/give-up-id.ts'
import { addAlias, refreshChatId, type JoinEvidence } from './aliases.ts'
import { twinOf } from '../rules/chat-id.ts'
import { chatOf } from './chat-of.ts'
import { refreshSummary } from './chat-summary.ts'
import { absorbMessage } from './absorb-message.ts'
import { onSameDeletion, onSameEdit } from './effects.ts'
import { orderSeconds } from './order-seconds.ts'
import { joinSpans, readSpans, writeSpans } from '../rules/completeness.ts'
import { isCustomers } from '../rules/merge.ts'
import { readMessage } from './message-row.ts'
import { areApart } from './separate-chat.ts'
import { kindOrder, refreshTitle } from './people.ts'
import { joinCards } from './person-cards.ts'
import { movePollChoices } from './poll-choices.ts'
import { reapplyEffects } from './reapply-effects.ts'

interface ChatRow {
  readonly kind: string
  readonly subject: string | null
  readonly subject_at: number
  readonly subject_rank: number
  readonly draft: string
  readonly draft_at: number | null
  readonly read_at: number
  readonly unread: number
  readonly spans_json: string
}

/**
 * Joins the chats of two ids, on evidence only (architecture 5). `better` is the id that the service uses. The older
 * chat remains, with the messages, effects, drafts, outbox, marks and aliases of both, as if it had been one chat from
 * the beginning. Two that a person separated stay apart. Returns the chat of `better`.
 */
export function joinChats(
  tx: Tx,
  instance: InstanceKey,
  better: string,
  other: string,
  evidence: JoinEvidence,
): ChatKey {
  const [first, second] = [chatOf(tx, instance, better), chatOf(tx, instance, other, { fromService: false })]
  if (areApart(tx, first, second)) return first
  const [keep, gone] = first < second ? [first, second] : [second, first]
  // Two forms of one id are one chat without evidence.
  const isAnother = better !== other && twinOf(better) !== other
  if (isAnother) addAlias(tx, instance, keep, { alias: other, evidence })
  if (keep !== gone) {
    const absorbed = moveMessages(tx, keep, gone)
    moveEffects(tx, keep, gone)
    joinRows(tx, keep, gone)
    for (const table of [
      'chat_alias',
      'early_status',
      'outbox',
      'cancelled_send',
      'upload',
      'journal',
      'note',
      'proposal',
    ] as const) {
      tx.run(`update ${table} set chat = ? where chat = ?`, [keep, gone])
    }
    tx.run('update or ignore group_data set chat = ? where chat = ?', [keep, gone])
    for (const table of ['chat_label', 'team_mark', 'team_pending_change'] as const) {
      tx.run(`update or ignore ${table} set chat = ? where chat = ?`, [keep, gone])
    }
    joinCards(tx, keep, gone)
    recordFormerKeys(tx, keep, gone)
    tx.run('delete from chat where key = ?', [gone])
    matchMovedMessages(tx, instance, keep)
    orderSeconds(tx, keep)
    reapplyEffects(tx, keep, absorbed)
    refreshSummary(tx, keep)
    tx.changed({ kind: 'messages', instance, chat: keep })
    tx.changed({ kind: 'messages', instance, chat: gone })
    tx.changed({ kind: 'notes', chat: keep })
    tx.changed({ kind: 'lane', instance, chat: keep })
  }
  if (isAnother) {
    refreshChatId(tx, keep)
    refreshTitle(tx, keep)
    tx.changed({ kind: 'chats', instance })
  }
  return keep
}

/** References to the removed chat mean the remaining one, even if it had no message. */
function recordFormerKeys(tx: Tx, keep: ChatKey, gone: ChatKey): void {
  tx.run(
    `insert or ignore into chat_was (chat, was)
     select :keep, :gone union all select :keep, was from chat_was where chat = :gone`,
    { keep, gone },
  )
}

/** Messages that both have become one row: the one that was sent from here, if one was. Answers those rows. */
function moveMessages(tx: Tx, keep: ChatKey, gone: ChatKey): readonly MessageKey[] {
  const twins = tx.all<{ from: MessageKey; into: MessageKey }>(
    `select case when own.message is null then b.key else a.key end as "from",
       case when own.message is null then a.key else b.key end as "into"
     from message b join message a on a.chat = :keep and a.id_message = b.id_message
     left join outbox own on own.message = b.key
     where b.chat = :gone`,
    { keep, gone },
  )
  for (const { from, into } of twins) {
    const [leaving, remaining] = [readMessage(tx, from), readMessage(tx, into)]
    if (leaving === null || remaining === null || !isCustomers(leaving)) absorbMessage(tx, into, from)
    else {
      const shown = giveUpId(tx, remaining)
      if (shown !== null) absorbMessage(tx, shown.key, from)
    }
  }
  tx.run('update message set chat = ? where chat = ?', [keep, gone])
  return twins.map(({ into }) => into)
}

/** Effects by the id of their target, by the same rules as on their arrival (effects.ts). */
function moveEffects(tx: Tx, keep: ChatKey, gone: ChatKey): void {
  tx.run('update or ignore change_event set chat = ? where chat = ?', [keep, gone])
  tx.run(
    `insert into edit (chat, target_id, tie, text, at, source, answered_id, failed, queue_order, list_order)
       select ?, target_id, tie, text, at, source, answered_id, failed, queue_order, list_order from edit where chat = ? ${onSameEdit}`,
    [keep, gone],
  )
  tx.run(
    `insert into deletion (chat, target_id, at, by_id) select ?, target_id, at, by_id from deletion where chat = ?
     ${onSameDeletion}`,
    [keep, gone],
  )
  movePollChoices(tx, keep, gone)
}

function joinRows(tx: Tx, keep: ChatKey, gone: ChatKey): void {
  const read = (chat: ChatKey) =>
    tx.get<ChatRow>(
      'select kind, subject, subject_at, subject_rank, draft, draft_at, read_at, unread, spans_json from chat where key = ?',
      [chat],
    )
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
  const named = [a, b].toSorted(
    (x, y) =>
      y.subject_rank - x.subject_rank ||
      y.subject_at - x.subject_at ||
      ((x.subject ?? '') < (y.subject ?? '') ? 1 : -1),
  )[0]
  const newestRead = Math.max(a.read_at, b.read_at)
  tx.run(
    `update chat set kind = :kind, draft = :draft, draft_at = :draftAt, draft_send = null, read_at = :readAt, spans_json = :spans,
       read_seen_at = max(read_seen_at, (select read_seen_at from chat where key = :gone)),
       done_at = min(done_at, (select done_at from chat where key = :gone)),
       done_seen_at = min(done_seen_at, (select done_seen_at from chat where key = :gone)),
       draft_since = coalesce(min(draft_since, (select draft_since from chat where key = :gone)), draft_since,
         (select draft_since from chat where key = :gone)),
       draft_quote = coalesce(draft_quote, (select draft_quote from chat where key = :gone)),
       assignee = coalesce(assignee, (select assignee from chat where key = :gone)),
       snoozed_until = null, snoozed_key = null, snoozed_last_at = null,
       draft_reply = coalesce(draft_reply, (select draft_reply from chat where key = :gone)),
       draft_preview = coalesce(draft_preview, (select draft_preview from chat where key = :gone)),
       draft_no_preview = max(draft_no_preview, (select draft_no_preview from chat where key = :gone)),
       marked_unread = max(marked_unread, (select marked_unread from chat where key = :gone)),
       pinned_at = coalesce(pinned_at, (select pinned_at from chat where key = :gone)),
       muted_until = coalesce(muted_until, (select muted_until from chat where key = :gone)),
       archived = min(archived, (select archived from chat where key = :gone)),
       reached_start = min(reached_start, (select reached_start from chat where key = :gone)),
       start_at = min(start_at, (select start_at from chat where key = :gone)),
       subject = :subject, subject_at = :subjectAt, subject_rank = :subjectRank,
       phone = coalesce(phone, (select phone from chat where key = :gone)),
       contact_name = coalesce(contact_name, (select contact_name from chat where key = :gone)),
       sender_name = coalesce(sender_name, (select sender_name from chat where key = :gone)),
       business_json = coalesce(business_json, (select business_json from chat where key = :gone))
     where key = :keep`,
    {
      keep,
      gone,
      kind: kindOrder.indexOf(a.kind) < kindOrder.indexOf(b.kind) ? b.kind : a.kind,
      subject: named?.subject,
      subjectAt: named?.subject_at ?? 0,
      subjectRank: named?.subject_rank ?? 0,
      draft: drafts.map((row) => row.draft).join('\n'),
      draftAt: drafts.at(-1)?.draft_at,
      readAt: typeof oldestUnread === 'number' ? Math.min(newestRead, oldestUnread - 1) : newestRead,
      spans: writeSpans(joinSpans(readSpans(a.spans_json), readSpans(b.spans_json))),
    },
  )
}
