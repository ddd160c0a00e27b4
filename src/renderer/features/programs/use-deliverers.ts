import type { InstanceKey, ProgramRow } from '../../../contract/index.ts'
import { useTeam } from '../../client/use-team.ts'

/** A desk that delivers for the team, and the instances for which it receives; `name` null: no desk receives. */
export interface Deliverer {
  readonly name: string | null
  readonly isThis: boolean
  readonly instances: readonly InstanceKey[]
}

/** Which desks deliver a webhook of the team, while those are on; none for any other program. */
export function useDeliverers(): (row: ProgramRow) => readonly Deliverer[] {
  const team = useTeam()
  return ({ team: ofTeam, protocol, scope }) => {
    if (team === null || ofTeam === null || protocol !== 'webhook') return []
    const rows = team.instances.filter(({ instance }) => scope.instances?.includes(instance) ?? true)
    const byReader = Map.groupBy(rows, ({ reader, isKnown }) => (isKnown ? reader : null))
    return [...byReader].map(([reader, found]) => ({
      name: reader === null ? null : (team.members.find(({ desk }) => desk === reader)?.name ?? ''),
      isThis: reader === team.desk,
      instances: found.map(({ instance }) => instance),
    }))
  }
}
