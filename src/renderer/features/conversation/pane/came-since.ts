import type { Message } from '../../../../contract/index.ts'

export interface LoadedRows {
  readonly rows: readonly Pick<Message, 'key' | 'direction'>[]
  readonly hasNewer: boolean
}

/**
 * What came in between two windows of a chat, oldest first. Only windows that hold the newest row tell: another one
 * shows what was there before. Own messages that wait stand at the end and say nothing of what came.
 */
export function cameSince<Row extends LoadedRows['rows'][number]>(
  before: LoadedRows,
  now: { readonly rows: readonly Row[]; readonly hasNewer: boolean },
): readonly Row[] {
  if (before.hasNewer || now.hasNewer) return []
  // Where nothing had come, whatever is new below the oldest row came since.
  const last = before.rows.findLast(({ direction }) => direction === 'incoming') ?? before.rows[0]
  const place = now.rows.findIndex(({ key }) => key === last?.key)
  return place < 0 ? [] : now.rows.slice(place + 1).filter(({ direction }) => direction === 'incoming')
}
