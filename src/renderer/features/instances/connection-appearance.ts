import type { ConnectionKind, SteadyInstance } from '../../../contract/instances.ts'
import { connectionTones, needsPerson, type ConnectionTone } from '../../lib/connection-tones.ts'
import type { IconName } from '../../ui/marks/icon.tsx'
import type { BannerProps } from '../../ui/marks/banner.tsx'

/** The action that a banner offers for a state. */
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

export interface ConnectionAppearance {
  readonly tone: ConnectionTone
  /** Needs a person: counted in "needs attention" and shown in the rail. */
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

const appearanceOf = (
  kind: ConnectionKind,
  icon?: IconName,
  ...actions: readonly ConnectionAction[]
): ConnectionAppearance => {
  const tone = connectionTones[kind]
  return {
    tone,
    attention: needsPerson(kind),
    banner: icon === undefined ? null : { tone: bannerTones[tone], icon, urgent: tone === 'error', actions },
  }
}

/** How each state of a connection looks and what can be done about it. One row for every kind. */
export const connectionAppearance: Readonly<Record<ConnectionKind, ConnectionAppearance>> = {
  connecting: appearanceOf('connecting'),
  live: appearanceOf('live'),
  sendOnly: appearanceOf('sendOnly'),
  paused: appearanceOf('paused', 'pause', 'resume', 'openInstance'),
  tokenMissing: appearanceOf('tokenMissing', 'key', 'enterToken', 'openInstance'),
  wrongToken: appearanceOf('wrongToken', 'errorCircle', 'enterToken', 'openInstance'),
  wrongInstance: appearanceOf('wrongInstance', 'errorCircle', 'edit', 'retry', 'openInstance'),
  notAuthorized: appearanceOf('notAuthorized', 'key', 'authorize', 'showWaiting', 'retry'),
  starting: appearanceOf('starting', 'hourglass', 'retry', 'openInstance'),
  suspended: appearanceOf('suspended', 'errorCircle', 'showWaiting', 'retry', 'openInstance'),
  restricted: appearanceOf('restricted', 'card', 'openInstance'),
  blocked: appearanceOf('blocked', 'errorCircle', 'showWaiting', 'retry', 'openInstance'),
  webhookSet: appearanceOf('webhookSet', 'webhook', 'showWebhook', 'sendOnly', 'retry'),
  notificationsOff: appearanceOf('notificationsOff', 'bell', 'enableNotifications', 'openInstance'),
  sharedQueue: appearanceOf('sharedQueue', 'group', 'showEvents', 'sendOnly', 'openInstance'),
  unreachable: appearanceOf('unreachable', 'offline', 'retry', 'openInstance'),
  rateLimited: appearanceOf('rateLimited', 'gauge', 'showRequests', 'openInstance'),
  quotaExceeded: appearanceOf('quotaExceeded', 'gauge', 'showRequests', 'retry', 'openInstance'),
  serviceTrouble: appearanceOf('serviceTrouble', 'warning', 'showRequests', 'retry', 'openInstance'),
  // The program's banner shows it for all instances together.
  storeTrouble: appearanceOf('storeTrouble'),
}

/** Waits for a token from a person: it has none, or the service refuses the one it has. */
export const needsToken = ({ connection, token }: Pick<SteadyInstance, 'connection' | 'token'>): boolean =>
  connection.kind === 'wrongToken' || lacksToken({ connection, token })

/** Has no token, and not because its stored one is locked. */
export const lacksToken = ({ connection, token }: Pick<SteadyInstance, 'connection' | 'token'>): boolean =>
  connection.kind === 'tokenMissing' && token === 'missing'

/** So many without a token are one matter of the whole program, not one of each instance. */
export const leastTogether = 2
