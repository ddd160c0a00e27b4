import type { Message } from '../../../../contract/index.ts'

export interface LoadedRows {
  readonly rows: readonly Pick<Message, 'key' | 'direction'>[]
  readonly hasNewer: boolean
}

/**
 * Messages that arrived between two windows of a chat, oldest first. Only windows with the newest row are compared:
 * others contain older messages. Own waiting messages at the end are ignored.
 */
export function cameSince<Row extends LoadedRows['rows'][number]>(
  before: LoadedRows,
  now: { readonly rows: readonly Row[]; readonly hasNewer: boolean },
): readonly Row[] {
  if (before.hasNewer || now.hasNewer) return []
  // If nothing had arrived before, all rows after the oldest one are new.
  const last = before.rows.findLast(({ direction }) => direction === 'incoming') ?? before.rows[0]
  const place = now.rows.findIndex(({ key }) => key === last?.key)
  return place < 0 ? [] : now.rows.slice(place + 1).filter(({ direction }) => direction === 'incoming')
}
