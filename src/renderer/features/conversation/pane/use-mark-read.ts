import { useEffect, useRef, useState } from 'react'
import { isContractError } from '../../../../contract/errors.ts'
import type { ChatKey, MessageKey, MessageWindow } from '../../../../contract/index.ts'
import { pipeOpens, useClient } from '../../../client/client-context.tsx'
import { useWindowFocus } from '../../../lib/window-focus.ts'
import type { LogView } from '../log/log-view.ts'

export interface MarkReadOptions {
  readonly chat: ChatKey
  /** Null until the chat is shown. */
  readonly window: MessageWindow | null
  readonly view: LogView | null
  readonly markedUnread: boolean
  readonly divider: MessageKey | null
  readonly onDivider: (message: MessageKey) => void
}

/**
 * Marks a chat as read when its newest message is visible to a person, and places the divider above messages that
 * arrived before that. The divider stays where it is while the chat is open and anything below it is unread.
 */
export function useMarkRead({ chat, window, view, markedUnread, divider, onDivider }: MarkReadOptions): void {
  const client = useClient()
  const focused = useWindowFocus()
  // Read up to the newest arrived message: an own queued message is at the end, whenever it was written.
  const newest = window?.rows.findLast(({ direction }) => direction === 'incoming')
  const key = newest?.key
  const at = newest?.at
  const seesEnd = window !== null && !window.hasNewer && (view?.atEnd ?? window.rows.length === 0)
  const unread = window?.unread ?? 0
  const asked = useRef('')
  /** How many marks were lost with the connection, which is back. */
  const [lost, setLost] = useState(0)
  useEffect(() => {
    if (!focused || !seesEnd || (unread === 0 && !markedUnread)) return
    const state = `${key}:${at}:${unread}:${markedUnread}`
    if (asked.current === state) return
    asked.current = state
    // Not as a command with a state: that would draw the conversation twice more with each message.
    client.call('chats.markRead', { chat, ...(at === undefined ? {} : { at }) }).catch(async (error: unknown) => {
      if (asked.current === state) asked.current = ''
      const isLost = isContractError(error) && error.code === 'disconnected'
      if (isLost && (await pipeOpens(client))) setLost((before) => before + 1)
    })
  }, [focused, seesEnd, unread, markedUnread, key, at, chat, lost, client])

  // Read messages: a later unread message gets a new divider.
  const wasRead = useRef(divider === null)
  const firstUnread = window?.firstUnread ?? null
  useEffect(() => {
    if (!window) return
    if (unread === 0) wasRead.current = true
    else if (wasRead.current && firstUnread !== null && firstUnread !== divider && !(focused && seesEnd)) {
      wasRead.current = false
      onDivider(firstUnread)
    }
  }, [window, unread, firstUnread, divider, focused, seesEnd, onDivider])
}
