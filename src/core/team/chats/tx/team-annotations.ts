import { z } from 'zod'
import type { ChatKey, InstanceKey } from '../../../../contract/ids.ts'
import { ContractError } from '../../../../contract/errors.ts'
import { checkLabelName, checkNote, labelNameKey } from '../../../sharing/rules/check-annotation.ts'
import { putLabel, takeLabelOff, teamLabelOf } from '../../../annotations/tx/labels.ts'
import { putNoteOfTeam, removeNoteOfTeam } from '../../../annotations/tx/notes.ts'
import { chatOf } from '../../../messages/archive/tx/chat-of.ts'
import { isErasedChat } from '../../../messages/archive/tx/erased-people.ts'
import type { ReadTx, Tx } from '../../../store/tx.ts'
import type { SharedLabel, SharedNote } from '../../../sharing/shared-team.ts'
import type { SharedInstanceId } from '../../../sharing/shared-ids.ts'
import { offerAgain, rebaseNote, rejectChange, removeChange } from '../../../sharing/tx/pending-changes.ts'

/** A note or label in the journal (src/team/schema, note_json and label_json). */
const noteSchema = z.object({
  id: z.uuid(),
  text: z.string().max(8_000).nullable(),
  author: z.string().max(100),
  version: z.int().min(1),
  at: z.int().min(0).max(8_640_000_000_000_000),
  editedAt: z.int().min(0).max(8_640_000_000_000_000).nullable(),
})
const labelSchema = z.object({
  name: z.string().max(100),
  hue: z.int().min(1).max(6),
  on: z.boolean(),
})
const annotationPayload = z.object({
  chatId: z.string().min(1).max(200),
  note: noteSchema.optional(),
  label: labelSchema.optional(),
})

/**
 * Takes a note or label of a colleague, or an own one that comes back. A change that this person made since and that is
 * not uploaded yet stays: it is uploaded, and the team decides. Unreadable ones are skipped.
 */
export function takeAnnotation(tx: Tx, instance: InstanceKey, raw: string): void {
  const { data: payload } = annotationPayload.safeParse(JSON.parse(raw))
  if (payload === undefined) return
  const { chatId, note, label } = payload
  if ((note === undefined && label === undefined) || isErasedChat(tx, instance, chatId)) return
  const chat = chatOf(tx, instance, chatId, { fromService: false })
  if (note !== undefined && !isPending(tx, note.id)) takeNote(tx, chat, note, { force: false })
  if (label !== undefined) takeLabel(tx, instance, chat, label)
}

const isPending = (tx: ReadTx, id: string): boolean =>
  tx.get(`select 1 from team_pending_change where kind = 'note' and what = ?`, [id]) !== undefined

type AnnotationPayload = z.infer<typeof noteSchema>

function takeNote(tx: Tx, chat: ChatKey, note: AnnotationPayload, { force }: { readonly force: boolean }): void {
  const { text, ...rest } = note
  if (text === null) {
    // There is room for one that was too many.
    offerAgain(tx, chat)
    return removeNoteOfTeam(tx, note.id)
  }
  const checkedText = orNull(() => checkNote(text))
  if (checkedText !== null) putNoteOfTeam(tx, { ...rest, chat, text: checkedText, force })
}

function takeLabel(tx: Tx, instance: InstanceKey, chat: ChatKey, payload: z.infer<typeof labelSchema>): void {
  const name = orNull(() => checkLabelName(payload.name))
  if (name === null) return
  const what = labelNameKey(name)
  if (
    tx.get(`select 1 from team_pending_change where kind = 'label' and what = ? and chat = ?`, [what, chat]) !==
    undefined
  )
    return
  const label = teamLabelOf(tx, name, payload.on ? payload.hue : null)
  if (label === null) return
  const changed = payload.on ? putLabel(tx, chat, label) : takeLabelOff(tx, chat, label)
  if (!changed) return
  tx.changed({ kind: 'labels' })
  tx.changed({ kind: 'chats', instance, chats: [chat] })
}

/** Skips values that another program accepts and this one does not. */
function orNull<Value>(work: () => Value): Value | null {
  try {
    return work()
  } catch (error) {
    if (error instanceof ContractError) return null
    throw error
  }
}

/** A change to upload, with its present value. */
export type PendingChange = NoteChange | LabelChange
interface ChangeTarget {
  readonly chat: ChatKey
  readonly shared: SharedInstanceId
  readonly chatId: string
  readonly what: string
  readonly revision: number
}
export interface NoteChange extends ChangeTarget {
  readonly kind: 'note'
  readonly base: number
  /** null: it was taken away. */
  readonly text: string | null
  readonly at: number
  readonly editedAt: number | null
}
export interface LabelChange extends ChangeTarget {
  readonly kind: 'label'
  readonly label: SharedLabel
}

interface PendingChangeRow extends ChangeTarget {
  readonly kind: 'note' | 'label'
  readonly name: string
  readonly base: number
  readonly text: string | null
  readonly at: number | null
  readonly editedAt: number | null
  readonly hue: number | null
  readonly isOn: number
}

export const teamAnnotationReads = {
  /** At most 200, without what was refused as it stands. */
  'team.pendingChanges': (tx: ReadTx): readonly PendingChange[] =>
    tx
      .all<PendingChangeRow>(
        `select w.kind, w.what, w.chat, t.shared, c.chat_id as chatId, w.name, w.base, w.revision, n.text, n.at, n.edited_at as editedAt,
           coalesce(l.hue, 1) as hue, exists (select 1 from chat_label cl where cl.label = l.key and cl.chat = w.chat) as isOn
         from team_pending_change w cross join chat c on c.key = w.chat cross join team_instance t on t.instance = c.instance
         left join note n on w.kind = 'note' and n.id = w.what
         left join label l on w.kind = 'label' and l.name_key = w.what
         where w.refused = 0 order by w.kind, w.what, w.chat limit 200`,
      )
      .map(({ name, hue, isOn, text, at, editedAt, base, ...place }) =>
        place.kind === 'note'
          ? { ...place, kind: 'note', base, text, at: at ?? tx.now, editedAt }
          : {
              ...place,
              kind: 'label',
              label: { chatId: place.chatId, key: place.what, name, hue: hue ?? 1, on: isOn === 1 },
            },
      ),
  /** Shared instances of which this desk has not read yet what stood in the database. */
  'team.unannotated': (tx: ReadTx): readonly { readonly instance: InstanceKey; readonly shared: SharedInstanceId }[] =>
    tx.all('select instance, shared from team_instance where annotated = 0 order by instance'),
}

export const teamAnnotationWrites = {
  /** Labels and notes that stand in the team's database. `isAll`: the journal tells the rest. */
  'team.takeAnnotations'(
    tx: Tx,
    {
      instance,
      raws,
      isAll,
    }: { readonly instance: InstanceKey; readonly raws: readonly string[]; readonly isAll: boolean },
  ): void {
    for (const raw of raws) takeAnnotation(tx, instance, raw)
    if (isAll) tx.run('update team_instance set annotated = 1 where instance = ?', [instance])
  },

  /** Offers refused changes again: the database may have room by now. */
  'team.offerAgain': (tx: Tx): void => offerAgain(tx),

  /** The team was told of a note. `now`: as it stands there; null: it is not there. */
  'team.noteUploaded'(tx: Tx, input: { readonly change: NoteChange; readonly now: SharedNote | null }): void {
    const { change, now } = input
    const { what, text, chat } = change
    const isRemoved = removeChange(tx, change)
    if (now === null) return
    if (isRemoved) return takeNote(tx, chat, now, { force: true })
    // The note changed again during the upload: the new change is based on the uploaded version, unless a
    // colleague's text has replaced that.
    if (now.text === text) rebaseNote(tx, what, now.version)
  },

  /**
   * The team's database does not take these as they stand. They stay here, and nothing of the team is written over
   * them.
   */
  'team.rejectChanges'(tx: Tx, { changes }: { readonly changes: readonly PendingChange[] }): void {
    for (const change of changes) rejectChange(tx, change)
  },

  /** The team was told of labels. */
  'team.labelsUploaded'(tx: Tx, { changes }: { readonly changes: readonly LabelChange[] }): void {
    for (const change of changes) {
      removeChange(tx, change)
      tx.changed({ kind: 'notes', chat: change.chat })
    }
  },
}
