import type { ChatKey, InstanceKey } from '../../../../contract/ids.ts'
import { draftAfter } from '../../../../contract/text/merge-text.ts'
import { assignments } from '../../../store/sql.ts'
import type { SqlValue, Tx } from '../../../store/tx.ts'

/**
 * Columns of a chat that other rooms set. Names, aliases and the summary derive from what is stored of its messages.
 */
export interface ChatUpdate {
  readonly pinned_at: SqlValue
  readonly muted_until: SqlValue
  readonly archived: SqlValue
  readonly marked_unread: SqlValue
  readonly read_at: SqlValue
  readonly read_seen_at: SqlValue
  readonly done_at: SqlValue
  readonly done_seen_at: SqlValue
  readonly snoozed_until: SqlValue
  readonly snoozed_key: SqlValue
  readonly snoozed_last_at: SqlValue
  readonly assignee: SqlValue
  readonly draft: SqlValue
  readonly draft_at: SqlValue
  readonly draft_since: SqlValue
  readonly draft_saves: SqlValue
  readonly draft_send: SqlValue
  readonly draft_quote: SqlValue
  readonly draft_reply: SqlValue
  readonly draft_no_preview: SqlValue
  readonly draft_preview: SqlValue
  readonly avatar_kind: SqlValue
  readonly avatar_ref: SqlValue
  readonly avatar_checked_at: SqlValue
  readonly names_checked_at: SqlValue
  readonly account_checked_at: SqlValue
  readonly last_seen: SqlValue
  readonly contact_name: SqlValue
  readonly spans_json: SqlValue
  readonly history_checked_at: SqlValue
  readonly reached_start: SqlValue
  readonly start_at: SqlValue
  readonly lifetime: SqlValue
  readonly service_archived: SqlValue
  readonly business_json: SqlValue
}

/** The caller announces the chat, and refreshes the summary where a column counts in it. */
export function updateChat(tx: Tx, chat: ChatKey, columns: Partial<ChatUpdate>): void {
  tx.run(`update chat set ${assignments(columns)} where key = :chat`, { ...columns, chat })
}

/** A message that was sent took the chat out of the messenger's archive (service 11.4.6). */
export const leaveServiceArchive = (tx: Tx, chat: ChatKey): void =>
  void tx.run('update chat set service_archived = 0 where key = ? and service_archived = 1', [chat])

/** The draft was sent with this text, even if its last version was not saved. */
export function endDraft(tx: Tx, chat: ChatKey, sent: string): void {
  const stored = tx.get<{ draft: string }>('select draft from chat where key = ?', [chat])?.draft ?? ''
  const draft = draftAfter(sent, stored)
  const since = draft === '' ? null : tx.now
  updateChat(tx, chat, {
    ...{ draft, draft_at: since, draft_since: since, draft_send: null },
    ...{ draft_quote: null, draft_reply: null, draft_no_preview: 0, draft_preview: null },
  })
}

/** These pictures were deleted from the disk: their chats count as not requested. */
export function forgetChatAvatars(tx: Tx, refs: readonly string[]): void {
  tx.run(
    `update chat set avatar_kind = 'unknown', avatar_ref = null, avatar_checked_at = null
     where avatar_ref in (select value from json_each(?))`,
    [JSON.stringify(refs)],
  )
}

/** Removes the assignees of an instance's chats. */
export function clearAssignees(tx: Tx, instance: InstanceKey): void {
  tx.run('update chat set assignee = null where instance = ? and assignee is not null', [instance])
}

/** The chats of an instance that wait for an answer should have it so soon, ms. The caller announces them. */
export function setAnswerTarget(tx: Tx, instance: InstanceKey, targetMs: number): void {
  tx.run(
    `update chat set answer_due_at = waiting_at + :targetMs where instance = :instance and answer_due_at is not null`,
    { instance, targetMs },
  )
}
