import type { ConnectionKind } from '../../../contract/instances.ts'
import type { IconName } from '../../ui/icon.tsx'
import type { StateDotProps } from '../../ui/state-dot.tsx'
import type { BannerProps } from '../../ui/banner.tsx'

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

export interface ConnectionLooks {
  readonly tone: StateDotProps['tone']
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

const calm = (tone: StateDotProps['tone']): ConnectionLooks => ({ tone, attention: false, banner: null })
const trouble = (
  tone: 'warn' | 'error',
  banner: BannerProps['tone'],
  icon: IconName,
  ...actions: readonly ConnectionAction[]
): ConnectionLooks => ({ tone, attention: true, banner: { tone: banner, icon, urgent: banner === 'bad', actions } })

/** How each state of a connection looks and what can be done about it. One row for every kind. */
export const connectionLooks: Readonly<Record<ConnectionKind, ConnectionLooks>> = {
  connecting: calm('idle'),
  live: calm('live'),
  sendOnly: calm('live'),
  paused: {
    tone: 'paused',
    attention: false,
    banner: { tone: 'neutral', icon: 'pause', urgent: false, actions: ['resume', 'openInstance'] },
  },
  tokenMissing: trouble('error', 'bad', 'key', 'enterToken', 'openInstance'),
  wrongToken: trouble('error', 'bad', 'errorCircle', 'enterToken', 'openInstance'),
  wrongInstance: trouble('error', 'bad', 'errorCircle', 'edit', 'retry', 'openInstance'),
  notAuthorized: trouble('error', 'bad', 'key', 'authorize', 'showWaiting', 'retry'),
  starting: trouble('warn', 'info', 'hourglass', 'retry', 'openInstance'),
  suspended: trouble('error', 'bad', 'errorCircle', 'showWaiting', 'retry', 'openInstance'),
  blocked: trouble('error', 'bad', 'errorCircle', 'showWaiting', 'retry', 'openInstance'),
  webhookSet: trouble('warn', 'warn', 'webhook', 'sendOnly', 'retry', 'openInstance'),
  notificationsOff: trouble('warn', 'warn', 'bell', 'enableNotifications', 'openInstance'),
  sharedQueue: trouble('warn', 'warn', 'group', 'showEvents', 'sendOnly', 'openInstance'),
  unreachable: trouble('warn', 'info', 'offline', 'retry', 'openInstance'),
  rateLimited: {
    tone: 'warn',
    attention: false,
    banner: { tone: 'info', icon: 'gauge', urgent: false, actions: ['showRequests', 'openInstance'] },
  },
  quotaExceeded: trouble('error', 'bad', 'gauge', 'showRequests', 'retry', 'openInstance'),
  serviceTrouble: trouble('warn', 'warn', 'warning', 'showRequests', 'retry', 'openInstance'),
  // The banner of the whole program says it, once for all instances.
  storeTrouble: { tone: 'error', attention: true, banner: null },
}
