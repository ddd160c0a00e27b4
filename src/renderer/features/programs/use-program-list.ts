import type { ProgramListener, ProgramRow, Scope, TeamWebhooksState } from '../../../contract/index.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useSettings } from '../../client/use-preference.ts'
import { useTeam } from '../../client/use-team.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { isInScope, isTeamWebhook, needsAttention, usualLimits } from './program-facts.ts'

/** Programs of a scope and the place where they connect; undefined until they are read. */
export function useProgramList(scope: Scope):
  | {
      readonly listener: ProgramListener
      readonly rows: readonly ProgramRow[]
      readonly team: TeamWebhooksState | null
    }
  | undefined {
  const { data } = useContractQuery('programs.list', {}, { keepPrevious: true })
  return data && { ...data, rows: data.rows.filter((row) => isInScope(row, scope)) }
}

/** Whether the webhooks of the team are off, so that no desk delivers them. */
export const useIsTeamOff = (): boolean =>
  useContractQuery('programs.list', {}, { keepPrevious: true }).data?.team?.isOn === false

const none: readonly ProgramRow[] = []

/** Programs that get events: none while they may not connect, but for webhooks of the team. */
export function useServedPrograms(): { readonly rows: readonly ProgramRow[]; readonly isFailed: boolean } {
  const isOn = useSettings()?.programs === true
  const isInTeam = useTeam() !== null
  const { data } = useContractQuery('programs.list', {}, { enabled: isOn || isInTeam, keepPrevious: true })
  if (data === undefined) return { rows: none, isFailed: false }
  if (!isOn) return { rows: data.rows.filter(isTeamWebhook), isFailed: false }
  return { rows: data.rows, isFailed: data.listener.kind === 'failed' }
}

/** How many need a person; a port that could not be opened counts as one. */
export function useProgramsNeedingAttention(scope: Scope): number {
  const { rows, isFailed } = useServedPrograms()
  const limits = useSettings() ?? usualLimits
  const now = useNow()
  const needing = rows.filter((row) => isInScope(row, scope) && needsAttention(row, limits, now))
  return needing.length + (isFailed ? 1 : 0)
}
