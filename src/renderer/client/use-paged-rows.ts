import { useQueries } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { ContractError } from '../../contract/errors.ts'
import type { Input, Output, QueryName } from '../../contract/index.ts'
import { useClient } from './client-context.tsx'
import { queryKey } from './query-key.ts'

/** Rows of a list that is read in pages by offset. */
export interface PagedRows<Row> {
  readonly total: number | undefined
  readonly rowAt: (index: number) => Row | undefined
  /** Told which rows are in sight; those pages (and no others) are kept fresh. */
  readonly onRange: (first: number, last: number) => void
  readonly error: ContractError | null
}

interface Page<Row> {
  readonly rows: readonly Row[]
  readonly total: number
}

/** Queries whose answer is a page: rows from an offset, and how many there are in all. */
type PagedName = {
  [Name in QueryName]: Input<Name> extends { offset: number; limit: number } ? Name : never
}[QueryName]
type RowOf<Name extends PagedName> = Output<Name> extends Page<infer Row> ? Row : never

export const pageSize = 100

/** Pages that hang together, by their number. */
interface ReadPages<Row> {
  readonly first: number
  readonly pages: readonly (Page<Row> | undefined)[]
}

/**
 * Reads only the pages in sight. `input` is everything but offset and limit; when it changes, the rows of before stay
 * on the screen until the new ones are there, and a jump to pages that are not read keeps the list's length.
 */
export function usePagedRows<Name extends PagedName>(
  name: Name,
  input: Omit<Input<Name>, 'offset' | 'limit'>,
): PagedRows<RowOf<Name>> {
  const client = useClient()
  const [range, setRange] = useState({ first: 0, last: pageSize - 1 })
  const [before, setBefore] = useState<ReadPages<RowOf<Name>>>({ first: 0, pages: [] })
  const first = Math.floor(range.first / pageSize)
  const offsets = Array.from(
    { length: Math.floor(range.last / pageSize) - first + 1 },
    (_, index) => (first + index) * pageSize,
  )
  const queries = useQueries({
    queries: offsets.map((offset) => {
      const whole = { ...input, offset, limit: pageSize } as Input<Name>
      return {
        queryKey: queryKey(name, whole),
        queryFn: ({ signal }: { readonly signal: AbortSignal }) => client.call(name, whole, { signal }),
      }
    }),
  })
  const pages = queries.map((query) => query.data as Page<RowOf<Name>> | undefined)
  const isRead = pages.some((page) => page !== undefined)
  if (isRead && !isSame(before, { first, pages })) setBefore({ first, pages })
  const shown = isRead ? { first, pages } : before
  const onRange = useCallback((firstRow: number, lastRow: number) => {
    setRange((known) =>
      Math.floor(known.first / pageSize) === Math.floor(firstRow / pageSize) &&
      Math.floor(known.last / pageSize) === Math.floor(lastRow / pageSize)
        ? known
        : { first: firstRow, last: lastRow },
    )
  }, [])
  const failed = queries.find((query) => query.error !== null)?.error
  return {
    total: shown.pages.find((page) => page !== undefined)?.total,
    rowAt: (index) => shown.pages[Math.floor(index / pageSize) - shown.first]?.rows[index % pageSize],
    onRange,
    error: (failed as ContractError | undefined) ?? null,
  }
}

const isSame = <Row>(one: ReadPages<Row>, other: ReadPages<Row>): boolean =>
  one.first === other.first &&
  one.pages.length === other.pages.length &&
  one.pages.every((page, index) => page === other.pages[index])
