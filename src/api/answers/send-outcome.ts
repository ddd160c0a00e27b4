import type { ApiError } from './api-error.ts'
import type { CallResult } from '../call.ts'
import type { SendResult } from '../schema/results.ts'

/** The outcome of a sendMessage call (architecture 6). */
export type SendOutcome =
  | { readonly kind: 'accepted'; readonly idMessage: string }
  /** Failed for good, with the reason. */
  | { readonly kind: 'rejected'; readonly error: ApiError }
  /** Certainly not sent: stays queued and is retried. */
  | { readonly kind: 'retryable'; readonly error: ApiError; readonly retryAfterMs: number | undefined }
  /** Possibly sent: it is searched for, and repeated only by a person. */
  | { readonly kind: 'uncertain'; readonly error: ApiError }

const finalStatuses: ReadonlySet<number> = new Set([400, 401, 403, 404, 413, 466])

/** Maps every result of sendMessage to one outcome. The default is uncertain. */
export function sendOutcome(result: CallResult<SendResult>): SendOutcome {
  if (result.ok) return { kind: 'accepted', idMessage: result.value.idMessage }
  const { error } = result
  switch (error.kind) {
    case 'invalidInput':
      return { kind: 'rejected', error }
    case 'aborted':
    case 'waitedTooLong':
    case 'overBudget':
      return { kind: 'retryable', error, retryAfterMs: undefined }
    case 'network':
      return error.mayHaveLeft ? { kind: 'uncertain', error } : { kind: 'retryable', error, retryAfterMs: undefined }
    default:
      // The service has not stored the message, and accepts it when the instance has started.
      if (error.kind === 'starting') return { kind: 'retryable', error, retryAfterMs: error.retryAfterMs }
      if (error.status === 429) return { kind: 'retryable', error, retryAfterMs: error.retryAfterMs }
      if (finalStatuses.has(error.status) || (error.status === 500 && error.kind === 'tooLarge'))
        return { kind: 'rejected', error }
      return { kind: 'uncertain', error }
  }
}
