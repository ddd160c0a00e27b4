import type { Input, Scope } from '../../../contract/index.ts'
import { queryKey } from '../../client/query-key.ts'
import type { RpcClient } from '../../../rpc/client.ts'
import { pageSize } from './page-range.ts'

/** Milliseconds that a page nobody looks at is kept. */
const unwatchedMs = 60_000

/** The read of one page of chats. */
export const pageQuery = (client: RpcClient, input: Input<'chats.list'>) => ({
  queryKey: queryKey('chats.list', input),
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => client.call('chats.list', input, { signal }),
  gcTime: unwatchedMs,
})

/** What a list without any filter reads first. */
export const firstPage = (scope: Scope): Input<'chats.list'> => ({ scope, filter: 'all', offset: 0, limit: pageSize })
