import type { TableRows } from '../tables/virtual-table.tsx'

export interface RowSteps {
  readonly onPrevious: (() => void) | null
  readonly onNext: (() => void) | null
}

/** Leads from the selected row to its neighbours; null where there is none. */
export function rowSteps<Row>(rows: TableRows<Row>, selected: number | null, select: (row: Row) => void): RowSteps {
  const step = (by: number): (() => void) | null => {
    const row = selected === null || selected + by < 0 ? undefined : rows.at(selected + by)
    return row === undefined ? null : () => select(row)
  }
  return { onPrevious: step(-1), onNext: step(1) }
}
