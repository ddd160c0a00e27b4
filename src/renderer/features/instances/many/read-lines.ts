import type { ServiceFamily } from '../../../../contract/instances.ts'

/** One instance of a pasted list, unchecked. */
interface ReadLine {
  /** Where it stood in the text, from 1. */
  readonly line: number
  readonly name: string
  readonly apiUrl: string
  readonly idInstance: string
  readonly token: string
  /** Null: not in the line. */
  readonly family: ServiceFamily | null
}

export type LinesRead =
  | { readonly kind: 'read'; readonly lines: readonly ReadLine[] }
  | { readonly kind: 'tooMany'; readonly count: number }

/** So many instances are taken at once. */
export const mostLines = 1_000

const longestRow = 10_000

type Column = 'name' | 'apiUrl' | 'idInstance' | 'token' | 'family'
const order: readonly Column[] = ['name', 'apiUrl', 'idInstance', 'token', 'family']

/** Names of column headers, without case, spaces and signs. */
const columnNames: Readonly<Record<Column, readonly string[]>> = {
  name: ['name', 'instance', 'instancename', 'название', 'имя', 'инстанс'],
  apiUrl: ['apiurl', 'url', 'api', 'host', 'address', 'urlapi', 'адрес'],
  idInstance: ['id', 'idinstance', 'instanceid', 'idинстанса'],
  token: ['token', 'apitoken', 'apitokeninstance', 'токен', 'токенapi', 'apiтокен'],
  family: ['family', 'servicefamily', 'type', 'typeinstance', 'семейство', 'семействосервиса'],
}

const families: Readonly<Record<string, ServiceFamily>> = { v3: 'v3', whatsapp: 'whatsapp', telegram: 'telegram' }

/**
 * Reads a list of instances, one a line: name, API URL, id, token, family. The cells are parted by tabs, semicolons or
 * commas, line by line, and may be quoted; a first line that names its columns gives their order. Linear in the length
 * of the text.
 */
export function readLines(text: string): LinesRead {
  const rows = rowsOf(text)
  const head = headOf(cellsOf(rows[0]?.row ?? ''))
  const body = head === null ? rows : rows.slice(1)
  if (body.length > mostLines) return { kind: 'tooMany', count: body.length }
  return { kind: 'read', lines: body.map(({ line, row }) => ({ line, ...fieldsOf(cellsOf(row), head) })) }
}

const rowsOf = (text: string): readonly { readonly line: number; readonly row: string }[] =>
  text
    .replace(/^\uFEFF/u, '')
    .split(/\r\n|\n|\r/u)
    .flatMap((row, index) => (row.trim() === '' || isHint(row, index) ? [] : [{ line: index + 1, row }]))

/** Excel names the separator in a line before the table. */
const isHint = (row: string, index: number): boolean => index === 0 && /^"?sep=."?$/iu.test(row.trim())

/** The columns in the order of a first line that names at least two of them; null where it is none. */
function headOf(cells: readonly string[]): readonly (Column | null)[] | null {
  const names = cells.map((cell) => cell.toLowerCase().replaceAll(/[\s_\-./]+/gu, ''))
  const columns = names.map((name) => order.find((column) => columnNames[column].includes(name)) ?? null)
  return columns.filter((column) => column !== null).length >= 2 ? columns : null
}

function fieldsOf(cells: readonly string[], head: readonly (Column | null)[] | null): Omit<ReadLine, 'line'> {
  // A list without names begins with the address.
  const columns = head ?? (isAddress(cells[0] ?? '') ? order.slice(1) : order)
  const cell = (column: Column): string => cells[columns.indexOf(column)] ?? ''
  const idInstance = unguarded(cell('idInstance'))
  const name = cell('name')
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
  const family = cell('family').toLowerCase()
  return {
    name: name === '' ? idInstance : name,
    apiUrl: cell('apiUrl'),
    idInstance,
    token: unguarded(cell('token')),
    family: Object.hasOwn(families, family) ? (families[family] ?? null) : null,
  }
}

const isAddress = (cell: string): boolean => cell.includes('://')

/** Spreadsheets keep a number as text behind an apostrophe. */
const unguarded = (cell: string): string => cell.replace(/^'/u, '')

/** The cells of each line that is not empty, without a first line that names the columns. */
export function readCells(text: string): readonly { readonly line: number; readonly cells: readonly string[] }[] {
  const rows = rowsOf(text).map(({ line, row }) => ({ line, cells: cellsOf(row).map(unguarded) }))
  return headOf(rows[0]?.cells ?? []) === null ? rows : rows.slice(1)
}

/**
 * The first sign that parts a line into three or more; a line without any is parted at its spaces, where an address
 * stands.
 */
function cellsOf(row: string): readonly string[] {
  // No instance takes so much: nothing in it is worth parting.
  if (row.length > longestRow) return [row]
  const parted = ['\t', ';', ','].map((separator) => split(row, separator))
  const found = parted.find((cells) => cells.length >= 3) ?? atSpaces(row) ?? parted.find((cells) => cells.length === 2)
  return (found ?? [row]).map((cell) => cell.replaceAll(/[\uFEFF\u200B]/gu, '').trim())
}

function atSpaces(row: string): readonly string[] | null {
  const tokens = row.trim().split(/\s+/u)
  const address = tokens.findIndex(isAddress)
  return address === -1 ? null : [tokens.slice(0, address).join(' '), ...tokens.slice(address)]
}

function split(row: string, separator: string): readonly string[] {
  const cells: string[] = []
  let cell = ''
  let quoted = false
  for (let at = 0; at < row.length; at++) {
    const letter = row[at]
    if (quoted && letter === '"' && row[at + 1] === '"') {
      cell += '"'
      at += 1
    } else if (quoted) {
      if (letter === '"') quoted = false
      else cell += letter
    } else if (letter === '"' && cell.trim() === '') {
      quoted = true
      cell = ''
    } else if (letter === separator) {
      cells.push(cell)
      cell = ''
    } else cell += letter
  }
  // A quotation mark that nothing closes is a letter like any other.
  return quoted ? row.split(separator) : [...cells, cell]
}
