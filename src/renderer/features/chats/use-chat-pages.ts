import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChatFilter, ChatKey, ChatPage, ChatRow, Input, LabelKey, Scope } from '../../../contract/index.ts'
import type { RpcClient } from '../../../rpc/client.ts'
import { useClient } from '../../client/client-context.tsx'
import { contractQuery } from '../../client/use-contract-query.ts'
import { pageOffsets, pageSize, RowMemory } from './pages.ts'
import { isWaitingFilter } from './list-items.ts'

export interface ChatListInput {
  readonly scope: Scope
  readonly filter: ChatFilter
  readonly text: string
  /** Only chats that have it; null: all of them. */
  readonly label: LabelKey | null
  /** Only chats that are assigned to this desk; null: all of them. */
  readonly assignee: string | null
  /** A chat that stays in the list of unread ones though it was read; null: none. */
  readonly keep: ChatKey | null
}

/** The input of `chats.list` without the slice. Places in the list mean something for the same input only. */
export const listInput = ({ scope, filter, text, label, assignee, keep }: ChatListInput) => ({
  scope,
  filter,
  ...(text === '' ? {} : { text }),
  ...(label === null ? {} : { label }),
  ...(assignee === null ? {} : { assignee }),
  ...(keep === null ? {} : { keep }),
})

export interface ChatPages {
  /** Undefined until the first page is there. */
  readonly page: Omit<ChatPage, 'rows'> | undefined
  /** The rows are those of what was asked for, and none of what was before. */
  readonly isCurrent: boolean
  readonly rowAt: (index: number) => ChatRow | undefined
  /** The rows at and near the view by their index, as they are shown. */
  readonly rows: ReadonlyMap<number, ChatRow>
  readonly failed: boolean
  readonly retry: () => void
}

/**
 * Reads only the pages with visible rows, so an event reads one or two pages, whatever the length of the list. `still`:
 * the rows stay as they are, and new data is shown after it ends.
 */
export function useChatPages(shownList: ChatListInput, first: number, last: number, still: boolean): ChatPages {
  const client = useClient()
  const offsets = pageOffsets(first, last)
  const input = listInput(shownList)
  const list = JSON.stringify(input)
  const results = useQueries({
    queries: offsets.map((offset) => ({
      ...pageQuery(client, { ...input, offset, limit: pageSize }),
      // Somebody who waits becomes overdue by time alone.
      refetchInterval: isWaitingFilter(input.filter) ? minuteMs : false,
    })),
  })
  // The last pages stay until the next ones are loaded, so that neither scrolling nor a filter flickers.
  const [memory] = useState(() => new RowMemory())
  const shown = memory.merge(
    list,
    offsets,
    results.map((result) => result.data),
    still,
  )
  return {
    page: shown?.page,
    isCurrent: results.every(({ data }) => data !== undefined),
    rowAt: (index) => shown?.rows.get(index),
    rows: shown?.rows ?? noRows,
    failed: results.some((result) => result.isError),
    retry: () => results.forEach((result) => void result.refetch()),
  }
}

const minuteMs = 60_000
const noRows: ReadonlyMap<number, ChatRow> = new Map()

/** The read of one page of chats. A page outside of the view stays cached for a minute. */
const pageQuery = (client: RpcClient, input: Input<'chats.list'>) => ({
  ...contractQuery(client, 'chats.list', input),
  gcTime: minuteMs,
})
