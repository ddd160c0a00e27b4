import { useCallback, useRef, useState } from 'react'
import type { ChatKey, ChatRow } from '../../../../contract/index.ts'
import { useClient } from '../../../client/client-context.tsx'
import { listInput, type ChatListInput } from '../use-chat-pages.ts'
import { rangeOf } from './range-of.ts'

/** So many chats can be selected at once. */
export const mostSelected = 500
/** Rows that are asked for at once. */
const pageRows = 200

export interface ChatSelection {
  /** In the order in which they were selected, as they were then. */
  readonly rows: ReadonlyMap<ChatKey, ChatRow>
  /** Selects a chat, or takes it out. The next range begins there. */
  readonly toggle: (row: ChatRow) => void
  /** Selects all from the chat where the selection began to this one; `from` is the beginning if there is none yet. */
  readonly extendTo: (chat: ChatKey, from: ChatKey) => void
  readonly clear: () => void
}

const nothing: ReadonlyMap<ChatKey, ChatRow> = new Map()

/**
 * Several chats of one list that are changed together. A range lies between two chats, not between two places: rows
 * move. `shown` are the rows of the list by their index, as they are on the screen.
 */
export function useChatSelection(list: ChatListInput, shown: ReadonlyMap<number, ChatRow>): ChatSelection {
  const client = useClient()
  const [rows, setRows] = useState(nothing)
  /** Where the next range begins; `index`: its place when it was last seen. */
  const anchor = useRef<{ readonly chat: ChatKey; index: number } | null>(null)
  /** Of the newest range: an answer to an older one comes too late. */
  const newest = useRef(0)
  const indexOf = (chat: ChatKey): number | undefined => [...shown].find(([, { key }]) => key === chat)?.[0]
  const begin = (chat: ChatKey): void => {
    anchor.current = { chat, index: indexOf(chat) ?? 0 }
  }
  const clear = useCallback(() => {
    newest.current += 1
    anchor.current = null
    setRows(nothing)
  }, [])
  return {
    rows,
    clear,
    toggle(row) {
      newest.current += 1
      begin(row.key)
      const next = new Map(rows)
      if (!next.delete(row.key) && next.size < mostSelected) next.set(row.key, row)
      setRows(next)
    },
    extendTo(chat, from) {
      if (anchor.current === null) begin(from)
      const start = anchor.current
      const end = indexOf(chat)
      if (start === null || end === undefined) return
      start.index = indexOf(start.chat) ?? start.index
      newest.current += 1
      const run = newest.current
      const first = Math.max(0, Math.min(start.index, end))
      const last = Math.max(start.index, end)
      const known = rangeOf(
        Array.from({ length: last - first + 1 }, (_, at) => shown.get(first + at)),
        start.chat,
        chat,
      )
      if (known !== null) return setRows(byKey(known))
      // The beginning is far out of view. Until the rows between are read, nothing is selected that could be acted on.
      setRows(nothing)
      const starts = Array.from({ length: Math.ceil((last - first + 1) / pageRows) }, (__, at) => first + at * pageRows)
      void Promise.all(
        starts.map((offset) => client.call('chats.list', { ...listInput(list), offset, limit: pageRows })),
      )
        .then((pages) => {
          const between = rangeOf(
            pages.flatMap((page) => page.rows),
            start.chat,
            chat,
          )
          if (between !== null && run === newest.current) setRows(byKey(between))
        })
        .catch(() => undefined)
    },
  }
}

const byKey = (rows: readonly ChatRow[]): ReadonlyMap<ChatKey, ChatRow> =>
  new Map(rows.slice(0, mostSelected).map((row) => [row.key, row]))
