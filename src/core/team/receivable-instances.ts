import type { InstanceKey } from '../../contract/ids.ts'
import type { SharedInstanceId, SharedTeam } from '../sharing/shared-team.ts'
import type { TeamBase } from './team-base.ts'

/** Instances for which this desk can receive: they run here, and something can be kept. */
export function receivableInstances({
  team,
  store,
  instances,
  shared,
}: Pick<TeamBase, 'store' | 'instances'> & {
  readonly team: Pick<SharedTeam, 'role'>
  readonly shared: ReadonlyMap<InstanceKey, SharedInstanceId>
}): ReadonlyMap<SharedInstanceId, InstanceKey> {
  const found = new Map<SharedInstanceId, InstanceKey>()
  if (team.role === 'viewer' || store.state() !== 'ok') return found
  for (const [key, id] of shared) {
    const instance = instances.get(key)
    if (instance?.run() != null && instance.row().mode === 'full') found.set(id, key)
  }
  return found
}
