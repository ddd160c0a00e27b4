import { z } from 'zod'
import { command, query } from './define.ts'
import { chatKey, fieldKey, type ChatKey, type FieldKey, type InstanceKey, type MessageKey } from './ids.ts'
import type { MediaContent } from './messages.ts'

/** Another chat of a person. */
export interface PersonChat {
  readonly chat: ChatKey
  readonly instance: InstanceKey
  /** The messenger's own name or number of it. */
  readonly title: string
  /** Its place in the list, epoch ms; 0: nothing was written in it. */
  readonly at: number
  /** Number of notes. */
  readonly notes: number
  /** True for a chat with another number, or without a known one: somebody merged it by hand. */
  readonly byHand: boolean
}

/** A fact that people here wrote down about a person. */
export interface CardField {
  readonly key: FieldKey
  readonly name: string
  readonly value: string
}

/** One person on every instance: the chats of a number, and those that were merged by hand. Kept on this computer. */
export interface PersonCard {
  /** Shown everywhere instead of the service's names; '' for none. */
  readonly name: string
  readonly fields: readonly CardField[]
  /** Without the chat that was asked for, the latest first. */
  readonly chats: readonly PersonChat[]
}

const sharedKinds = ['pictures', 'files', 'sounds'] as const
export type SharedKind = (typeof sharedKinds)[number]

export type SharedFile = MediaContent & {
  readonly message: MessageKey
  readonly chat: ChatKey
  readonly instance: InstanceKey
  /** Epoch ms. */
  readonly at: number
  readonly kind: 'image' | 'video' | 'document' | 'audio'
}

export interface SharedFiles {
  /** Newest first. */
  readonly files: readonly SharedFile[]
  readonly counts: Readonly<Record<SharedKind, number>>
}

const pair = z.object({ chat: chatKey, other: chatKey })

export const peopleQueries = {
  /** The card of a chat's person; null of a group. Error: `notFound`. */
  'people.card': query<PersonCard | null>()(z.object({ chat: chatKey })),
  /** Pictures, files or sounds of all chats of the person, or of a group. Error: `notFound`. */
  'people.files': query<SharedFiles>()(
    z.object({ chat: chatKey, kind: z.enum(sharedKinds), limit: z.int().min(1).max(600) }),
  ),
}

/** Errors of each: `notFound`, `notPerson`. */
export const peopleCommands = {
  /** Names the person in every chat; '' takes the name back. Errors: personTextTooLong, textBroken. */
  'people.setName': command<void>()(z.object({ chat: chatKey, name: z.string().max(10_000) })),
  /**
   * Adds a field to the person, or changes the one with `key`. Errors: fieldNameEmpty, personTextTooLong, fieldTooMany,
   * textBroken.
   */
  'people.setField': command<{ readonly key: FieldKey }>()(
    z.object({
      chat: chatKey,
      key: fieldKey.optional(),
      name: z.string().max(10_000),
      value: z.string().max(100_000),
    }),
  ),
  'people.removeField': command<void>()(z.object({ key: fieldKey })),
  /** Makes the people of two chats one; `people.separate` undoes it. Errors: personTooManyChats. */
  'people.merge': command<void>()(pair),
  /** Undoes the merge by which two chats belong to one person. */
  'people.separate': command<void>()(pair),
}

/** Counts of what this computer stores about a person. */
export interface PersonTraces {
  /** The person's own chats on all instances. */
  readonly chats: readonly {
    readonly chat: ChatKey
    readonly instance: InstanceKey
    readonly title: string
    readonly messages: number
  }[]
  /** Groups in which the person wrote. */
  readonly groups: readonly {
    readonly chat: ChatKey
    readonly instance: InstanceKey
    readonly title: string
    readonly messages: number
  }[]
  readonly notes: number
  /** Facts that people here wrote down, the name included. */
  readonly facts: number
  readonly files: number
  /** Received notifications of the person's chats. */
  readonly events: number
  /** Sends that are not over: nothing can be erased before. */
  readonly waiting: number
  /** Programs that may have read of the person. */
  readonly programs: number
  /** A team's database holds some of it. */
  readonly isShared: boolean
}

/** One erasing; it names nobody. */
export interface Erasure {
  /** Epoch ms. */
  readonly at: number
  readonly chats: number
  readonly messages: number
}

/** Errors of those that name a chat: notFound, notPerson, personIsAccount. */
export const erasingQueries = {
  'erasing.traces': query<PersonTraces>()(z.object({ chat: chatKey })),
  /** Newest first. */
  'erasing.erasures': query<readonly Erasure[]>()(z.object({})),
}

export const erasingCommands = {
  /**
   * Removes all of a person from the data folder: out of sight at once, the bytes within minutes. What the service
   * shows of the time before stays out; what the person writes from now on comes. Error: personHasWaiting, with
   * details.count.
   */
  'erasing.person': command<void>()(z.object({ chat: chatKey })),
}
