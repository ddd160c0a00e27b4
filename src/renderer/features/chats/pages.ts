import type { ChatPage, ChatRow, Input, Scope } from '../../../contract/index.ts'

/** Rows of one page of `chats.list`, with those near the view a screen full. Each message reads its page again. */
export const pageSize = 32

/** Offsets of the pages that hold the rows from `first` to `last` (inclusive); at least the first page. */
export function pageOffsets(first: number, last: number): readonly number[] {
  const from = Math.max(0, Math.floor(first / pageSize))
  const to = Math.max(from, Math.floor(last / pageSize))
  return Array.from({ length: to - from + 1 }, (_, index) => (from + index) * pageSize)
}

/** The first page of a list without filters. */
export const firstPage = (scope: Scope): Input<'chats.list'> => ({ scope, filter: 'all', offset: 0, limit: pageSize })

interface Known {
  readonly list: string
  readonly page: ChatPage
  readonly rows: ReadonlyMap<number, ChatRow>
}

/** Returns the last rows while newer ones are loading. */
export class RowMemory {
  #known: Known | null = null

  /** Answers with what is newest: the pages, over the rows known from before. */
  merge(
    list: string,
    offsets: readonly number[],
    pages: readonly (ChatPage | undefined)[],
    still: boolean,
  ): Known | null {
    if (still && this.#known?.list === list) return this.#known
    const page = pages.findLast((one) => one !== undefined)
    if (!page) return this.#known
    const rows = new Map<number, ChatRow>(this.#known?.list === list ? this.#known.rows : [])
    pages.forEach((one, index) => one?.rows.forEach((row, at) => rows.set((offsets[index] ?? 0) + at, row)))
    this.#known = { list, page, rows: nearby(rows, offsets) }
    return this.#known
  }
}

/** Rows far from the view are forgotten: they would be old when they come back. */
function nearby(rows: ReadonlyMap<number, ChatRow>, offsets: readonly number[]): ReadonlyMap<number, ChatRow> {
  const from = (offsets[0] ?? 0) - pageSize
  const to = (offsets.at(-1) ?? 0) + 2 * pageSize
  return new Map([...rows].filter(([index]) => index >= from && index < to))
}
