export interface RowSteps {
  readonly onPrevious: (() => void) | null
  readonly onNext: (() => void) | null
}

/** Leads from the selected row to its neighbours; null where there is none. */
export function rowSteps<Row>(
  rowAt: (index: number) => Row | undefined,
  selected: number | null,
  select: (row: Row) => void,
): RowSteps {
  const step = (by: number): (() => void) | null => {
    const row = selected === null ? undefined : rowAt(selected + by)
    return row === undefined ? null : () => select(row)
  }
  return { onPrevious: step(-1), onNext: step(1) }
}
