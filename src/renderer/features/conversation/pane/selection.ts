import type { Message, MessageKey } from '../../../../contract/index.ts'

/** Chosen messages; `last` is where a range begins. */
export interface Selection {
  readonly keys: ReadonlySet<MessageKey>
  readonly last: MessageKey
}

/** Adds or removes one message, or adds everything from the last touched one on. An empty selection is none. */
export function toggleSelected(
  selection: Selection | null,
  rows: readonly Message[],
  key: MessageKey,
  range: boolean,
): Selection | null {
  if (!selection) return { keys: new Set([key]), last: key }
  const keys = new Set(selection.keys)
  const from = rows.findIndex((row) => row.key === selection.last)
  const to = rows.findIndex((row) => row.key === key)
  if (range && from >= 0 && to >= 0) {
    for (const row of rows.slice(Math.min(from, to), Math.max(from, to) + 1)) keys.add(row.key)
  } else if (!keys.delete(key)) {
    keys.add(key)
  }
  return keys.size === 0 ? null : { keys, last: key }
}
