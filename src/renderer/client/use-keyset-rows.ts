import { useQueries } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { ContractError } from '../../contract/errors.ts'
import type { Input, Output } from '../../contract/index.ts'
import { useClient } from './client-context.tsx'
import { queryKey } from './use-contract-query.ts'

/** A log that grows at its top, read by keyset: newest first. */
export interface KeysetRows<Row extends { readonly key: number }> {
  readonly rows: readonly Row[]
  /** The first page of the present query is loaded; until then the rows are the previous ones. */
  readonly read: boolean
  /** Reports the visible rows; near the end the next page is read. */
  readonly onRange: (first: number, last: number) => void
  readonly error: ContractError | null
  /** Of the newest page. */
  readonly newest: Row['key'] | null
  readonly newer: number
}

export interface Logs {
  readonly 'journal.list': Output<'journal.list'>['rows'][number]
  readonly 'requests.list': Output<'requests.list'>['rows'][number]
}
export type LogName = keyof Logs

interface Page<Row extends { readonly key: number }> {
  readonly rows: readonly Row[]
  readonly more: boolean
  readonly newest: Row['key'] | null
  readonly newer: number
}

const limit = 200

/**
 * Pages hang together by their keys, so they are read one after another as the person scrolls.
 * @param inputFor the input for the page behind a key; null is the newest page.
 * @param of says what is read, keys aside: when it changes, reading starts anew.
 */
export function useKeysetRows<Name extends LogName>(
  name: Name,
  inputFor: (before: Logs[Name]['key'] | null, limit: number) => Input<Name>,
  of: string,
): KeysetRows<Logs[Name]> {
  type Row = Logs[Name]
  const client = useClient()
  const [chain, setChain] = useState<{ readonly of: string; readonly keys: readonly Row['key'][] }>({ of, keys: [] })
  const [before, setBefore] = useState<readonly Page<Row>[]>([])
  const keys: readonly (Row['key'] | null)[] = [null, ...(chain.of === of ? chain.keys : [])]
  const queries = useQueries({
    queries: keys.map((key) => {
      const input = inputFor(key, limit)
      return {
        queryKey: queryKey(name, input),
        // The two logs answer pages of one shape.
        queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
          client.call(name, input, { signal }) as Promise<unknown> as Promise<Page<Row>>,
      }
    }),
  })
  const pages: Page<Row>[] = []
  for (const { data } of queries) {
    if (data === undefined) break
    pages.push(data)
  }
  const read = pages.length > 0
  if (read && (pages.length !== before.length || pages.some((page, index) => page !== before[index]))) setBefore(pages)
  const rows: Row[] = []
  // A page that grew at the top and the one behind it overlap for a moment: every key is shown once.
  for (const page of read ? pages : before) {
    const end = rows.at(-1)
    for (const row of page.rows) if (end === undefined || row.key < end.key) rows.push(row)
  }
  const end = queries.at(-1)?.data
  const lastKey = end?.more ? end.rows.at(-1)?.key : undefined
  const count = rows.length
  const onRange = useCallback(
    (_first: number, last: number) => {
      if (lastKey === undefined || last < count - 30) return
      setChain((known) => {
        const own = known.of === of ? known.keys : []
        return own.at(-1) === lastKey ? known : { of, keys: [...own, lastKey] }
      })
    },
    [lastKey, count, of],
  )
  const failed = queries.find(({ error }) => error !== null)?.error
  const [newestPage] = read ? pages : before
  return {
    newest: newestPage?.newest ?? null,
    newer: newestPage?.newer ?? 0,
    rows,
    read,
    onRange,
    error: failed instanceof ContractError ? failed : null,
  }
}
