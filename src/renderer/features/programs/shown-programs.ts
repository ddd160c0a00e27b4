import type { ProgramRow } from '../../../contract/programs.ts'
import { filterBy } from '../../../contract/text/fold.ts'
import { needsAttention, shownState, type ShownWhen } from './program-facts.ts'

export const programFilters = ['all', 'attention', 'active', 'paused'] as const
export type ProgramFilter = (typeof programFilters)[number]

export type ProgramSort = 'name' | 'state' | 'backlog'

export interface ShownPrograms extends ShownWhen {
  readonly text: string
  readonly filter: ProgramFilter
  readonly sort: { readonly by: ProgramSort; readonly direction: 'asc' | 'desc' }
}

/** The programs that a table shows, in its order. */
export function shownPrograms(
  rows: readonly ProgramRow[],
  { text, filter, sort, limits, now, isTeamOff }: ShownPrograms,
): readonly ProgramRow[] {
  const fits = filterBy(text)
  const weight = (row: ProgramRow): number => {
    if (row.state === 'failing' || row.state === 'stopped') return 3
    if (needsAttention(row, limits, now)) return 2
    return row.state === 'paused' || shownState(row, { limits, now, isTeamOff }) === 'teamOff' ? 1 : 0
  }
  const compare: Readonly<Record<ProgramSort, (a: ProgramRow, b: ProgramRow) => number>> = {
    name: (a, b) => b.name.localeCompare(a.name),
    state: (a, b) => weight(a) - weight(b),
    backlog: (a, b) => a.backlog.events - b.backlog.events,
  }
  const sign = sort.direction === 'asc' ? 1 : -1
  return rows
    .filter((row) => {
      if (!fits(row.name, row.webhook?.url)) return false
      if (filter === 'attention') return needsAttention(row, limits, now)
      if (filter === 'active' && shownState(row, { limits, now, isTeamOff }) === 'teamOff') return false
      return filter === 'all' || row.state === filter
    })
    .toSorted((a, b) => sign * compare[sort.by](a, b) || a.name.localeCompare(b.name) || a.key - b.key)
}
