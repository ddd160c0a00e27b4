import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ContractError, Input, Output, QueryName } from '../../contract/index.ts'
import type { RpcClient } from '../../rpc/client.ts'
import { useClient } from './client-context.tsx'

type ContractQueryKey<Name extends QueryName = QueryName> = readonly [Name, Input<Name>]

/** The cache key of a read: its name and its input. */
export const queryKey = <Name extends QueryName>(name: Name, input: Input<Name>): ContractQueryKey<Name> => [
  name,
  input,
]

/** The options of a read, for hooks that add their own. */
export const contractQuery = <Name extends QueryName>(client: RpcClient, name: Name, input: Input<Name>) => ({
  queryKey: queryKey(name, input),
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => client.call(name, input, { signal }),
})

export interface ContractQueryOptions {
  /** False keeps the query asleep. */
  readonly enabled?: boolean
  /** While the input changes, the answer to the one before stays on the screen (`isPlaceholderData`). */
  readonly keepPrevious?: boolean
  /** Milliseconds that an unwatched answer is kept; five minutes when absent. */
  readonly gcTime?: number
  /** Whether a read that failed is tried again after a second; never when absent. Until then it counts as under way. */
  readonly retry?: () => boolean
}

const retryAfterMs = 1000

/**
 * A local read, kept fresh by the host's change events (client/invalidation.ts). Leaving the screen cancels a read
 * that is under way.
 */
export function useContractQuery<Name extends QueryName>(
  name: Name,
  input: Input<Name>,
  { enabled = true, keepPrevious = false, gcTime, retry }: ContractQueryOptions = {},
): UseQueryResult<Output<Name>, ContractError> {
  const client = useClient()
  return useQuery<Output<Name>, ContractError>({
    ...contractQuery(client, name, input),
    enabled,
    ...(gcTime === undefined ? {} : { gcTime }),
    ...(retry === undefined ? {} : { retry, retryDelay: retryAfterMs }),
    ...(keepPrevious ? { placeholderData: keepPreviousData as never } : {}),
  })
}

/** Whether the answer to the present input came, or its error: with `keepPrevious` an older one may be shown. */
export const isAnswered = ({
  isPending,
  isPlaceholderData,
}: Pick<UseQueryResult, 'isPending' | 'isPlaceholderData'>): boolean => !isPending && !isPlaceholderData
