import { z } from 'zod'
import { command, query } from './define.ts'
import { chatKey, labelKey, noteKey, type ChatKey, type LabelKey, type NoteKey } from './ids.ts'
import type { Colleague } from './team.ts'

/** A label on chats, visible to the people at this computer and, if a team shares the chat, to the team. */
export interface Label {
  readonly key: LabelKey
  readonly name: string
  /** 1 to 6. */
  readonly hue: number
  /** Number of chats with it, including archived ones. */
  readonly chats: number
}

/**
 * Why the team does not have this value: `waiting` for the team's database (permanently for a viewer), or `refused` by
 * it.
 */
export type Unsynced = 'waiting' | 'refused'

/** A note on a chat, visible to the people at this computer and, if a team shares the chat, to the team. */
export interface Note {
  readonly key: NoteKey
  /** The same on every computer. */
  readonly id: string
  readonly chat: ChatKey
  readonly text: string
  /** Epoch ms. */
  readonly at: number
  /** Epoch ms; null if it was never edited. */
  readonly editedAt: number | null
  /** The member who wrote it; null: written here, and not in a team. */
  readonly by: Colleague | null
  /** null: the team has it, or no team shares the chat. */
  readonly unsynced: Unsynced | null
}

const text = z.string().max(1_000_000)
const hue = z.int().min(1).max(6)

export const annotationQueries = {
  /** By name. */
  'labels.list': query<readonly Label[]>()(z.object({})),
  /** On all chats of the chat's person, newest first. Error: `notFound`. */
  'notes.list': query<readonly Note[]>()(z.object({ chat: chatKey })),
}

export const annotationCommands = {
  /**
   * Creates a label, or changes what is given of the one with `key`. Without `hue` a new label gets the least used one.
   * Errors: labelNameEmpty, labelNameTooLong, labelNameTaken, labelTooMany, notFound.
   */
  'labels.save': command<{ readonly key: LabelKey }>()(
    z.object({ key: labelKey.optional(), name: z.string().max(1000).optional(), hue: hue.optional() }),
  ),
  /** Deletes a label and removes it from every chat. */
  'labels.remove': command<void>()(z.object({ key: labelKey })),
  /** Adds a label to a chat, or removes it. Errors: notFound. */
  'labels.set': command<void>()(z.object({ chat: chatKey, label: labelKey, on: z.boolean() })),
  /**
   * Errors: noteBlank, noteTooLong, noteTooMany, textBroken, notFound. `id`: the note's own, new for each; a repeated
   * call with it is the same note. Absent: core chooses one.
   */
  'notes.add': command<{ readonly key: NoteKey }>()(z.object({ chat: chatKey, text, id: z.uuid().optional() })),
  /** Errors: noteBlank, noteTooLong, textBroken, notFound. */
  'notes.change': command<void>()(z.object({ key: noteKey, text })),
  'notes.remove': command<void>()(z.object({ key: noteKey })),
  /** Restores a removed note. Errors: as notes.add. */
  'notes.restore': command<{ readonly key: NoteKey }>()(
    z.object({
      chat: chatKey,
      id: z.uuid(),
      text,
      at: z.number().min(0),
      editedAt: z.number().min(0).nullable(),
    }),
  ),
}
