import { z } from 'zod'
import { command, query } from './define.ts'
import type { ChatKey, InstanceKey, MessageKey } from './ids.ts'
import { chatKey, messageKey, programKey, quickReplyKey, scope } from './ids.ts'
import type { ContentKind, MessageProgram } from './messages.ts'
import { statusKinds, type MessageStatus, type ObservationSource, type StatusKind } from './statuses.ts'
import type { Colleague } from './team.ts'

/** Filters of the Outgoing view. Empty lists mean "any". Times in epoch ms, ages in ms. */
export const outgoingFilter = z.object({
  scope,
  statuses: z.array(z.enum(statusKinds)).max(20),
  /** typeMessage values, or our content kinds. */
  kinds: z.array(z.string().max(64)).max(20),
  chats: z.array(chatKey).max(100),
  text: z.string().max(200),
  /** Look-back in minutes from now; null for everything stored. */
  minutes: z.int().min(1).max(5_256_000).nullable(),
  /** The time that the look-back uses: the latest action, as in lastOutgoingMessages (service 2.5), or the sending. */
  lookBackBy: z.enum(['action', 'sent']),
  sentByApi: z.boolean().nullable(),
  /** Written with one of these quick replies; `any`: with any of them. */
  quickReplies: z.union([z.array(quickReplyKey).max(100), z.literal('any')]),
  /** Written at this desk of the team. UUID. */
  author: z.uuid().nullable().optional(),
  /**
   * `people`: sent by a person, in Switchboard or on the phone; `programs`: sent by any program, or proposed by one and
   * sent by a person; `held`: what programs sent and what has not left yet; else the same of this program. Whoever sent
   * through the service's API past Switchboard is neither.
   */
  sender: z
    .union([z.enum(['people', 'programs', 'held']), programKey])
    .nullable()
    .optional(),
  /** Sent longer ago than this. */
  olderThanMs: z.number().min(0).nullable(),
  /** Not failed, not read or delivered, and without progress for longer than this. */
  stuckLongerThanMs: z.number().min(0).nullable(),
})
export type OutgoingFilter = z.infer<typeof outgoingFilter>

export const outgoingSorts = ['time', 'action', 'status', 'chat', 'kind', 'age'] as const
const sort = z.object({ by: z.enum(outgoingSorts), direction: z.enum(['asc', 'desc']) })
export type OutgoingSort = z.infer<typeof sort>

export interface OutgoingRow {
  readonly key: MessageKey
  readonly instance: InstanceKey
  readonly chat: ChatKey
  readonly chatTitle: string
  readonly idMessage: string | null
  readonly at: number
  /** Time of the latest change of its status; `age` sorts by it. */
  readonly progressAt: number
  /** Time of the last known action: acceptance, or a later observation with a time. */
  readonly lastActionAt: number
  readonly kind: ContentKind
  readonly typeMessage: string
  readonly text: string
  /** Size of its file, bytes; null: no file, or one that was never on this computer. */
  readonly fileBytes: number | null
  readonly status: MessageStatus
  readonly source: ObservationSource
  readonly sentByApi: boolean | null
  /** Whether it was sent, or is to be, by Switchboard at this desk. */
  readonly isFromHere: boolean
  /** The colleague who wrote it; null: no member, or no team shares the instance. */
  readonly author: Colleague | null
  readonly program: MessageProgram | null
}

export interface OutgoingPage {
  readonly rows: readonly OutgoingRow[]
  readonly total: number
}

/** Counts of the rows of a filter, ignoring its status. */
export interface OutgoingSummary {
  readonly counts: Readonly<Record<StatusKind, number>>
  readonly total: number
  /** Epoch ms of the first bucket: where the look-back begins, or the first outgoing message of the scope. */
  readonly from: number
  readonly bucketMs: number
  readonly buckets: readonly Readonly<Partial<Record<StatusKind, number>>>[]
}

export const outgoingQueries = {
  'outgoing.list': query<OutgoingPage>()(
    z.object({ filter: outgoingFilter, sort, offset: z.int().min(0), limit: z.int().min(1).max(300) }),
  ),
  /** Counts per status, in total and over time. */
  'outgoing.summary': query<OutgoingSummary>()(z.object({ filter: outgoingFilter, buckets: z.int().min(1).max(120) })),
  /** Index of a row under filter and sort, to keep the place while rows move. */
  'outgoing.indexOf': query<number | null>()(z.object({ filter: outgoingFilter, sort, message: messageKey })),
}

export const outgoingCommands = {
  /** Calls lastOutgoingMessages for the look-back and merges its records. */
  'outgoing.refresh': command<{ readonly failed: readonly InstanceKey[] }>()(
    z.object({ scope, minutes: z.int().min(1).max(5_256_000) }),
  ),
}
