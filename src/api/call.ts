import type { ApiError, ApiErrorKind } from './answers/api-error.ts'
import type { HttpPipeline } from './http.ts'
import type { Json } from './json.ts'
import type { OperationName } from './operations.ts'
import type { RetryPolicy } from './limits/retry.ts'
import type { Priority } from './limits/token-bucket.ts'

export interface CallOptions {
  readonly priority: Priority
  /** Purpose of the call in the request log: a short name such as 'history.open'. */
  readonly purpose?: string | undefined
  /** The caller's key for the subject of the call, for the request log: a lost answer names none. */
  readonly subject?: string | undefined
  /**
   * If the caller repeats a call by a new one: the key shared by these calls, and the number of earlier attempts. For
   * the request log.
   */
  readonly repeats?: { readonly call: string; readonly attempts: number } | undefined
  readonly signal?: AbortSignal | undefined
  /** Deadline of one attempt, ms. Default: the operation's. */
  readonly timeoutMs?: number | undefined
  /** Deadline of the whole call, ms: limiter, attempts and pauses. Default: none. */
  readonly totalMs?: number | undefined
  /** The connection to use, except for a POST. Default: any free one. */
  readonly pipeline?: HttpPipeline | undefined
  /** Called right before an attempt leaves. False ends the call as `aborted`, without a request. */
  readonly mayLeave?: (() => boolean) | undefined
  /** Called with the status and the body of each answer as it came, without the token. */
  readonly onAnswer?: ((answer: { readonly status: number; readonly body: string }) => void) | undefined
  /** Called when the first attempt was handed to the network: later requests on the same pipeline leave after it. */
  readonly onHandedOver?: (() => void) | undefined
  /**
   * Repeats a transient failure of an idempotent operation; operations that may not be repeated ignore it. Default: no
   * repeats.
   */
  readonly retry?: RetryPolicy | undefined
}

/** Result data of a call; times in milliseconds. */
export interface CallInfo {
  readonly attempts: number
  /** Time waiting for the limiter, of all attempts together. */
  readonly limiterWaitMs: number
  /** Of the last attempt; absent if the port can't measure it or the attempt did not get that far. */
  readonly status?: number | undefined
  readonly connectMs?: number | undefined
  readonly firstByteMs?: number | undefined
  /** Duration of the last attempt, from request to answer; 0 if none was made. */
  readonly answerMs: number
  /** The whole call. */
  readonly totalMs: number
  readonly bytesIn: number
  readonly bytesOut: number
}

export type CallResult<Reply> =
  | {
      readonly ok: true
      readonly value: Reply
      /** The reply's JSON (unsafe integers as text), or its text if it is no JSON. */
      readonly raw: Json
      readonly info: CallInfo
    }
  | { readonly ok: false; readonly error: ApiError; readonly info: CallInfo }

/** One HTTP attempt, for the request log. Cleaned of the token; holds no address. */
export interface AttemptRecord {
  readonly operation: OperationName
  readonly method: string
  readonly priority: Priority
  readonly purpose: string | undefined
  readonly subject: string | undefined
  /** Key of the call: equal for all its attempts, unique for the operation. */
  readonly call: string
  /** 1 for the first. */
  readonly attempt: number
  /** Epoch ms: when the attempt was handed to the network, and when it was recorded, which orders the records. */
  readonly startedAt: number
  readonly endedAt: number
  readonly outcome: 'reply' | ApiErrorKind
  readonly error: ApiError | undefined
  readonly status: number | undefined
  /** The answer's Date header, epoch ms; whole seconds. */
  readonly serviceDate: number | undefined
  /** The input as JSON, whether sent as path, query or body. */
  readonly request: string
  /** At most {@link MAX_LOGGED_BODY} characters. */
  readonly response: string
  readonly responseTruncated: boolean
  /** Headers worth logging, never cookies. Secrets are removed as in the bodies. */
  readonly responseHeaders: Readonly<Record<string, string>>
  readonly limiterWaitMs: number
  readonly connectMs: number | undefined
  readonly firstByteMs: number | undefined
  readonly totalMs: number
  readonly bytesIn: number
  readonly bytesOut: number
}

export const MAX_LOGGED_BODY = 65_536

export type AttemptObserver = (record: AttemptRecord) => void
