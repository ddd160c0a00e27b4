import type { ApiError, ApiErrorKind } from './answers/api-error.ts'

/**
 * Groups of errors. Each caller decides what follows from a group; which errors belong together is defined only here.
 */
const groups = {
  network: 'network',
  aborted: 'stopped',
  waitedTooLong: 'stopped',
  overBudget: 'stopped',
  invalidInput: 'input',
  /** The token is not this instance's. */
  wrongToken: 'token',
  tokenMissing: 'token',
  /** The address is not this instance's. */
  wrongInstance: 'address',
  wrongHost: 'address',
  badInstanceId: 'address',
  redirect: 'address',
  operationMissing: 'operationMissing',
  suspended: 'suspended',
  starting: 'starting',
  webhookSet: 'webhookSet',
  rateLimited: 'rateLimited',
  quota: 'quota',
  checkQuota: 'checkQuota',
  chatNotFound: 'notFound',
  messageNotFound: 'notFound',
  groupNotFound: 'notFound',
  notGroupMember: 'forbidden',
  tooLarge: 'tooLarge',
  serviceTimeout: 'timeout',
  /** The service is in trouble. */
  gateway: 'trouble',
  server: 'trouble',
  /** The answer is not one of the service's. */
  unreadable: 'garbled',
  unexpected: 'garbled',
  validation: 'refused',
  refused: 'refused',
} as const satisfies Record<ApiErrorKind, string>

export type ErrorGroup = (typeof groups)[ApiErrorKind]

export const groupOf = (error: ApiError): ErrorGroup => groups[error.kind]
