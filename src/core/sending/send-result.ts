import type { ApiError } from '../../api/answers/api-error.ts'
import { backOff } from '../../api/limits/back-off.ts'
import { groupOf } from '../../api/group-of.ts'
import type { SendOutcome } from '../../api/answers/send-outcome.ts'
import type { FailureReason, UncertainCause } from '../../contract/statuses.ts'
import { retryPolicy } from './rules/retry-policy.ts'

/** The stored outcome of an attempt. Waits in ms. */
export type SendResult =
  | { readonly kind: 'accepted'; readonly idMessage: string }
  | { readonly kind: 'rejected'; readonly reason: FailureReason; readonly text: string }
  /** Certainly not sent: queued again. `offline`: there was no connection. */
  | {
      readonly kind: 'retryable'
      readonly why: 'offline' | 'rateLimited' | 'starting' | 'stopped'
      readonly waitMs: number
    }
  /** `why`: absent if unknown. */
  | { readonly kind: 'uncertain'; readonly text: string; readonly why?: UncertainCause }

/** Maps the outcome (src/api/answers/send-outcome.ts, architecture 6) to the outbox's types. */
export function sendResult(outcome: SendOutcome, attempt: number): SendResult {
  switch (outcome.kind) {
    case 'accepted':
      return { kind: 'accepted', idMessage: outcome.idMessage }
    case 'rejected':
      return { kind: 'rejected', reason: failureReason(outcome.error), text: serviceTextOf(outcome.error) }
    case 'uncertain':
      return { kind: 'uncertain', text: serviceTextOf(outcome.error), why: uncertainCause(outcome.error) }
    case 'retryable':
      switch (outcome.error.kind) {
        case 'network':
          return { kind: 'retryable', why: 'offline', waitMs: 0 }
        case 'aborted':
        case 'waitedTooLong':
        case 'overBudget':
          return { kind: 'retryable', why: 'stopped', waitMs: 0 }
        case 'starting':
          return {
            kind: 'retryable',
            why: 'starting',
            waitMs: outcome.retryAfterMs ?? backOff(retryPolicy.refused, attempt),
          }
        default:
          return {
            kind: 'retryable',
            why: 'rateLimited',
            waitMs: outcome.retryAfterMs ?? backOff(retryPolicy.refused, attempt),
          }
      }
  }
}

function uncertainCause(error: ApiError): UncertainCause {
  // There was an answer, or the beginning of one that is larger than is read.
  if (error.kind !== 'network' || error.reason === 'tooLarge') return 'answerUnclear'
  return error.reason === 'timeout' ? 'noAnswer' : 'connectionBroke'
}

/** The service's own words; '' where it had none. */
export const serviceTextOf = (error: ApiError): string => ('text' in error ? error.text : '')

/** The contract's reason of a rejected send. */
export function failureReason(error: ApiError): FailureReason {
  switch (groupOf(error)) {
    case 'token':
      return 'wrongToken'
    case 'address':
      return 'wrongInstance'
    case 'operationMissing':
      return error.operation === 'sendMessage' ? 'wrongInstance' : 'operationMissing'
    case 'suspended':
      return 'suspended'
    case 'quota':
      return 'quotaExceeded'
    case 'tooLarge':
      return 'tooLarge'
    default:
      return 'refused'
  }
}
