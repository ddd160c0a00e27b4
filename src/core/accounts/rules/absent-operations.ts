import { lackedOperations } from '../../../api/families.ts'
import type { InstanceRow } from './instance-row.ts'

/** What this instance lacks: by what it is, and as its service answered. */
export const absentOperations = ({
  family,
  settings,
  absentOperations: learned,
}: Pick<InstanceRow, 'family' | 'settings' | 'absentOperations'>): readonly string[] => [
  ...new Set([...lackedOperations(family, settings?.['typeInstance']), ...learned]),
]
