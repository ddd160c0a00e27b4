import { z } from 'zod'
import { command, query } from './define.ts'
import type { ChatKey, InstanceKey, JournalKey, MessageKey } from './ids.ts'
import { chatKey, journalKey, messageKey, scope } from './ids.ts'

/**
 * `applied`: changed the archive, or repeated what it had; `unknown`: a kind that is stored raw; `quarantined`:
 * unreadable, or could not be applied.
 */
const journalStates = ['applied', 'unknown', 'quarantined'] as const
export type JournalState = (typeof journalStates)[number]

export type QuarantineReason = 'notJson' | 'noBody' | 'wrongShape' | 'otherInstance' | 'applyFailed'

export interface JournalRow {
  readonly key: JournalKey
  readonly instance: InstanceKey
  readonly receiptId: string | null
  /** The service's own name of the kind; '' when it could not be read. */
  readonly typeWebhook: string
  readonly state: JournalState
  readonly reason?: QuarantineReason
  readonly detail?: string
  readonly serviceAt: number | null
  readonly receivedAt: number
  readonly appliedAt: number | null
  readonly deletedAt: number | null
  /** The service's answer to the delete: `gone` means that somebody had already deleted it. */
  readonly deleteResult: 'done' | 'gone' | null
  /** A redelivery of an earlier one. */
  readonly repeat: boolean
  readonly chat: ChatKey | null
  readonly chatTitle: string | null
  readonly message: MessageKey | null
  readonly summary: string
  readonly bytes: number
}

export interface JournalDetails extends JournalRow {
  /** The body, unchanged. */
  readonly raw: string
  readonly related: readonly JournalRow[]
}

export interface QueueHealth {
  readonly instance: InstanceKey
  readonly loop: 'waiting' | 'draining' | 'backingOff' | 'stopped'
  readonly lastAnswerAt: number | null
  readonly lastAnswer: string | null
  /** Notifications in each of the last 30 minutes, oldest first. */
  readonly perMinute: readonly number[]
  /** Between service time and receipt, ms: median and 95th percentile of the last 200. */
  readonly lagMedianMs: number | null
  readonly lagP95Ms: number | null
  readonly waits: number
  /** Notifications that are on the disk and wait to be applied. */
  readonly notApplied: number
  readonly quarantined: number
  readonly unknown: number
  /** From getWebhooksCount where it exists. */
  readonly queued: number | null
}

const journalFilter = z.object({
  scope,
  kinds: z.array(z.string().max(64)).max(40),
  /** The kinds are left out instead. */
  exceptKinds: z.boolean(),
  /** When it was received, epoch ms; null: open on that side. */
  from: z.number().nullable(),
  to: z.number().nullable(),
  states: z.array(z.enum(journalStates)).max(3),
  chats: z.array(chatKey).max(100),
  /** Part of a receipt, message or chat id; '' for any. */
  text: z.string().max(200),
})
export type JournalFilter = z.infer<typeof journalFilter>

/** All events there are. */
export const anyEvent: JournalFilter = {
  scope: null,
  kinds: [],
  exceptKinds: false,
  from: null,
  to: null,
  states: [],
  chats: [],
  text: '',
}

export const journalQueries = {
  'journal.list': query<{
    readonly rows: readonly JournalRow[]
    readonly more: boolean
    /** The newest row, ignoring the filter: where a pause begins. */
    readonly newest: JournalKey | null
    /** With the newest page of a paused list: number of newer rows that match the filter. */
    readonly newer: number
  }>()(
    z.object({
      ...journalFilter.shape,
      /** Rows older than this key (keyset); null for the newest. */
      before: journalKey.nullable(),
      /** While paused: no row newer than this key; 0 if there was none. */
      upTo: journalKey.or(z.literal(0)).nullable(),
      limit: z.int().min(1).max(300),
    }),
  ),
  'journal.kinds': query<readonly { readonly typeWebhook: string; readonly count: number }[]>()(z.object({ scope })),
  'journal.details': query<JournalDetails>()(z.object({ event: journalKey })),
  /** The newest notifications about a message. */
  'journal.ofMessage': query<readonly JournalRow[]>()(z.object({ message: messageKey })),
  'journal.health': query<readonly QueueHealth[]>()(z.object({ scope })),
}

export const journalCommands = {
  'journal.applyAgain': command<{ readonly applied: number; readonly left: number }>()(
    z.object({ events: z.array(journalKey).max(1000) }),
  ),
  /** Removes quarantined or unknown notifications, which are the only copies. */
  'journal.discard': command<void>()(z.object({ events: z.array(journalKey).min(1).max(1000) })),
}
