import type { HttpFailureReason } from '../http.ts'
import type { OperationName } from '../operations.ts'

/**
 * Why a call gave no reply. Never holds a URL or the token; `text` is the service's text with both removed, shown
 * beside ours.
 */
export type ApiError = ApiErrorBase & (NetworkError | InvalidInputError | StoppedError | AnswerError)

interface ApiErrorBase {
  readonly operation: OperationName
}

/** No answer, or an incomplete one. */
interface NetworkError {
  readonly kind: 'network'
  readonly reason: HttpFailureReason
  /** False: the service certainly never saw the request. */
  readonly mayHaveLeft: boolean
  readonly code?: string | undefined
}

/** Checked here and never sent. */
interface InvalidInputError {
  readonly kind: 'invalidInput'
  /** The fields at fault; `body` when the whole is too large. */
  readonly fields: readonly string[]
}

/**
 * Stopped before the request left: by the caller's signal, because the total time ended while waiting for the limiter,
 * or because the caller may not spend one more of the month's calls.
 */
interface StoppedError {
  readonly kind: 'aborted' | 'waitedTooLong' | 'overBudget'
}

/** The service, or something in between, answered. */
type AnswerError = Answered & AnswerDetail

interface Answered {
  readonly status: number
  /** The service's own text without token and addresses; '' when it gave none. */
  readonly text: string
  /** When the service said how long to wait. */
  readonly retryAfterMs?: number | undefined
}

export type AnswerDetail =
  | { readonly kind: PlainAnswerKind }
  | { readonly kind: 'validation'; readonly field?: string | undefined }
  | {
      readonly kind: 'quota'
      readonly method?: string | undefined
      readonly used?: number | undefined
      readonly total?: number | undefined
    }
  | { readonly kind: 'unreadable'; readonly form: BodyForm }

export type BodyForm = 'empty' | 'json' | 'text' | 'html'

export type PlainAnswerKind =
  /** 401. */
  | 'wrongToken'
  /** 400: the token is missing in the path. */
  | 'tokenMissing'
  /** 400: the instance id is missing or no number. */
  | 'badInstanceId'
  /** 403: this instance isn't served by this host. */
  | 'wrongInstance'
  /** 403 with the text that the account is suspended. */
  | 'suspended'
  /** 404 without the operation's name: this host doesn't know the instance. */
  | 'wrongHost'
  /** 404 "Cannot GET ...": this family has no such operation, or the path prefix is the other one. */
  | 'operationMissing'
  | 'chatNotFound'
  /** Also: not visible yet (service 7). */
  | 'messageNotFound'
  | 'groupNotFound'
  /** 200 "Error: forbidden". */
  | 'notGroupMember'
  /** A webhook URL is set, so nothing can be pulled. */
  | 'webhookSet'
  /** 400 with the text that the instance is starting, and accepts nothing yet. */
  | 'starting'
  /** 429. */
  | 'rateLimited'
  /** 469: contact checks, for two hours. */
  | 'checkQuota'
  /** 500 "request entity too large" and 413. */
  | 'tooLarge'
  /** 408, 504 and 499 without a requested wait: whether the service executed the request is unknown. */
  | 'serviceTimeout'
  /** 502, 503. */
  | 'gateway'
  /** Any other 5xx. */
  | 'server'
  /** 200 {status: false, reason}, or an undocumented 200 "Error: ...". */
  | 'refused'
  /** 3xx: never followed, because it would carry the token elsewhere. */
  | 'redirect'
  /** An undocumented status. */
  | 'unexpected'

export type ApiErrorKind = ApiError['kind']
