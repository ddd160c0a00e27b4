import { lackedOperations } from '../../../api/families.ts'
import type { InstanceRow } from './instance-row.ts'

/** Operations that this instance lacks, by its kind and by the answers of its service. */
export const absentOperations = ({
  family,
  settings,
  absentOperations: learned,
}: Pick<InstanceRow, 'family' | 'settings' | 'absentOperations'>): readonly string[] => [
  ...new Set([...lackedOperations(family, settings?.['typeInstance']), ...learned]),
]
