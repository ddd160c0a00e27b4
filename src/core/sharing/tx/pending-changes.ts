import type { Unsynced } from '../../../contract/annotations.ts'
import type { ChatKey, InstanceKey, LabelKey } from '../../../contract/ids.ts'
import { labelNameKey } from '../rules/check-annotation.ts'
import type { ReadTx, Tx } from '../../store/tx.ts'

/**
 * Records that a label or note of a shared chat has to be uploaded, also while the database is unreachable. The row
 * holds no content: the upload sends the present value. Nothing is recorded if no team shares the chat.
 */

/** A note was written, changed or taken away. `base`: the team's version of it that was here. */
export function recordNoteChange(
  tx: Tx,
  { chat, id, base }: { readonly chat: ChatKey; readonly id: string; readonly base: number },
): void {
  // A change of a note that moved with its chat belongs to the same note.
  const again = tx.run(
    `update team_pending_change set revision = revision + 1, refused = 0 where kind = 'note' and what = ?`,
    [id],
  )
  if (again.changes > 0) return
  tx.run(
    `insert into team_pending_change (kind, what, chat, name, base)
     select 'note', :id, c.key, '', :base from chat c join team_instance t on t.instance = c.instance where c.key = :chat`,
    { chat, id, base },
  )
}

/** A label was put on a chat, or taken off. */
export function recordLabelChange(tx: Tx, chat: ChatKey, name: string): void {
  tx.run(
    `insert into team_pending_change (kind, what, chat, name, base)
     select 'label', :what, c.key, :name, 0 from chat c join team_instance t on t.instance = c.instance where c.key = :chat
     on conflict (kind, what, chat) do update set name = :name, revision = revision + 1, refused = 0`,
    { chat, name, what: labelNameKey(name) },
  )
}

/** The same of every chat that has a label, by a name that it has, had or gets. */
export function recordLabelChangeOfAll(tx: Tx, label: LabelKey, name: string): void {
  tx.run(
    `insert into team_pending_change (kind, what, chat, name, base)
     select 'label', :what, c.key, :name, 0 from chat_label cl join chat c on c.key = cl.chat
       join team_instance t on t.instance = c.instance where cl.label = :label
     on conflict (kind, what, chat) do update set name = :name, revision = revision + 1, refused = 0`,
    { label, name, what: labelNameKey(name) },
  )
}

/** The team gets what stands on the chats of an instance that it shares from now on. */
export function recordAllAnnotations(tx: Tx, instance: InstanceKey): void {
  tx.run(
    `insert or ignore into team_pending_change (kind, what, chat, name, base)
     select 'note', n.id, n.chat, '', n.version from chat c join note n on n.chat = c.key where c.instance = ?`,
    [instance],
  )
  tx.run(
    `insert or ignore into team_pending_change (kind, what, chat, name, base)
     select 'label', l.name_key, c.key, l.name, 0 from chat c join chat_label cl on cl.chat = c.key join label l on l.key = cl.label
     where c.instance = ?`,
    [instance],
  )
}

/** No team shares the chats of an instance any more: what is here stays. */
export function forgetPendingChanges(tx: Tx, instance: InstanceKey): void {
  tx.run('delete from team_pending_change where chat in (select key from chat where instance = ?)', [instance])
}

/** The meaning of the column `refused`; null: there is no row. */
export const unsyncedOf = (refused: number | null): Unsynced | null =>
  refused === null ? null : refused === 1 ? 'refused' : 'waiting'

/** Labels that a chat has and the team does not know of. */
export const unsyncedLabels = (
  tx: ReadTx,
  chat: ChatKey,
): readonly { readonly label: LabelKey; readonly why: Unsynced }[] =>
  tx
    .all<{ label: LabelKey; refused: number }>(
      `select l.key as label, w.refused from team_pending_change w join label l on l.name_key = w.what
         join chat_label cl on cl.label = l.key and cl.chat = w.chat
       where w.chat = ? and w.kind = 'label' order by l.name_key`,
      [chat],
    )
    .map(({ label, refused }) => ({ label, why: refused === 1 ? 'refused' : 'waiting' }))

/** A change to a note or a label that the team does not have yet, by the row's version. */
export interface PendingRow {
  readonly kind: 'note' | 'label'
  readonly what: string
  readonly chat: ChatKey
  readonly revision: number
}

/** A refused change may be taken now; of notes those of one chat, where one was taken away. */
export function offerAgain(tx: Tx, notesOf?: ChatKey): void {
  if (notesOf === undefined) tx.run('update team_pending_change set refused = 0 where refused = 1')
  else tx.run(`update team_pending_change set refused = 0 where kind = 'note' and chat = ? and refused = 1`, [notesOf])
}

/** The team's database refuses these values. */
export function rejectChange(tx: Tx, { kind, what, chat, revision }: PendingRow): void {
  tx.run('update team_pending_change set refused = 1 where kind = ? and what = ? and chat = ? and revision = ?', [
    kind,
    what,
    chat,
    revision,
  ])
  tx.changed({ kind: 'notes', chat })
}

/** The upload succeeded. False: the value was changed here again meanwhile. */
export function removeChange(tx: Tx, { kind, what, chat, revision }: PendingRow): boolean {
  const { changes } = tx.run(
    `delete from team_pending_change where kind = :kind and what = :what and revision = :revision and (:kind = 'note' or chat = :chat)`,
    { kind, what, chat, revision },
  )
  return changes > 0
}

/** A note that was changed here again is a change of this version of the team. */
export function rebaseNote(tx: Tx, what: string, version: number): void {
  tx.run(`update team_pending_change set base = ? where kind = 'note' and what = ?`, [version, what])
}
