import { z } from 'zod'
import { command, query } from './define.ts'
import type { ChatKey, InstanceKey, MessageKey, RequestKey } from './ids.ts'
import { instanceKey, messageKey, requestKey, scope } from './ids.ts'
import type { ContentKind } from './messages.ts'

export interface RequestRow {
  readonly key: RequestKey
  readonly instance: InstanceKey | null
  readonly operation: string
  readonly method: string
  /** Epoch ms, after the wait for the limiter. Requests are logged at their end, and lists are sorted by it. */
  readonly startedAt: number
  readonly endedAt: number
  /** HTTP status; null when no answer came. */
  readonly status: number | null
  /** Class of error; null for a good answer. */
  readonly errorKind: string | null
  /** ms: waiting for the limiter, connecting, until the answer was whole; total. */
  readonly limiterMs: number
  readonly connectMs: number | null
  readonly answerMs: number
  readonly totalMs: number
  readonly bytesOut: number
  readonly bytesIn: number
  readonly attempt: number
  readonly purpose: string
  readonly priority: string
}

export interface RequestDetails extends RequestRow {
  /** Path with the token replaced, for example /v3/waInstance1101000001/sendMessage/API_TOKEN. */
  readonly path: string
  readonly requestBody: string | null
  readonly responseBody: string | null
  readonly responseTruncated: boolean
  readonly serviceText: string | null
  readonly responseHeaders: Readonly<Record<string, string>>
}

/** A message that a request concerned. */
export interface TouchedMessage {
  readonly key: MessageKey
  readonly instance: InstanceKey
  readonly chat: ChatKey
  readonly chatTitle: string
  readonly direction: 'incoming' | 'outgoing'
  /** Epoch ms. */
  readonly at: number
  readonly kind: ContentKind
  /** The beginning of its text. */
  readonly text: string
}

export interface RequestGroup {
  readonly operation: string
  readonly errorKind: string
  readonly count: number
  readonly lastAt: number
  readonly instances: readonly InstanceKey[]
}

export interface LimiterLevel {
  readonly instance: InstanceKey
  readonly operation: string
  readonly limitPerSecond: number
  readonly defaultPerSecond: number
  readonly tokens: number
  readonly waiting: number
  readonly backOffUntil: number | null
}

const requestFilter = z.object({
  scope,
  /** None: all. */
  operations: z.array(z.string().max(64)).max(40),
  /** The operations are left out instead. */
  exceptOperations: z.boolean(),
  /** HTTP statuses; 0 where no answer came. None: all. */
  statuses: z.array(z.int().min(0).max(999)).max(40),
  /** When it began, epoch ms; null: open on that side. */
  from: z.number().nullable(),
  to: z.number().nullable(),
  /** Leaves out what core asks again and again by itself: the queue, statuses, news of chats. Not if one is chosen. */
  withoutPolling: z.boolean(),
  /** `ok`, `error`, or class of error. */
  outcomes: z.array(z.string().max(64)).max(40),
  text: z.string().max(200),
  /** Only slower than, ms. */
  slowerThanMs: z.number().min(0).nullable(),
})
export type RequestFilter = z.infer<typeof requestFilter>

/** All requests there are. */
export const anyRequest: RequestFilter = {
  scope: null,
  operations: [],
  exceptOperations: false,
  outcomes: [],
  statuses: [],
  from: null,
  to: null,
  withoutPolling: false,
  text: '',
  slowerThanMs: null,
}

export const requestQueries = {
  'requests.list': query<{
    readonly rows: readonly RequestRow[]
    readonly more: boolean
    readonly total: number
    /** The newest row, ignoring the filter: where a pause begins. */
    readonly newest: RequestKey | null
    /** With the newest page of a paused list: number of newer rows that match the filter. */
    readonly newer: number
  }>()(
    z.object({
      filter: requestFilter,
      /** Rows older than this key (keyset); null for the newest. */
      before: requestKey.nullable(),
      /** While paused: no row newer than this key; 0 if there was none. */
      upTo: requestKey.or(z.literal(0)).nullable(),
      limit: z.int().min(1).max(300),
    }),
  ),
  /** How many requests that read the queue the rest of a filter lets through. */
  'requests.polling': query<number>()(z.object({ filter: requestFilter })),
  /** Values of the log to filter by, the most frequent first. HTTP status 0 where no answer came. */
  'requests.kinds': query<{
    readonly operations: readonly { readonly operation: string; readonly count: number }[]
    readonly statuses: readonly { readonly status: number; readonly count: number }[]
  }>()(z.object({ scope })),
  'requests.details': query<RequestDetails & { readonly canSendAgain: boolean }>()(z.object({ request: requestKey })),
  /** The newest requests about a message: its send, status polls, and lists and notifications that contained it. */
  'requests.ofMessage': query<readonly RequestRow[]>()(z.object({ message: messageKey })),
  /**
   * Messages that a request sent, requested, listed or brought, newest first: the first 50, and the total number still
   * stored.
   */
  'requests.messages': query<{ readonly messages: readonly TouchedMessage[]; readonly total: number }>()(
    z.object({ request: requestKey }),
  ),
  /** All attempts of a request's call, including itself: the newest 100, oldest first. */
  'requests.attempts': query<readonly RequestRow[]>()(z.object({ request: requestKey })),
  'requests.errors': query<readonly RequestGroup[]>()(z.object({ scope, minutes: z.int().min(1) })),
  'requests.limits': query<readonly LimiterLevel[]>()(z.object({ scope })),
  /** Empty waits per minute (epoch minute ms), counted and not stored one by one. */
  'requests.waits': query<
    readonly { readonly minute: number; readonly instance: InstanceKey; readonly count: number }[]
  >()(z.object({ scope, minutes: z.int().min(1).max(1440) })),
  /** Summary figures over the last `minutes`. */
  'requests.summary': query<{
    readonly count: number
    readonly errors: number
    readonly medianMs: number | null
    readonly p95Ms: number | null
    readonly bytes: number
    readonly oldestAt: number | null
    readonly storedBytes: number
    /**
     * Number of newest requests whose bodies a text search covers; older ones match by their other fields, or by a
     * whole message id.
     */
    readonly searchedBodies: number
  }>()(z.object({ scope, minutes: z.int().min(1) })),
}

export const requestCommands = {
  /**
   * Asks the service once more what a logged request asked, and waits for the answer, which the log shows as a request
   * of its own. Errors: notFound; badInput, where the request changes something or can't be read back; what the
   * service or the network says.
   */
  'requests.sendAgain': command<void>()(z.object({ request: requestKey })),
  'requests.clear': command<void>()(z.object({})),
  'requests.setLimit': command<void>()(
    z.object({
      instance: instanceKey,
      operation: z.string().max(64),
      perSecond: z.number().min(0.01).max(1000).nullable(),
    }),
  ),
}
