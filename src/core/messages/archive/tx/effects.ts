import type { ChatKey } from '../../../../contract/ids.ts'
import type { ReadTx, Tx } from '../../../store/tx.ts'
import { readRawStatus } from '../../statuses/rules/raw-status.ts'
import { applyEdit, applyInferredEdit, editRanks, takeBackEdits, withoutInferredEdit } from '../rules/merge.ts'
import type { MessageFacts } from '../rules/record.ts'
import { unordered } from '../rules/order-within-second.ts'
import type { ArchiveItem, Deletion } from '../rules/record.ts'
import type { TextVersion } from '../rules/record.ts'
import { unifyText } from '../rules/text-versions.ts'

/**
 * Edits and deletions, like votes (poll-choices.ts), are stored by the id of their target, so that they may arrive
 * before or after it (ADR 0011). Statuses wait in the same way (messages/statuses/tx/observe.ts).
 */

/** Applies every known edit and deletion of this id to the facts; failed edits have no effect. */
export function withEffects(tx: Tx, chat: ChatKey, idMessage: string, facts: MessageFacts): MessageFacts {
  const edits = tx.all<{ text: string; at: number; failed: string | null }>(
    `select text, at, failed from edit where chat = ? and target_id = ? order by ${editOrder}`,
    [chat, idMessage],
  )
  const failed = edits.filter((edit) => edit.failed !== null)
  const known = withoutInferredEdit(facts)
  let result = failed.length === 0 ? known : takeBackEdits(known, failed)
  let before: { readonly at: number; readonly rank: number } | null = null
  for (const edit of edits) {
    const { text, at } = edit
    // The service's times are whole seconds: within one the ids decide, which grow.
    const rank: number = before?.at === at ? Math.min(before.rank + 1, editRanks - 1) : 0
    if (edit.failed === null) result = applyEdit(result, text, at + rank)
    before = { at, rank }
  }
  result = withLaterText(result, edits)
  const deletion = tx.get('select at from deletion where chat = ? and target_id = ?', [chat, idMessage])
  return deletion === undefined || result.deleted ? result : { ...result, deleted: true }
}

/**
 * One edit from two sources: of different values the larger text and source win, and the places are merged
 * (mergeOrder).
 */
export const onSameEdit = `on conflict do update set text = case when (excluded.text, excluded.source) > (edit.text, edit.source) then excluded.text else text end,
    source = case when (excluded.text, excluded.source) > (edit.text, edit.source) then excluded.source else source end,
    answered_id = coalesce(answered_id, excluded.answered_id), failed = coalesce(failed, excluded.failed),
    queue_order = coalesce(min(queue_order, excluded.queue_order), queue_order, excluded.queue_order),
    list_order = coalesce(max(list_order, excluded.list_order), list_order, excluded.list_order)
  where (excluded.text, excluded.source) > (edit.text, edit.source) or (failed is null and excluded.failed is not null)
    or (excluded.queue_order is not null and (queue_order is null or excluded.queue_order < queue_order))
    or (excluded.list_order is not null and (list_order is null or excluded.list_order > list_order))`

/** Oldest first: of one second those of the queue are the later ones, each kind in its own order. */
const editOrder = 'at, queue_order is not null, queue_order, list_order, tie'

/**
 * A text of a record after the last known edit that is neither the first text nor an edit's belongs to an unreported
 * edit: flags of histories are "temporarily not working" (service 2.2), and notifications can be missing (service
 * 10.4).
 */
function withLaterText(
  facts: MessageFacts,
  edits: readonly { readonly text: string; readonly at: number; readonly failed: string | null }[],
): MessageFacts {
  const last = edits.findLast(({ failed }) => failed === null)
  if (last === undefined || !facts.texts.some(({ at }) => at <= last.at)) return facts
  const later = facts.texts.findLast(
    ({ text, at }) => at > last.at && !edits.some((edit) => unifyText(edit.text) === unifyText(text)),
  )
  return later === undefined ? facts : applyInferredEdit(facts, later.text, later.at)
}

/** True when it was new. */
export function storeEdit(tx: Tx, chat: ChatKey, edit: Extract<ArchiveItem, { kind: 'edit' }>): boolean {
  const { targetId, tie, order = unordered, text, at, source, answeredId = null, failed = null } = edit
  const isNew =
    tx.run(
      `insert into edit (chat, target_id, tie, text, at, source, answered_id, failed, queue_order, list_order)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ${onSameEdit}`,
      [chat, targetId, tie, text, at, source, answeredId, failed, order.queue, order.list],
    ).changes > 0
  if (answeredId !== null) applyEarlyEdits(tx, chat)
  return isNew
}

/**
 * Applies a status that arrived under the answered id of an edit. Only a failure has an effect: the text is not the
 * accepted one. Returns the id of the edited message; null: the id is not that of an edit.
 */
export function takeEditStatus(
  tx: Tx,
  chat: ChatKey,
  { idMessage, raw, text }: { readonly idMessage: string; readonly raw: string; readonly text: string | null },
): string | null {
  const edit = tx.get<{ target_id: string }>(
    'select target_id from edit where chat = ? and answered_id is not null and answered_id = ?',
    [chat, idMessage],
  )
  if (edit === undefined) return null
  if (readRawStatus(raw).status === 'failed')
    tx.run(
      'update edit set failed = ? where chat = ? and answered_id is not null and answered_id = ? and failed is null',
      [text ?? '', chat, idMessage],
    )
  return edit.target_id
}

/** Applies statuses of edits that arrived before the edit, or in another chat that was joined with this one. */
export function applyEarlyEdits(tx: Tx, chat: ChatKey): void {
  const early = tx.all<{ key: number; idMessage: string; raw: string; text: string | null }>(
    `select early.key, early.id_message as idMessage, early.raw, early.text from edit join early_status early
       on early.chat = edit.chat and early.id_message = edit.answered_id
     where edit.chat = ? and edit.answered_id is not null`,
    [chat],
  )
  for (const status of early) {
    takeEditStatus(tx, chat, status)
    tx.run('delete from early_status where key = ?', [status.key])
  }
}

export interface EditVersion extends TextVersion {
  /** The service's reason why the edit failed; null: no failure is known. */
  readonly failed: string | null
}

/** The edits of a message, oldest first. */
export const editsOf = (tx: Pick<ReadTx, 'all'>, chat: ChatKey, idMessage: string): readonly EditVersion[] =>
  tx.all<EditVersion>(
    `select text, at, source, failed from edit where chat = ? and target_id = ? order by ${editOrder}`,
    [chat, idMessage],
  )

/** True when it was new. */
export const storeChangeEvent = (tx: Tx, chat: ChatKey, idMessage: string): boolean =>
  tx.run('insert into change_event (chat, id_message) values (?, ?) on conflict do nothing', [chat, idMessage])
    .changes > 0

/**
 * A record of an edit or deletion without its target is shown as unsupported until another source identifies it. An id
 * may be used for both, so a record with content of its own stays visible.
 */
export const isChangeEvent = (
  tx: Pick<Tx, 'get'>,
  chat: ChatKey,
  idMessage: string,
  facts: Pick<MessageFacts, 'content' | 'typeMessage'>,
): boolean =>
  facts.content.kind === 'unsupported' &&
  changeKinds.has(facts.typeMessage) &&
  tx.get('select 1 as one from change_event where chat = ? and id_message = ?', [chat, idMessage]) !== undefined

const changeKinds: ReadonlySet<string> = new Set(['', 'editedMessage', 'deletedMessage', 'pollUpdateMessage'])

/** The earliest of two deletions of one message stands, whoever of both is known. */
export const onSameDeletion = `on conflict do update set at = min(at, excluded.at),
  by_id = min(coalesce(by_id, excluded.by_id), coalesce(excluded.by_id, by_id))`

/** True if it was new. */
export function storeDeletion(tx: Tx, chat: ChatKey, targetId: string, { at, by = null }: Deletion): boolean {
  return (
    tx.run(
      `insert into deletion (chat, target_id, at, by_id) values (?, ?, ?, ?) ${onSameDeletion}
       where excluded.at < deletion.at or (excluded.by_id is not null and excluded.by_id < coalesce(deletion.by_id, '~'))`,
      [chat, targetId, at, by],
    ).changes > 0
  )
}
