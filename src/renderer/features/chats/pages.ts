import type { Input, Scope } from '../../../contract/index.ts'

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
