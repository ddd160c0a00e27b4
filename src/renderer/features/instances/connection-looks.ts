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
    banner: { tone: 'neutral', icon: 'pause', urgent: false, actions: ['resume'] },
  },
  tokenMissing: trouble('error', 'bad', 'key', 'enterToken'),
  wrongToken: trouble('error', 'bad', 'errorCircle', 'enterToken'),
  wrongInstance: trouble('error', 'bad', 'errorCircle', 'edit', 'retry'),
  notAuthorized: trouble('error', 'bad', 'key', 'showWaiting', 'retry'),
  starting: trouble('warn', 'info', 'hourglass', 'retry'),
  suspended: trouble('error', 'bad', 'errorCircle', 'showWaiting', 'retry'),
  blocked: trouble('error', 'bad', 'errorCircle', 'showWaiting', 'retry'),
  webhookSet: trouble('warn', 'warn', 'webhook', 'sendOnly', 'retry'),
  notificationsOff: trouble('warn', 'warn', 'bell', 'enableNotifications'),
  sharedQueue: trouble('warn', 'warn', 'group', 'showEvents', 'sendOnly'),
  unreachable: trouble('warn', 'info', 'offline', 'retry'),
  rateLimited: {
    tone: 'warn',
    attention: false,
    banner: { tone: 'info', icon: 'gauge', urgent: false, actions: ['showRequests'] },
  },
  quotaExceeded: trouble('error', 'bad', 'gauge', 'showRequests', 'retry'),
  serviceTrouble: trouble('warn', 'warn', 'warning', 'showRequests', 'retry'),
  // The banner of the whole program says it, once for all instances.
  storeTrouble: { tone: 'error', attention: true, banner: null },
}
