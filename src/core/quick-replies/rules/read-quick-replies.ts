import { z } from 'zod'
import { readCsv } from './read-csv.ts'

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
