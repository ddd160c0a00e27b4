import type { ApiError, ApiErrorKind } from './answers/api-error.ts'
import type { HttpPipeline } from './http.ts'
import type { Json } from './json.ts'
import type { OperationName } from './operations.ts'
import type { RetryPolicy } from './limits/retry.ts'
import type { Priority } from './limits/token-bucket.ts'

export interface CallOptions {
  readonly priority: Priority
  /** Why it is made, for the request log: a short name such as 'history.open'. */
  readonly purpose?: string | undefined
  /** The caller's own name for what it is about, for the request log: an answer that gets lost names nothing. */
  readonly subject?: string | undefined
  /**
   * Where its caller repeats it by calling anew: one name for all of these calls, and the attempts of before. For the
   * request log.
   */
  readonly repeats?: { readonly call: string; readonly attempts: number } | undefined
  readonly signal?: AbortSignal | undefined
  /** One attempt, milliseconds. Default: the operation's own. */
  readonly timeoutMs?: number | undefined
  /** Everything: waiting for its turn, attempts and the pauses between them. Default: no limit. */
  readonly totalMs?: number | undefined
  /** The connection that it leaves on, unless it is a POST. Default: any that is free. */
  readonly pipeline?: HttpPipeline | undefined
  /** Asked right before an attempt leaves. False: it ends as `aborted`, and nothing was asked of the service. */
  readonly mayLeave?: (() => boolean) | undefined
  /**
   * Called when its first attempt was handed over to the network: what is made on the same pipeline from now on leaves
   * behind it.
   */
  readonly onHandedOver?: (() => void) | undefined
  /**
   * Repeats a transient failure of an idempotent operation; operations that may not be repeated ignore it. Default: no
   * repeats.
   */
  readonly retry?: RetryPolicy | undefined
}

/** How a call went; times in milliseconds. */
export interface CallInfo {
  readonly attempts: number
  /** Waiting for its turn, all attempts together. */
  readonly limiterWaitMs: number
  /** Of the last attempt; absent where the port can't see it or it didn't come so far. */
  readonly status?: number | undefined
  readonly connectMs?: number | undefined
  readonly firstByteMs?: number | undefined
  /** The last attempt from request to answer; 0 when none was made. */
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
      /** The reply's JSON as it came (unsafe integers as text), or its text where it is no JSON. */
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
  /** Names the call: the same for all its attempts, and for no other call of the operation. */
  readonly call: string
  /** 1 for the first. */
  readonly attempt: number
  /** Epoch ms: when it was handed to the network, and when it was observed, which is the order of records. */
  readonly startedAt: number
  readonly endedAt: number
  readonly outcome: 'reply' | ApiErrorKind
  readonly error: ApiError | undefined
  readonly status: number | undefined
  /** The answer's Date header, epoch ms; whole seconds. */
  readonly serviceDate: number | undefined
  /** The input as JSON, wherever it travelled. */
  readonly request: string
  /** At most {@link MAX_LOGGED_BODY} characters. */
  readonly response: string
  readonly responseTruncated: boolean
  /** Those that tell something of the answer; never cookies. Cleaned as the bodies are. */
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
