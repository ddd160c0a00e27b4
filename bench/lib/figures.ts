/** The value below which `share` of the values lie; NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) return Number.NaN
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)

/** Three significant digits are more than these machines keep steady. */
export const figure = (value: number): string => (Number.isFinite(value) ? String(Number(value.toPrecision(3))) : '-')

export interface Table {
  /** Prints one row. */
  readonly add: (cells: readonly string[]) => void
}

/**
 * Prints the head of a table, and then each row as soon as it is measured: a measurement of minutes shows what it found
 * so far. The first column gets `firstWidth` characters, the others the width of their titles, at least 12.
 */
export function startTable(head: readonly string[], firstWidth = 32): Table {
  const add = (cells: readonly string[]): void => {
    const padded = cells.map((cell, column) =>
      cell.padEnd(column === 0 ? firstWidth : Math.max(12, head[column]?.length ?? 0)),
    )
    process.stdout.write(`${padded.join('  ').trimEnd()}\n`)
  }
  add(head)
  return { add }
}

/** Returns a function that says on stderr which of `total` steps begins, as `[3/12] drain, round 2`. */
export function createSteps(total: number): (name: string) => void {
  let begun = 0
  return (name) => {
    begun += 1
    process.stderr.write(`[${begun}/${total}] ${name}\n`)
  }
}

/** Prints rows under each other; the first row is the head. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  for (const row of rows) {
    process.stdout.write(
      `${row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd()}\n`,
    )
  }
}

/** `p50 12.1 ms, p95 20.2 ms, p99 31 ms (n 200)` */
export const spread = (values: readonly number[], unit = 'ms'): string =>
  `p50 ${figure(percentile(values, 0.5))} ${unit}, p95 ${figure(percentile(values, 0.95))} ${unit}, p99 ${figure(percentile(values, 0.99))} ${unit} (n ${values.length})`
