/** Rows in sight: their keys from index `first` on; undefined for one that is not read yet. */
export interface RowsInSight {
  readonly first: number
  readonly keys: readonly (string | number | undefined)[]
}

/** Rows come and go in steps of about a page: what went further is looked for in the whole list. */
const farthest = 300

/**
 * By how many rows a list moved under the reader: how far most of the rows in sight went. One row that moved for a
 * reason of its own (a status, when sorted by status) takes nobody along. Null when others stand in their place and
 * none of them is near.
 * @param keyAt the key at an index now; undefined where no row is read.
 */
export function shiftOf(
  { first, keys }: RowsInSight,
  keyAt: (index: number) => string | number | undefined,
  count: number,
): number | null {
  if (keys.every((key, place) => key === undefined || key === keyAt(first + place))) return 0
  const indexes = new Map<string | number, number>()
  const end = Math.min(count, first + keys.length + farthest)
  for (let index = Math.max(0, first - farthest); index < end; index += 1) {
    const key = keyAt(index)
    if (key !== undefined) indexes.set(key, index)
  }
  const votes = new Map<number, number>()
  for (const [place, key] of keys.entries()) {
    const index = key === undefined ? undefined : indexes.get(key)
    if (index !== undefined) votes.set(index - first - place, (votes.get(index - first - place) ?? 0) + 1)
  }
  const isRead = keys.every(
    (key, place) => key === undefined || first + place >= count || keyAt(first + place) !== undefined,
  )
  if (votes.size === 0 && isRead) return null
  let shift = 0
  let most = votes.get(0) ?? 0
  for (const [by, count] of votes) {
    if (count > most || (count === most && shift !== 0 && Math.abs(by) < Math.abs(shift))) {
      shift = by
      most = count
    }
  }
  return shift
}
