export type CsvCell = string | number | boolean | null | undefined

/**
 * Begins a formula in spreadsheet programs, after the white space that they step over. What begins with apostrophes
 * before one gets another, since who reads the table takes one away.
 */
const formulaStart = /^'*[\s\u00a0\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u

/** So that Excel reads it as UTF-8. */
export const csvHead = '\ufeff'

/**
 * One line of RFC 4180. Text that a spreadsheet would take for a formula gets an apostrophe; numbers of ours stay
 * numbers.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

function cellOf(cell: CsvCell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell !== 'string') return String(cell)
  const safe = formulaStart.test(cell) ? `'${cell}` : cell
  return /[",\r\n;\t]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Times in tables: UTC, as spreadsheets sort them. */
export const csvTime = (at: number | null): string => (at === null ? '' : new Date(at).toISOString())
