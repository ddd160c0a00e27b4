import { escapeJson, escapeText } from './escape-text.ts'
import { write, type Io } from './io.ts'

export type OutputForm = 'table' | 'tabs' | 'json' | 'jsonl'

export const formOf = (io: Io, { json, jsonl }: { readonly json: boolean; readonly jsonl: boolean }): OutputForm =>
  json ? 'json' : jsonl ? 'jsonl' : io.stdout.isTTY === true ? 'table' : 'tabs'

type Row = Readonly<Record<string, unknown>>

/** The columns of each list; a value inside another is named with a full stop. */
const columns: Readonly<Record<string, readonly string[]>> = {
  listInstances: ['instanceId', 'name', 'family', 'state', 'authorization', 'lastReceivedAt'],
  listChats: ['instanceId', 'chatId', 'title', 'at', 'unread', 'waitingSince', 'last.text'],
  listMessages: ['id', 'at', 'direction', 'from.name', 'kind', 'status.kind', 'text'],
  searchMessages: ['messageId', 'at', 'instanceId', 'chatId', 'from', 'text'],
  listWaiting: ['instanceId', 'chatId', 'title', 'waitingSince', 'dueAt'],
  listDeadLetters: ['id', 'instanceId', 'typeWebhook', 'receivedAt', 'tries', 'error.kind', 'error.status'],
}

const valueAt = (row: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Row | null | undefined)?.[name], row)

const cellOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return escapeText(value)
  if (Array.isArray(value)) return value.map(cellOf).join(', ')
  return escapeText(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

const json = (value: unknown, indent?: number): string => escapeJson(JSON.stringify(value, null, indent))

/** Prints rows of a list, a page at a time: widths are those of the first one, so that nothing waits for the last. */
export interface ListPrinter {
  print(rows: readonly unknown[]): Promise<void>
}

export function createListPrinter(io: Io, form: OutputForm, operation: string): ListPrinter {
  let shown: readonly string[] | undefined = columns[operation]
  let widths: readonly number[] | undefined
  const lineOf = (cells: readonly string[]): string => {
    if (form === 'tabs') return cells.join('\t')
    return cells
      .map((cell, index) => (index === cells.length - 1 ? cell : pad(cut(cell, widths?.[index]), widths?.[index])))
      .join('  ')
      .trimEnd()
  }
  return {
    async print(rows) {
      if (rows.length === 0) return
      if (form === 'jsonl' || form === 'json') return write(io.stdout, rows.map((row) => `${json(row)}\n`).join(''))
      shown ??= Object.keys(rows[0] as Row)
      const names = shown
      const cells = rows.map((row) => names.map((name) => cellOf(valueAt(row, name))))
      const heads = names.map((name) => name.replace('.', ' '))
      const isFirst = widths === undefined
      widths ??= names.map((_, index) => Math.min(40, Math.max(...[heads, ...cells].map((row) => width(row[index])))))
      const lines = [...(isFirst && form === 'table' ? [heads] : []), ...cells].map(lineOf)
      const fitted = form === 'table' ? lines.map((line) => cut(line, io.stdout.columns)) : lines
      await write(io.stdout, `${fitted.join('\n')}\n`)
    },
  }
}

/** Prints one value: its fields, one a line. */
export async function printValue(io: Io, form: OutputForm, value: unknown): Promise<void> {
  if (form === 'json') return write(io.stdout, `${json(value, 2)}\n`)
  if (form === 'jsonl') return write(io.stdout, `${json(value)}\n`)
  const fields = fieldsOf(value)
  if (form === 'tabs') return write(io.stdout, fields.map(([name, cell]) => `${name}\t${cell}\n`).join(''))
  const longest = Math.max(0, ...fields.map(([name]) => name.length))
  await write(io.stdout, fields.map(([name, cell]) => `${pad(name, longest)}  ${cell}\n`).join(''))
}

/** Objects inside objects become names with full stops; lists stay in one cell. */
function fieldsOf(value: unknown, prefix = ''): readonly (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[prefix, cellOf(value)]]
  return Object.entries(value).flatMap(([name, inner]) => fieldsOf(inner, prefix === '' ? name : `${prefix}.${name}`))
}

/** Code points; wide letters of some scripts take two places and may shift a column. */
const width = (text = ''): number => [...text].length
const pad = (text: string, to = 0): string => text + ' '.repeat(Math.max(0, to - width(text)))
const cut = (text: string, to: number | undefined): string =>
  to === undefined || width(text) <= to ? text : `${[...text].slice(0, Math.max(0, to - 1)).join('')}…`
