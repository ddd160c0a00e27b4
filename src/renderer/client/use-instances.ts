import type { InstanceSummary } from '../../contract/instances.ts'
import type { InstanceKey } from '../../contract/ids.ts'
import { useContractQuery } from './use-contract-query.ts'

const none: readonly InstanceSummary[] = []

/** All instances in the order of the rail; empty until they are read. */
export const useInstances = (): readonly InstanceSummary[] => useContractQuery('instances.list', {}).data ?? none

/** One instance, or undefined when it is not (or no longer) there. */
export const useInstance = (key: InstanceKey | null | undefined): InstanceSummary | undefined =>
  useInstances().find((instance) => instance.key === key)
