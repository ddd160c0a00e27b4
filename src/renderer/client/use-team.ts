import { useMemo } from 'react'
import type { ChatKey, InstanceKey, TeamPresence, TeamStatus } from '../../contract/index.ts'
import { useContractQuery } from './use-contract-query.ts'

export type JoinedTeam = Extract<TeamStatus, { kind: 'joined' }>

/** The team of this desk; null: none, or not read yet. */
export function useTeam(): JoinedTeam | null {
  const { data } = useContractQuery('team.status', {})
  return data?.kind === 'joined' ? data : null
}

/** The team, if it shares this instance. */
export function useTeamOf(instance: InstanceKey | undefined): JoinedTeam | null {
  const team = useTeam()
  return team?.instances.some((row) => row.instance === instance) === true ? team : null
}

const nobody: ReadonlyMap<ChatKey, readonly TeamPresence[]> = new Map()

/** Presence of colleagues, by chat. */
export function usePresences(): ReadonlyMap<ChatKey, readonly TeamPresence[]> {
  const team = useTeam()
  const { data } = useContractQuery('team.presence', {}, { enabled: team !== null })
  return useMemo(
    () => (data === undefined || data.length === 0 ? nobody : Map.groupBy(data, ({ chat }) => chat)),
    [data],
  )
}
