import type { Scope } from '../../../contract/ids.ts'
import type { ProgramListener, ProgramRow } from '../../../contract/programs.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useSettings } from '../../client/use-preference.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { isInScope, needsAttention } from './program-facts.ts'

/** Programs of a scope and the place where they connect; undefined until they are read. */
export function useProgramList(
  scope: Scope,
): { readonly listener: ProgramListener; readonly rows: readonly ProgramRow[] } | undefined {
  const { data } = useContractQuery('programs.list', {}, { keepPrevious: true })
  return data && { listener: data.listener, rows: data.rows.filter((row) => isInScope(row, scope)) }
}

const none: readonly ProgramRow[] = []

/** Programs that may connect; none while that is off, and then nothing is read. */
export function useServedPrograms(): { readonly rows: readonly ProgramRow[]; readonly isFailed: boolean } {
  const isOn = useSettings()?.programs === true
  const { data } = useContractQuery('programs.list', {}, { enabled: isOn, keepPrevious: true })
  if (!isOn || data === undefined) return { rows: none, isFailed: false }
  return { rows: data.rows, isFailed: data.listener.kind === 'failed' }
}

/** How many need a person; a port that could not be opened counts as one. */
export function useProgramsNeedingAttention(scope: Scope): number {
  const { rows, isFailed } = useServedPrograms()
  const keepUnreadDays = useSettings()?.keepUnreadDays ?? 14
  const now = useNow()
  const needing = rows.filter((row) => isInScope(row, scope) && needsAttention(row, keepUnreadDays, now))
  return needing.length + (isFailed ? 1 : 0)
}
