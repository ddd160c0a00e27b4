import type { ApiError } from '../../api/answers/api-error.ts'
import { groupOf, type ErrorGroup } from '../../api/group-of.ts'
import { ContractError, type ContractErrorData, type ErrorCode } from '../../contract/errors.ts'

/** The ContractError of a failed service call: a code, and the service's text without secrets. */
export function contractErrorOf(error: ApiError): ContractError {
  const data: Omit<ContractErrorData, 'code'> = {
    ...('retryAfterMs' in error && error.retryAfterMs !== undefined ? { retryAfterMs: error.retryAfterMs } : {}),
    ...('text' in error && error.text !== '' ? { details: { text: error.text } } : {}),
  }
  return new ContractError(codeOf(error), data)
}

function codeOf(error: ApiError): ErrorCode {
  if (error.kind === 'network') {
    return error.reason === 'aborted' ? 'cancelled' : error.reason === 'timeout' ? 'timeout' : 'unreachable'
  }
  return error.kind === 'waitedTooLong' ? 'timeout' : codes[groupOf(error)]
}

const codes: Readonly<Record<ErrorGroup, ErrorCode>> = {
  network: 'unreachable',
  stopped: 'cancelled',
  input: 'badInput',
  token: 'wrongToken',
  address: 'wrongInstance',
  operationMissing: 'operationMissing',
  suspended: 'suspended',
  starting: 'serviceRefused',
  webhookSet: 'serviceRefused',
  rateLimited: 'rateLimited',
  quota: 'quotaExceeded',
  checkQuota: 'quotaExceeded',
  notFound: 'notFound',
  forbidden: 'forbidden',
  tooLarge: 'bodyTooLarge',
  timeout: 'timeout',
  trouble: 'serviceTrouble',
  garbled: 'serviceBroken',
  refused: 'serviceRefused',
}
