import { z } from 'zod'
import { command } from './define.ts'
import { chatKey, instanceKey, messageKey } from './ids.ts'
import type { MediaState } from './media.ts'

/** Lifetimes of messages that the service can set for a chat, seconds; 0: they stay (service 11.4.6). */
const messageLifetimes = [0, 86_400, 604_800, 7_776_000] as const
export type MessageLifetime = (typeof messageLifetimes)[number]

/** One change of the account's state, as the service recorded it. */
export interface StateChange {
  /** The service's name of the state. */
  readonly state: string
  /** Epoch ms; null: unknown. */
  readonly at: number | null
  /** The account's number; '' if unknown. */
  readonly phone: string
}

export type StoryKind = 'text' | 'image' | 'video' | 'audio' | 'deleted' | 'other'

/** A story that a contact of the account published in the messenger. It belongs to no chat and is not stored. */
export interface Story {
  readonly id: string
  readonly kind: StoryKind
  /** The service's type of message. */
  readonly type: string
  /** Epoch ms; null: unknown. */
  readonly at: number | null
  readonly person: { readonly id: string; readonly name: string }
  /** The text, or what stands under the file. */
  readonly text: string
  /** Of a text: `#rrggbb`; null: none that can be read. */
  readonly background: string | null
  /** A small picture, base64; '' for none. */
  readonly thumbnail: string
  readonly hasFile: boolean
}

/** Periods that can be asked for, in days. The service keeps stories for 30 days (service 11.10). */
const storyPeriods = [1, 7, 30] as const

/** Commands on the messenger itself, besides this program's own records. */
export const serviceChatCommands = {
  /** Moves a chat into the messenger's own archive, or out of it. This program's archive stays as it is. */
  'chats.archiveAtService': command<void>()(z.object({ chat: chatKey, archived: z.boolean() })),
  /** How long new messages of a chat stay in the messenger, for everybody in it. This program's archive keeps them. */
  'chats.setLifetime': command<void>()(z.object({ chat: chatKey, seconds: z.literal(messageLifetimes) })),
  /** Deletes an own message in the account alone, and here. Others keep it: it is never shown as deleted for them. */
  'messages.deleteForMe': command<void>()(z.object({ message: messageKey })),
  /** The latest changes of the account's state, newest first. Only a person asks. */
  'account.readStates': command<readonly StateChange[]>()(z.object({ instance: instanceKey })),
  /** The stories of the account's contacts, newest first. Only a person asks. */
  'stories.read': command<readonly Story[]>()(z.object({ instance: instanceKey, days: z.literal(storyPeriods) })),
  /** Fetches the file of a story that the latest `stories.read` listed. Cancellable. */
  'stories.fetch': command<MediaState>()(z.object({ instance: instanceKey, story: z.string().max(200) })),
}
