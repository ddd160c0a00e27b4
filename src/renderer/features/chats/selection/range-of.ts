import type { ChatKey } from '../../../../contract/ids.ts'

/** A row of the list, whether it was read or not. */
type Row = { readonly key: ChatKey } | undefined

/**
 * The rows from one chat to another, in either direction, the first one first; null if one of the two or a row between
 * them was not read.
 */
export function rangeOf<R extends Row>(
  rows: readonly R[],
  from: ChatKey,
  to: ChatKey,
): readonly NonNullable<R>[] | null {
  const [one, other] = [from, to].map((key) => rows.findIndex((row) => row?.key === key))
  if (one === undefined || other === undefined || one < 0 || other < 0) return null
  const between = rows.slice(Math.min(one, other), Math.max(one, other) + 1)
  const read = between.filter((row) => row !== undefined)
  if (read.length < between.length) return null
  return one <= other ? read : read.toReversed()
}
