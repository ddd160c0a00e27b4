import { z } from 'zod'
import { command } from './define.ts'
import { chatKey, instanceKey, messageKey } from './ids.ts'

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

/** What a person changes in the messenger itself, beside what this program stores. */
export const serviceChatCommands = {
  /** Moves a chat into the messenger's own archive, or out of it. This program's archive stays as it is. */
  'chats.archiveAtService': command<void>()(z.object({ chat: chatKey, archived: z.boolean() })),
  /** How long new messages of a chat stay in the messenger, for everybody in it. This program's archive keeps them. */
  'chats.setLifetime': command<void>()(z.object({ chat: chatKey, seconds: z.literal(messageLifetimes) })),
  /** Deletes an own message in the account alone, and here. Others keep it: it is never shown as deleted for them. */
  'messages.deleteForMe': command<void>()(z.object({ message: messageKey })),
  /** The latest changes of the account's state, newest first. Only a person asks. */
  'account.readStates': command<readonly StateChange[]>()(z.object({ instance: instanceKey })),
}
