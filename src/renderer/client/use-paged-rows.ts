import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { ContractError, Input, Output, QueryName } from '../../contract/index.ts'
import { useClient } from './client-context.tsx'
import { contractQuery } from './use-contract-query.ts'

/** Rows of a list that is read in pages by offset. */
export interface PagedRows<Row, Whole = unknown> {
  readonly total: number | undefined
  /** The same; 0 until something was read. */
  readonly length: number
  /** The newest answer; undefined until there is one. */
  readonly page: Whole | undefined
  /** Undefined while the row is being read. */
  readonly at: (index: number) => Row | undefined
  /** The index of the first read row that fits; null: none of them does. */
  readonly indexWhere: (fits: (row: Row) => boolean) => number | null
  /** Reports the visible rows; only their pages are kept fresh. */
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

const pageSize = 100

/** Adjacent rows, and the offset of the first. */
interface ReadRows<Row> {
  readonly offset: number
  readonly page: Page<Row> | undefined
}

/**
 * Reads only the pages in sight, and those as one: what is shown together is of one moment. `input` is everything but
 * offset and limit; when it changes, the rows of before stay on the screen until the new ones are there, and a jump to
 * rows that are not read keeps the list's length. `still`: the rows stay as they are until it ends.
 */
export function usePagedRows<Name extends PagedName>(
  name: Name,
  input: Omit<Input<Name>, 'offset' | 'limit'>,
  still = false,
): PagedRows<RowOf<Name>, Output<Name>> {
  const client = useClient()
  const [range, setRange] = useState({ first: 0, last: 0 })
  const [before, setBefore] = useState<ReadRows<RowOf<Name>>>({ offset: 0, page: undefined })
  const offset = range.first * pageSize
  const whole = { ...input, offset, limit: (range.last - range.first + 1) * pageSize } as Input<Name>
  const { data, error } = useQuery<unknown, ContractError>(contractQuery(client, name, whole))
  const page = data as Page<RowOf<Name>> | undefined
  const isHeld = page === undefined || (still && before.page !== undefined)
  if (!isHeld && (before.page !== page || before.offset !== offset)) setBefore({ offset, page })
  const shown = isHeld ? before : { offset, page }
  const onRange = useCallback((firstRow: number, lastRow: number) => {
    const first = Math.floor(firstRow / pageSize)
    // No more than the contract lets one ask for.
    const last = Math.min(Math.floor(lastRow / pageSize), first + 2)
    setRange((known) => (known.first === first && known.last === last ? known : { first, last }))
  }, [])
  return {
    total: shown.page?.total,
    length: shown.page?.total ?? 0,
    page: shown.page as Output<Name> | undefined,
    at: (index) => shown.page?.rows[index - shown.offset],
    indexWhere(fits) {
      const at = shown.page?.rows.findIndex(fits) ?? -1
      return at < 0 ? null : shown.offset + at
    },
    onRange,
    error: error ?? null,
  }
}
