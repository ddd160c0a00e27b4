import type { ChatCompleteness, Message, MessageKey } from '../../../../contract/index.ts'

/** A known hole in the archive of a chat. */
export type Gap = ChatCompleteness['gaps'][number]

/** Above which message each known hole of the archive lies. Rows are oldest first. */
export function gapsAbove(rows: readonly Message[], gaps: readonly Gap[]): ReadonlyMap<MessageKey, Gap> {
  const above = new Map<MessageKey, Gap>()
  for (const gap of gaps) {
    const index = rows.findIndex((row) => row.at >= gap.to)
    const row = rows[index]
    const previous = rows[index - 1]
    if (row && previous && previous.at <= gap.from) above.set(row.key, gap)
  }
  return above
}
