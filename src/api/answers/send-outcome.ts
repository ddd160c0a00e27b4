import type { ApiError } from './api-error.ts'
import type { CallResult } from '../call.ts'
import type { SendResult } from '../schema/results.ts'

/** What became of a message that was given to sendMessage (architecture 6). */
export type SendOutcome =
  | { readonly kind: 'accepted'; readonly idMessage: string }
  /** Failed for good, with the reason. */
  | { readonly kind: 'rejected'; readonly error: ApiError }
  /** Certainly not sent: stays queued and goes by itself. */
  | { readonly kind: 'retryable'; readonly error: ApiError; readonly retryAfterMs: number | undefined }
  /** It may have been sent: it is looked for, and never sent again without a person. */
  | { readonly kind: 'uncertain'; readonly error: ApiError }

const finalStatuses: ReadonlySet<number> = new Set([400, 401, 403, 404, 413, 466])

/** Exactly one outcome for every result of sendMessage. What is in no row is uncertain. */
export function sendOutcome(result: CallResult<SendResult>): SendOutcome {
  if (result.ok) return { kind: 'accepted', idMessage: result.value.idMessage }
  const { error } = result
  switch (error.kind) {
    case 'invalidInput':
      return { kind: 'rejected', error }
    case 'aborted':
    case 'waitedTooLong':
      return { kind: 'retryable', error, retryAfterMs: undefined }
    case 'network':
      return error.mayHaveLeft ? { kind: 'uncertain', error } : { kind: 'retryable', error, retryAfterMs: undefined }
    default:
      // It is kept by nobody yet, and will be taken when the instance is up.
      if (error.kind === 'starting') return { kind: 'retryable', error, retryAfterMs: error.retryAfterMs }
      if (error.status === 429) return { kind: 'retryable', error, retryAfterMs: error.retryAfterMs }
      if (finalStatuses.has(error.status) || (error.status === 500 && error.kind === 'tooLarge'))
        return { kind: 'rejected', error }
      return { kind: 'uncertain', error }
  }
}
