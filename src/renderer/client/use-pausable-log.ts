import { useCallback, useState } from 'react'
import type { Input, Output } from '../../contract/index.ts'
import { useQueries } from '@tanstack/react-query'
import { ContractError } from '../../contract/errors.ts'
import { useClient } from './client-context.tsx'
import { queryKey } from './use-contract-query.ts'

/** A log that grows at its top, read by keyset: newest first. */
interface KeysetRows<Row extends { readonly key: number }> {
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

interface Logs {
  readonly 'journal.list': Output<'journal.list'>['rows'][number]
  readonly 'requests.list': Output<'requests.list'>['rows'][number]
}
type LogName = keyof Logs

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
 * @param of says what is read, keys aside: when it changes, reading starts again.
 */
function useKeysetRows<Name extends LogName>(
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

/**
 * A log that follows its newest rows, unless it is paused, scrolled down, or one of its rows is open.
 */
export interface PausableLog<Row extends { readonly key: number }> extends KeysetRows<Row> {
  readonly paused: boolean
  readonly togglePause: () => void
  /** Number of rows that came while it does not follow. */
  readonly newer: number
  /** Shows them, from the top. */
  readonly showNewest: () => void
  /** Changes when reading is to begin at the top. */
  readonly resetKey: string
  readonly onAway: (away: boolean) => void
}

/**
 * @param inputFor the input for the page behind a key, with nothing newer than `upTo`.
 * @param filter what is listed, as text: a key of its own for each set of filters.
 * @param isOpen one of its rows is open beside it.
 */
export function usePausableLog<Name extends LogName>(
  name: Name,
  inputFor: (page: {
    before: Logs[Name]['key'] | null
    upTo: Logs[Name]['key'] | 0 | null
    limit: number
  }) => Input<Name>,
  filter: string,
  isOpen: boolean,
): PausableLog<Logs[Name]> {
  type Key = Logs[Name]['key']
  const [pausedAt, setPausedAt] = useState<Key | 0 | null>(null)
  const [paused, setPaused] = useState(false)
  const [away, setAway] = useState(false)
  const [jumps, setJumps] = useState(0)
  const list = useKeysetRows(
    name,
    (before, limit) => inputFor({ before, upTo: pausedAt, limit }),
    JSON.stringify({ filter, pausedAt }),
  )
  const standsStill = paused || away || isOpen
  if (standsStill && pausedAt === null && list.read) setPausedAt(list.newest ?? 0)
  if (!standsStill && pausedAt !== null) setPausedAt(null)
  return {
    ...list,
    paused,
    togglePause: () => setPaused(!paused),
    newer: pausedAt === null ? 0 : list.newer,
    showNewest: () => {
      setPaused(false)
      setPausedAt(list.newest)
      setJumps(jumps + 1)
    },
    resetKey: `${filter} ${jumps}`,
    onAway: setAway,
  }
}
