import type { ApiError } from '../api/api-error.ts'
import { ContractError } from '../contract/errors.ts'
import type { ContractErrorData, ErrorCode } from '../contract/errors.ts'

/** What a failed call of the service means to the window: a code, and the service's own cleaned words. */
export function contractErrorOf(error: ApiError): ContractError {
  const data: Omit<ContractErrorData, 'code'> = {
    ...('retryAfterMs' in error && error.retryAfterMs !== undefined ? { retryAfterMs: error.retryAfterMs } : {}),
    ...('text' in error && error.text !== '' ? { details: { text: error.text } } : {}),
  }
  return new ContractError(codeOf(error), data)
}

function codeOf(error: ApiError): ErrorCode {
  switch (error.kind) {
    case 'network':
      return error.reason === 'aborted' ? 'cancelled' : error.reason === 'timeout' ? 'timeout' : 'unreachable'
    case 'aborted':
      return 'cancelled'
    case 'waitedTooLong':
    case 'serviceTimeout':
      return 'timeout'
    case 'wrongToken':
    case 'tokenMissing':
      return 'wrongToken'
    case 'wrongInstance':
    case 'wrongHost':
    case 'badInstanceId':
    case 'redirect':
      return 'wrongInstance'
    case 'suspended':
      return 'suspended'
    case 'rateLimited':
      return 'rateLimited'
    case 'quota':
    case 'checkQuota':
      return 'quotaExceeded'
    case 'operationMissing':
      return 'operationMissing'
    case 'chatNotFound':
    case 'messageNotFound':
    case 'groupNotFound':
      return 'notFound'
    case 'notGroupMember':
      return 'forbidden'
    case 'tooLarge':
      return 'bodyTooLarge'
    case 'gateway':
    case 'server':
      return 'serviceTrouble'
    case 'unreadable':
    case 'unexpected':
      return 'serviceBroken'
    case 'invalidInput':
      return 'badInput'
    default:
      return 'serviceRefused'
  }
}
