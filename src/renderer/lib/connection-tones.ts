import type { ConnectionKind } from '../../contract/instances.ts'

/** Severity of an instance's state. Dot, mark, banner and table take their colour from it. */
export type ConnectionTone = 'live' | 'idle' | 'paused' | 'warn' | 'error'

export const connectionTones: Readonly<Record<ConnectionKind, ConnectionTone>> = {
  connecting: 'idle',
  live: 'live',
  sendOnly: 'live',
  paused: 'paused',
  tokenMissing: 'error',
  wrongToken: 'error',
  wrongInstance: 'error',
  notAuthorized: 'error',
  starting: 'warn',
  suspended: 'error',
  restricted: 'warn',
  blocked: 'error',
  webhookSet: 'warn',
  notificationsOff: 'warn',
  sharedQueue: 'warn',
  unreachable: 'warn',
  rateLimited: 'warn',
  quotaExceeded: 'error',
  serviceTrouble: 'warn',
  storeTrouble: 'error',
}

/** Whether a state asks for a person; a slow-down ends by itself. */
export const needsPerson = (kind: ConnectionKind): boolean =>
  kind !== 'rateLimited' && (connectionTones[kind] === 'warn' || connectionTones[kind] === 'error')
