import { z } from 'zod'
import { command, query } from './define.ts'
import type { ChatKey, LabelKey, NoteKey } from './ids.ts'
import { chatKey, labelKey, noteKey } from './ids.ts'
import type { Colleague } from './team.ts'

/** A word on chats, for the people here alone, and where a team shares the chat for the team. */
export interface Label {
  readonly key: LabelKey
  readonly name: string
  /** 1 to 6, of the quiet hues. */
  readonly hue: number
  /** How many chats have it, archived ones too. */
  readonly chats: number
}

/**
 * Why the team does not have what stands here: it waits for the team's database (a viewer's for good), or the database
 * did not take it.
 */
export type Unsynced = 'waiting' | 'refused'

/** A text about a chat, for the people here alone, and where a team shares the chat for the team. */
export interface Note {
  readonly key: NoteKey
  /** The same on every computer. */
  readonly id: string
  readonly chat: ChatKey
  readonly text: string
  /** Epoch ms. */
  readonly at: number
  /** Epoch ms; null while it stands as it was written. */
  readonly editedAt: number | null
  /** Who of the team wrote it; null: it was written here, and no team has it. */
  readonly by: Colleague | null
  /** null: the team has it as it stands, or no team shares the chat. */
  readonly unsynced: Unsynced | null
}

const text = z.string().max(1_000_000)
const hue = z.int().min(1).max(6)

export const annotationQueries = {
  /** By name. */
  'labels.list': query<readonly Label[]>()(z.object({})),
  /** Newest first. */
  'notes.list': query<readonly Note[]>()(z.object({ chat: chatKey })),
}

export const annotationCommands = {
  /**
   * Makes a label, or with `key` changes it; without `hue` a new one gets the hue that is used least.
   * Errors: labelNameEmpty, labelNameTooLong, labelNameTaken, labelTooMany, notFound.
   */
  'labels.save': command<{ readonly key: LabelKey }>()(
    z.object({ key: labelKey.optional(), name: z.string().max(1000), hue: hue.optional() }),
  ),
  /** Takes it from every chat. */
  'labels.remove': command<void>()(z.object({ key: labelKey })),
  /** Puts a label on a chat, or takes it off. Errors: notFound. */
  'labels.set': command<void>()(z.object({ chat: chatKey, label: labelKey, on: z.boolean() })),
  /** Errors: noteBlank, noteTooLong, noteTooMany, textBroken, notFound. */
  'notes.add': command<{ readonly key: NoteKey }>()(z.object({ chat: chatKey, text })),
  /** Errors: noteBlank, noteTooLong, textBroken, notFound. */
  'notes.change': command<void>()(z.object({ key: noteKey, text })),
  'notes.remove': command<void>()(z.object({ key: noteKey })),
  /** Takes back that a note was removed. Errors: as notes.add. */
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
