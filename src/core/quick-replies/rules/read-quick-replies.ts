import { z } from 'zod'

/** A quick reply as a file has it; nothing of it is checked yet. */
export interface GivenReply {
  /** A line of the CSV or an entry of the JSON, from 1. */
  readonly line: number
  readonly name: string
  readonly text: string
  /** The name of an instance; '' for all. */
  readonly instance: string
}

export type GivenReplies =
  | { readonly kind: 'read'; readonly replies: readonly GivenReply[]; readonly misshapen: readonly number[] }
  | { readonly kind: 'unreadable'; readonly why: 'columns' | 'json' | 'quote'; readonly found: readonly string[] }

const columns = {
  name: ['name', 'название', 'имя'],
  text: ['text', 'текст'],
  instance: ['instance', 'инстанс'],
} as const

/** A spreadsheet's guard before what looks like a formula (base/csv.ts) is no part of the text. */
const unguarded = (cell: string): string =>
  cell.replace(/^'(?='*[\s\u00a0]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/u, '')

export function readCsvReplies(text: string): GivenReplies {
  const table = readCsv(text)
  if (table.kind === 'unclosed') return { kind: 'unreadable', why: 'quote', found: [String(table.line)] }
  const [head, ...lines] = table.lines
  const names = (head?.cells ?? []).map((cell) => cell.trim().toLowerCase())
  const place = (column: keyof typeof columns): number =>
    names.findIndex((name) => columns[column].some((value) => value === name))
  const [name, body, instance] = [place('name'), place('text'), place('instance')]
  if (name === -1 || body === -1) {
    const found = (head?.cells ?? []).slice(0, 10).map((cell) => cell.trim().slice(0, 40))
    return { kind: 'unreadable', why: 'columns', found }
  }
  const cell = (cells: readonly string[], index: number): string => unguarded(cells[index] ?? '')
  return {
    kind: 'read',
    replies: lines.map(({ line, cells }) => ({
      line,
      name: cell(cells, name),
      text: cell(cells, body),
      instance: cell(cells, instance).trim(),
    })),
    misshapen: [],
  }
}

const entry = z.object({ name: z.string(), text: z.string(), instance: z.string().nullish() })

export function readJsonReplies(text: string): GivenReplies {
  const list = listOf(text.replace(/^\uFEFF/u, ''))
  if (list === null) return { kind: 'unreadable', why: 'json', found: [] }
  const replies: GivenReply[] = []
  const misshapen: number[] = []
  for (const [index, one] of list.entries()) {
    const read = entry.safeParse(one)
    if (read.success) replies.push({ ...read.data, instance: read.data.instance ?? '', line: index + 1 })
    else misshapen.push(index + 1)
  }
  return { kind: 'read', replies, misshapen }
}

/** A list, or an object with one under `quickReplies`. */
function listOf(text: string): readonly unknown[] | null {
  try {
    const value: unknown = JSON.parse(text)
    if (Array.isArray(value)) return value
    if (typeof value !== 'object' || value === null || !('quickReplies' in value)) return null
    return Array.isArray(value.quickReplies) ? value.quickReplies : null
  } catch {
    return null
  }
}

interface CsvLine {
  /** Where it begins, from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/**
 * The lines of a table that are not empty; `unclosed`: a quotation mark that nothing closes, so that nothing after it
 * is known.
 */
type CsvTable =
  | { readonly kind: 'table'; readonly lines: readonly CsvLine[] }
  | { readonly kind: 'unclosed'; readonly line: number }

/**
 * Reads what spreadsheets write: commas, semicolons or tabs, whichever its first line holds most of; quoted as RFC 4180
 * has it.
 */
function readCsv(given: string): CsvTable {
  const whole = given.replace(/^\uFEFF/u, '')
  // Excel names the separator in a line before the table.
  const [hint = '', named] = /^"?sep=(.)"?(?:\r\n|\n|\r)/iu.exec(whole) ?? []
  const text = whole.slice(hint.length)
  const separator = named ?? separatorOf(text)
  const lines: CsvLine[] = []
  let cells: string[] = []
  let line = hint === '' ? 1 : 2
  let begins = line
  let at = 0
  const endLine = (): void => {
    if (cells.some((cell) => cell.trim() !== '')) lines.push({ line: begins, cells })
    cells = []
    begins = line
  }
  while (at < text.length) {
    if (text[at] === '"') {
      const opened = line
      let cell = ''
      let from = at + 1
      for (;;) {
        const quote = text.indexOf('"', from)
        if (quote === -1) return { kind: 'unclosed', line: opened }
        cell += text.slice(from, quote)
        from = quote + 1
        if (text[from] !== '"') break
        cell += '"'
        from += 1
      }
      line += cell.split('\n').length - 1
      // Text after a closing quotation mark belongs to the cell, as in spreadsheets.
      at = endOfCell(text, from, separator)
      cells.push(cell + text.slice(from, at))
    } else {
      const end = endOfCell(text, at, separator)
      cells.push(text.slice(at, end))
      at = end
    }
    if (text[at] === separator) {
      at += 1
      if (at === text.length) cells.push('')
      continue
    }
    at += text.startsWith('\r\n', at) ? 2 : 1
    line += 1
    endLine()
  }
  endLine()
  return { kind: 'table', lines }
}

function endOfCell(text: string, from: number, separator: string): number {
  for (let at = from; at < text.length; at++) {
    const letter = text[at]
    if (letter === separator || letter === '\n' || letter === '\r') return at
  }
  return text.length
}

function separatorOf(text: string): string {
  const head = text.slice(0, endOfCell(text, 0, '\n'))
  const count = (letter: string): number => head.split(letter).length
  return [',', ';', '\t'].reduce((most, letter) => (count(letter) > count(most) ? letter : most))
}
