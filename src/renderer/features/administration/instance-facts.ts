import type { InstanceKey } from '../../../contract/ids.ts'
import type { ConnectionKind, SteadyInstance } from '../../../contract/instances.ts'
import type { TeamInstanceRow, TeamMemberRow } from '../../../contract/team.ts'
import { needsPerson } from '../../lib/connection-tones.ts'

/** Which program receives an instance's notifications, and whether this desk does. */
export interface Receiver {
  readonly who: 'here' | 'webhook' | 'shared' | 'nobody'
  readonly how: 'readsQueue' | 'readsBoth' | 'readsNot' | 'setThere' | 'notNow'
}

export function receiverOf({ connection, mode }: Pick<SteadyInstance, 'connection' | 'mode'>): Receiver {
  if (connection.kind === 'webhookSet') return { who: 'webhook', how: 'setThere' }
  if (mode === 'sendOnly') return { who: 'nobody', how: 'readsNot' }
  if (!connection.receiving) return { who: 'nobody', how: 'notNow' }
  return connection.kind === 'sharedQueue' ? { who: 'shared', how: 'readsBoth' } : { who: 'here', how: 'readsQueue' }
}

export const needsAttention = ({ connection }: Pick<SteadyInstance, 'connection'>): boolean =>
  needsPerson(connection.kind)

/**
 * The colleague whose desk receives for an instance; null: this desk or no desk does, or no team shares it.
 */
export function colleagueWhoReceives(
  team: {
    readonly instances: readonly Pick<TeamInstanceRow, 'instance' | 'reader' | 'isThis'>[]
    readonly members: readonly Pick<TeamMemberRow, 'desk' | 'name'>[]
  } | null,
  instance: InstanceKey,
): Pick<TeamMemberRow, 'desk' | 'name'> | null {
  const row = team?.instances.find((one) => one.instance === instance)
  if (row === undefined || row.isThis || row.reader === null) return null
  return team?.members.find(({ desk }) => desk === row.reader) ?? null
}

/** States in which the service reports nothing about the account, so its last facts may be outdated. */
const unsynced: ReadonlySet<ConnectionKind> = new Set([
  'connecting',
  'tokenMissing',
  'wrongToken',
  'wrongInstance',
  'unreachable',
  'serviceTrouble',
])

/** Whether the account's last known state still holds. */
export const isAccountKnown = ({ connection }: Pick<SteadyInstance, 'connection'>): boolean =>
  !unsynced.has(connection.kind)
