import { useQuery } from '@tanstack/react-query'
import type { ContractError, InstanceKey, InstanceSummary, SteadyInstance } from '../../contract/index.ts'
import { useClient } from './client-context.tsx'
import { contractQuery, useContractQuery } from './use-contract-query.ts'

const none: readonly never[] = []
const steady = (instances: readonly InstanceSummary[]): readonly SteadyInstance[] =>
  instances.map((instance) => {
    const { unreadChats: _chats, unreadMessages: _messages, lastReceivedAt: _at, ...rest } = instance
    return rest
  })

/** All instances in the order of the rail, undefined until they are read. A message changes none of them. */
export const useReadInstances = (): readonly SteadyInstance[] | undefined =>
  useQuery<readonly InstanceSummary[], ContractError, readonly SteadyInstance[]>({
    ...contractQuery(useClient(), 'instances.list', {}),
    select: steady,
  }).data

/** The same; empty until they are read. */
export const useInstances = (): readonly SteadyInstance[] => useReadInstances() ?? none

/** All instances with their counts, for what shows these: each message changes one of them. */
export const useInstanceCounts = (): readonly InstanceSummary[] => useContractQuery('instances.list', {}).data ?? none

/** One instance, or undefined when it is not (or no longer) there. */
export const useInstance = (key: InstanceKey | null | undefined): SteadyInstance | undefined =>
  useInstances().find((instance) => instance.key === key)
