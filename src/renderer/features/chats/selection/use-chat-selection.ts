import { useCallback, useRef, useState } from 'react'
import type { ChatKey, ChatRow } from '../../../../contract/index.ts'
import { useClient } from '../../../client/client-context.tsx'
import type { ChatListInput } from '../use-chat-pages.ts'
import { listInput } from '../use-chat-pages.ts'

/** So many chats can be selected at once. */
export const mostSelected = 500
/** Rows that are asked for at once. */
const pageRows = 200

export interface ChatSelection {
  /** In the order in which they were selected, as they were then. */
  readonly rows: ReadonlyMap<ChatKey, ChatRow>
  /** Selects a chat, or takes it out. The next range begins there. */
  readonly toggle: (row: ChatRow, index: number) => void
  /**
   * Selects all from the place where the selection began to this one, by their indexes in the list; `from` is the
   * beginning if there is none yet.
   */
  readonly extendTo: (index: number, from: number) => Promise<void>
  readonly clear: () => void
}

const nothing: ReadonlyMap<ChatKey, ChatRow> = new Map()

/** Several chats of one list that are changed together. */
export function useChatSelection(list: ChatListInput): ChatSelection {
  const client = useClient()
  const [rows, setRows] = useState(nothing)
  const anchor = useRef<number | null>(null)
  /** Of the newest range: an answer to an older one comes too late. */
  const newest = useRef(0)
  const clear = useCallback(() => {
    newest.current += 1
    anchor.current = null
    setRows(nothing)
  }, [])
  return {
    rows,
    clear,
    toggle(row, index) {
      newest.current += 1
      anchor.current = index
      const next = new Map(rows)
      if (!next.delete(row.key) && next.size < mostSelected) next.set(row.key, row)
      setRows(next)
    },
    async extendTo(index, from) {
      anchor.current ??= from
      newest.current += 1
      const run = newest.current
      const first = Math.max(0, Math.min(anchor.current, index))
      const last = Math.min(Math.max(anchor.current, index), first + mostSelected - 1)
      const starts = Array.from({ length: Math.ceil((last - first + 1) / pageRows) }, (__, at) => first + at * pageRows)
      const pages = await Promise.all(
        starts.map((offset) =>
          client.call('chats.list', { ...listInput(list), offset, limit: Math.min(pageRows, last - offset + 1) }),
        ),
      ).catch(() => null)
      if (pages === null || run !== newest.current) return
      setRows(new Map(pages.flatMap((page) => page.rows.map((row) => [row.key, row] as const))))
    },
  }
}
