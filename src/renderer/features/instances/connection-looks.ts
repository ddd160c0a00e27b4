import type { ConnectionKind } from '../../../contract/instances.ts'
import type { ConnectionTone } from '../../lib/connection-tones.ts'
import { connectionTones, needsPerson } from '../../lib/connection-tones.ts'
import type { IconName } from '../../ui/marks/icon.tsx'
import type { BannerProps } from '../../ui/marks/banner.tsx'

/** What a banner offers to do about a state. */
export type ConnectionAction =
  | 'retry'
  | 'resume'
  | 'enterToken'
  | 'edit'
  | 'showWaiting'
  | 'showRequests'
  | 'showEvents'
  | 'enableNotifications'
  | 'sendOnly'
  | 'selfCheck'
  | 'unlock'
  | 'authorize'
  | 'openInstance'
  | 'showWebhook'

export interface ConnectionLooks {
  readonly tone: ConnectionTone
  /** Asks for a person: counts in "needs attention" and is said in the rail. */
  readonly attention: boolean
  readonly banner: {
    readonly tone: BannerProps['tone']
    readonly icon: IconName
    /** Sending or receiving stopped. */
    readonly urgent: boolean
    readonly actions: readonly ConnectionAction[]
  } | null
}

const bannerTones = { live: 'ok', idle: 'neutral', paused: 'neutral', warn: 'warn', error: 'bad' } as const

const looksOf = (kind: ConnectionKind, icon?: IconName, ...actions: readonly ConnectionAction[]): ConnectionLooks => {
  const tone = connectionTones[kind]
  return {
    tone,
    attention: needsPerson(kind),
    banner: icon === undefined ? null : { tone: bannerTones[tone], icon, urgent: tone === 'error', actions },
  }
}

/** How each state of a connection looks and what can be done about it. One row for every kind. */
export const connectionLooks: Readonly<Record<ConnectionKind, ConnectionLooks>> = {
  connecting: looksOf('connecting'),
  live: looksOf('live'),
  sendOnly: looksOf('sendOnly'),
  paused: looksOf('paused', 'pause', 'resume', 'openInstance'),
  tokenMissing: looksOf('tokenMissing', 'key', 'enterToken', 'openInstance'),
  wrongToken: looksOf('wrongToken', 'errorCircle', 'enterToken', 'openInstance'),
  wrongInstance: looksOf('wrongInstance', 'errorCircle', 'edit', 'retry', 'openInstance'),
  notAuthorized: looksOf('notAuthorized', 'key', 'authorize', 'showWaiting', 'retry'),
  starting: looksOf('starting', 'hourglass', 'retry', 'openInstance'),
  suspended: looksOf('suspended', 'errorCircle', 'showWaiting', 'retry', 'openInstance'),
  blocked: looksOf('blocked', 'errorCircle', 'showWaiting', 'retry', 'openInstance'),
  webhookSet: looksOf('webhookSet', 'webhook', 'showWebhook', 'sendOnly', 'retry'),
  notificationsOff: looksOf('notificationsOff', 'bell', 'enableNotifications', 'openInstance'),
  sharedQueue: looksOf('sharedQueue', 'group', 'showEvents', 'sendOnly', 'openInstance'),
  unreachable: looksOf('unreachable', 'offline', 'retry', 'openInstance'),
  rateLimited: looksOf('rateLimited', 'gauge', 'showRequests', 'openInstance'),
  quotaExceeded: looksOf('quotaExceeded', 'gauge', 'showRequests', 'retry', 'openInstance'),
  serviceTrouble: looksOf('serviceTrouble', 'warning', 'showRequests', 'retry', 'openInstance'),
  // The banner of the whole program says it, once for all instances.
  storeTrouble: looksOf('storeTrouble'),
}
