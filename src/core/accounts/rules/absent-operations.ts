import { lackedOperations } from '../../../api/families.ts'
import type { InstanceRow } from './instance-row.ts'

/** A service learns: what it lacked so long ago, ms, is asked for again. */
const absentFor = 7 * 86_400_000

/** Whether an operation that the service said at that time, epoch ms, to lack is asked for no more. */
export const isStillAbsent = (at: number | undefined, now: number): boolean =>
  at !== undefined && Math.abs(now - at) < absentFor

/** Operations that this instance lacks, by its kind and by the answers of its service. */
export const absentOperations = (
  { family, settings, absentOperations: learned }: Pick<InstanceRow, 'family' | 'settings' | 'absentOperations'>,
  now: number,
): readonly string[] => [
  ...new Set([
    ...lackedOperations(family, settings?.['typeInstance']),
    ...Object.entries(learned).flatMap(([name, at]) => (isStillAbsent(at, now) ? [name] : [])),
  ]),
]
