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

/**
 * Reads only the pages in sight. `input` is everything but offset and limit; when it changes, the rows of before stay
 * on the screen until the new ones are there, so that nothing flickers.
 */
export function usePagedRows<Name extends PagedName>(
  name: Name,
  input: Omit<Input<Name>, 'offset' | 'limit'>,
): PagedRows<RowOf<Name>> {
  const client = useClient()
  const [range, setRange] = useState({ first: 0, last: pageSize - 1 })
  const firstPage = Math.floor(range.first / pageSize)
  const lastPage = Math.floor(range.last / pageSize)
  const offsets = Array.from({ length: lastPage - firstPage + 1 }, (_, index) => (firstPage + index) * pageSize)
  const pages = useQueries({
    queries: offsets.map((offset) => {
      const whole = { ...input, offset, limit: pageSize } as Input<Name>
      return {
        queryKey: queryKey(name, whole),
        queryFn: ({ signal }: { readonly signal: AbortSignal }) => client.call(name, whole, { signal }),
        placeholderData: (previous: Output<Name> | undefined) => previous,
      }
    }),
  })
  const read = pages.map((page) => page.data as Page<RowOf<Name>> | undefined)
  const onRange = useCallback((first: number, last: number) => {
    setRange((before) =>
      Math.floor(before.first / pageSize) === Math.floor(first / pageSize) &&
      Math.floor(before.last / pageSize) === Math.floor(last / pageSize)
        ? before
        : { first, last },
    )
  }, [])
  const failed = pages.find((page) => page.error !== null)?.error
  return {
    total: read.find((page) => page !== undefined)?.total,
    rowAt: (index) => read[Math.floor(index / pageSize) - firstPage]?.rows[index % pageSize],
    onRange,
    error: (failed as ContractError | undefined) ?? null,
  }
}
