import { QueryClient, notifyManager, replaceEqualDeep } from '@tanstack/react-query'

// An answer is drawn in the task that brought it; a timer would let a frame without it go by first.
notifyManager.setScheduler(queueMicrotask)

/** The cache holds local reads (architecture 4): never stale by time, never retried, never paused. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        retry: false,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        structuralSharing: shareAnswer,
      },
    },
  })

/**
 * The later answer, with everything that the earlier one has as well taken from there, so that it is not drawn again.
 * Rows are compared with the earlier ones of their keys: in a list that slides or is sorted again no row has its place.
 */
export const shareAnswer = (before: unknown, after: unknown): unknown =>
  replaceEqualDeep(inOrderOf(before, after), after)

/** The earlier answer, with the rows of its lists in the order of the later one. */
function inOrderOf(before: unknown, after: unknown): unknown {
  if (Array.isArray(before) && Array.isArray(after)) return rowsInOrder(before, after)
  if (!isObject(before) || !isObject(after)) return before
  const lists = Object.entries(after).flatMap(([name, rows]) => {
    const earlier = Object.hasOwn(before, name) ? before[name] : undefined
    if (!Array.isArray(earlier) || !Array.isArray(rows)) return []
    const ordered = rowsInOrder(earlier, rows)
    return ordered === earlier ? [] : [[name, ordered] as const]
  })
  return lists.length === 0 ? before : { ...before, ...Object.fromEntries(lists) }
}

/** The earlier rows themselves where no row moved, came or went, or where rows have no keys. */
function rowsInOrder(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  const isSameOrder = before.length === after.length && after.every((row, index) => keyOf(row) === keyOf(before[index]))
  if (isSameOrder || after.some((row) => keyOf(row) === undefined)) return before
  const byKey = new Map(before.map((row) => [keyOf(row), row]))
  return after.map((row) => byKey.get(keyOf(row)))
}

const keyOf = (row: unknown): unknown => (isObject(row) ? row['key'] : undefined)

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
