import type { SQLInputValue } from 'node:sqlite'
import { pageBytes } from './page-format.ts'
import type { PageFile } from './page-file.ts'
import type { PageCell } from './read-page.ts'
import { readVarint } from './page-format.ts'
import type { ColumnShape, TableShape } from './table-shape.ts'

/** Values in the order of the record's columns. */
export type Row = readonly SQLInputValue[]

/**
 * Whether the cell contains a record of the table: the columns permit its types, and their sizes add up to the
 * record's.
 */
export const doesHeaderFit = (cell: PageCell, shape: TableShape): boolean => readTypes(cell, shape) !== null

/** The values of a row, by the columns of its table. Null: a part of it is missing or does not fit. */
export function readRow(pages: PageFile, cell: PageCell, shape: TableShape): Row | null {
  const header = readTypes(cell, shape)
  const record = header === null ? null : wholeRecord(pages, cell)
  if (header === null || record === null) return null
  const row: SQLInputValue[] = []
  let at = header.size
  for (const [index, column] of shape.columns.entries()) {
    const type = header.types[index]
    const value = type === undefined ? column.fallback : readValue(record, at, type)
    if (value === undefined) return null
    row.push(column.isRowid ? cell.rowid : value)
    at += type === undefined ? 0 : sizeOf(type)
  }
  return row
}

/** Serial types: sqlite.org/fileformat.html 2.1. */
function readTypes(
  { local, size }: PageCell,
  { columns }: TableShape,
): { readonly size: number; readonly types: readonly number[] } | null {
  const header = readVarint(local, 0)
  if (header === null || header.value > local.length || header.value < 2) return null
  const types: number[] = []
  let at = header.end
  let sum = header.value
  while (at < header.value) {
    const type = readVarint(local, at)
    const column = columns[types.length]
    if (type === null || column === undefined || !mayHold(column, type.value)) return null
    types.push(type.value)
    sum += sizeOf(type.value)
    at = type.end
  }
  const areOlder = columns.slice(types.length).every(({ mayBeNull, fallback }) => mayBeNull || fallback !== null)
  return at === header.value && sum === size && areOlder ? { size: header.value, types } : null
}

function mayHold({ type, mayBeNull, isRowid }: ColumnShape, serial: number): boolean {
  if (serial === 10 || serial === 11) return false
  if (serial === 0) return mayBeNull
  if (isRowid) return false
  const isInteger = serial <= 6 || serial === 8 || serial === 9
  switch (type) {
    case 'INTEGER':
    case 'INT':
      return isInteger
    case 'REAL':
      return isInteger || serial === 7
    case 'TEXT':
      return serial >= 13 && serial % 2 === 1
    case 'BLOB':
      return serial >= 12 && serial % 2 === 0
    default:
      return true
  }
}

const integerBytes = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0]
const sizeOf = (serial: number): number => integerBytes[serial] ?? Math.floor((serial - 12) / 2)

/** Undefined: an integer that we never store. `node:sqlite` throws at every statement that reads it. */
function readValue(record: Buffer, at: number, serial: number): SQLInputValue | undefined {
  if (serial === 0) return null
  if (serial <= 5) return record.readIntBE(at, sizeOf(serial))
  if (serial === 6) {
    const value = record.readBigInt64BE(at)
    return Number.isSafeInteger(Number(value)) ? Number(value) : undefined
  }
  if (serial === 7) return record.readDoubleBE(at)
  if (serial <= 9) return serial - 8
  const bytes = record.subarray(at, at + sizeOf(serial))
  return serial % 2 === 1 ? bytes.toString('utf8') : Uint8Array.from(bytes)
}

/** The record including its overflow pages; the last of these has no successor. */
function wholeRecord(pages: PageFile, { local, size, overflow }: PageCell): Buffer | null {
  if (overflow === 0) return local.length === size ? local : null
  if (size > pages.pageCount * pageBytes) return null
  const parts = [local]
  let missing = size - local.length
  let next = overflow
  while (missing > 0) {
    const bytes = pages.read(next)
    if (bytes === null) return null
    parts.push(bytes.subarray(4, 4 + missing))
    missing -= Math.min(missing, pageBytes - 4)
    next = bytes.readUInt32BE(0)
  }
  return next === 0 ? Buffer.concat(parts) : null
}
