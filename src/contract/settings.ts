import { z } from 'zod'
import { command, query } from './define.ts'
import { languageChoices } from './languages.ts'
import { instanceKey, labelKey, type InstanceKey } from './ids.ts'

/** Days; null: always. */
const days = z.int().min(1).max(36_500).nullable()

/** How long messages and their files are kept, by the service's time of a message. */
export const keepMessages = z.object({
  /** For every instance that has no value of its own. */
  days,
  instances: z.array(z.object({ instance: instanceKey, days })).max(10_000),
  /** Chats with one of these labels are kept whole. */
  labels: z.array(labelKey).max(1000),
})
export type KeepMessages = z.infer<typeof keepMessages>

/** Messages of an instance that retention would remove now, and older ones that stay. */
export interface RetentionPreview {
  readonly instance: InstanceKey
  readonly name: string
  /** null: always. */
  readonly days: number | null
  /** The owner of the team's database set `days`; nothing is counted. */
  readonly isTeams: boolean
  readonly messages: number
  readonly files: number
  readonly bytes: number
  /** Of the messages that would go, epoch ms; null: none would. */
  readonly oldestAt: number | null
  /** Older chats that stay because they wait for an answer. */
  readonly waitingChats: number
}

/** Settings of the program. Each has a default; the store keeps unknown keys of a newer version. */
export const appSettings = z.object({
  language: z.enum(languageChoices),
  theme: z.enum(['system', 'light', 'dark']),
  textSize: z.union([z.literal(90), z.literal(100), z.literal(115), z.literal(130)]),
  compactRows: z.boolean(),
  reduceMotion: z.boolean(),
  enterSends: z.boolean(),
  singleLetterShortcuts: z.boolean(),
  /**
   * Messages that became due while they could not be sent: `ask` waits for the person, `send` sends them as soon as
   * possible.
   */
  lateMessages: z.enum(['ask', 'send']),
  /** Each message waits for five seconds, in which its send can be undone. */
  undoSend: z.boolean(),
  /** Seconds for which the service shows "typing" before a text; 0: it does not. */
  typingSeconds: z.union([z.literal(0), z.literal(2), z.literal(5), z.literal(10), z.literal(20)]),
  /** Groups count as waiting for an answer as well, after all people. */
  waitingGroups: z.boolean(),
  closeToTray: z.boolean(),
  startAtLogin: z.boolean(),
  /** Language tags of the dictionaries; empty: spell check off. */
  spellCheck: z.array(z.string().max(20)).max(10),
  notifications: z.boolean(),
  notificationText: z.boolean(),
  notificationSound: z.enum(['none', 'soft', 'clear']),
  badge: z.enum(['chats', 'messages', 'none']),
  media: z.enum(['whenOpened', 'always', 'never']),
  /** Bytes. */
  mediaFileLimit: z.number().int().min(1_000_000).max(2_000_000_000),
  mediaCacheLimit: z.number().int().min(10_000_000),
  /** Total size of files waiting to be sent, bytes. */
  spoolLimit: z.number().int().min(100_000_000),
  /** Changed by `retention.set` alone. */
  keepMessages,
  /**
   * Days; null: unlimited. Both also have a size limit in bytes, and neither is kept longer than the messages of any
   * instance.
   */
  keepJournalDays: z.number().int().min(1).nullable(),
  keepJournalBytes: z.number().int().min(1_000_000),
  keepRequestsDays: z.number().int().min(1).nullable(),
  keepRequestsBytes: z.number().int().min(1_000_000),
  /** Programs on this computer may connect. Off: no port is open. */
  programs: z.boolean(),
  /** No message of a program leaves; reading goes on. */
  programSendsPaused: z.boolean(),
  /** AI assistants may connect by the Model Context Protocol. */
  programsMcp: z.boolean(),
  programsPort: z.number().int().min(1024).max(65_535),
  /** A program that asks for its events and has not read for so long is shown as not reading, minutes. */
  programReadsWithinMinutes: z.number().int().min(1).max(10_080),
  /** Limits of the journal for events that a program has not read: days, and bytes in all. */
  keepUnreadDays: z.number().int().min(1),
  keepUnreadBytes: z.number().int().min(1_000_000),
  proxy: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('system') }),
    z.object({ kind: z.literal('none') }),
    z.object({ kind: z.literal('url'), url: z.string().max(500) }),
  ]),
})
export type AppSettings = z.infer<typeof appSettings>

export const defaultSettings: AppSettings = {
  language: 'system',
  theme: 'system',
  textSize: 100,
  compactRows: false,
  reduceMotion: false,
  enterSends: true,
  singleLetterShortcuts: true,
  lateMessages: 'ask',
  undoSend: false,
  typingSeconds: 0,
  waitingGroups: true,
  closeToTray: false,
  startAtLogin: false,
  spellCheck: [],
  notifications: true,
  notificationText: true,
  notificationSound: 'soft',
  badge: 'chats',
  media: 'whenOpened',
  mediaFileLimit: 100_000_000,
  mediaCacheLimit: 1_000_000_000,
  spoolLimit: 2_000_000_000,
  keepMessages: { days: null, instances: [], labels: [] },
  keepJournalDays: 30,
  keepJournalBytes: 500_000_000,
  keepRequestsDays: 30,
  keepRequestsBytes: 200_000_000,
  programs: false,
  programSendsPaused: false,
  programsMcp: false,
  programsPort: 47_811,
  programReadsWithinMinutes: 30,
  keepUnreadDays: 14,
  keepUnreadBytes: 2_000_000_000,
  proxy: { kind: 'system' },
}

export const settingsQueries = {
  'settings.get': query<AppSettings>()(z.object({})),
  /** By instance, those of removed instances included. */
  'retention.preview': query<readonly RetentionPreview[]>()(keepMessages),
}

export const settingsCommands = {
  'settings.update': command<AppSettings>()(appSettings.omit({ keepMessages: true }).partial()),
  /** Removal begins at once, or within an hour where the computer's clock is in doubt. It can't be undone. */
  'retention.set': command<void>()(keepMessages),
}
