import { useQueries } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { ContractError } from '../../contract/errors.ts'
import type { Input, Output } from '../../contract/index.ts'
import { useClient } from './client-context.tsx'
import { queryKey } from './query-key.ts'

/** A log that grows at its top, read by keyset: newest first. */
export interface KeysetRows<Row> {
  readonly rows: readonly Row[]
  /** The first page is there. */
  readonly read: boolean
  /** Told which rows are in sight; near the end the next page is read. */
  readonly onRange: (first: number, last: number) => void
  readonly error: ContractError | null
}

interface Logs {
  readonly 'events.list': Output<'events.list'>['rows'][number]
  readonly 'requests.list': Output<'requests.list'>['rows'][number]
}
type LogName = keyof Logs

interface Page<Row> {
  readonly rows: readonly Row[]
  readonly more: boolean
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
  const keys: readonly (Row['key'] | null)[] = [null, ...(chain.of === of ? chain.keys : [])]
  const pages = useQueries({
    queries: keys.map((before) => {
      const input = inputFor(before, limit)
      return {
        queryKey: queryKey(name, input),
        // The two logs answer pages of one shape.
        queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
          client.call(name, input, { signal }) as Promise<unknown> as Promise<Page<Row>>,
        placeholderData: (previous: Page<Row> | undefined) => previous,
      }
    }),
  })
  const rows: Row[] = []
  // A page that grew at the top and the one behind it overlap for a moment: every key is shown once.
  for (const { data } of pages) {
    if (data === undefined) break
    const end = rows.at(-1)
    for (const row of data.rows) if (end === undefined || row.key < end.key) rows.push(row)
  }
  const end = pages.at(-1)?.data
  const lastKey = end?.more ? end.rows.at(-1)?.key : undefined
  const count = rows.length
  const onRange = useCallback(
    (_first: number, last: number) => {
      if (lastKey === undefined || last < count - 30) return
      setChain((before) => {
        const own = before.of === of ? before.keys : []
        return own.at(-1) === lastKey ? before : { of, keys: [...own, lastKey] }
      })
    },
    [lastKey, count, of],
  )
  const failed = pages.find(({ error }) => error !== null)?.error
  return {
    rows,
    read: pages[0]?.data !== undefined,
    onRange,
    error: failed instanceof ContractError ? failed : null,
  }
}
