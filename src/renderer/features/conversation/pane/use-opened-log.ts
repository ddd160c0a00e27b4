import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import type { ChatKey, Message, MessageKey, MessageWindow, SteadyChat } from '../../../../contract/index.ts'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import type { LogView, ScrollIntent } from '../log/log-view.ts'
import { scrollMemory, type RememberedScroll } from '../log/scroll-memory.ts'
import { decideOpening, firstRequest, pinnedRequest, type OpeningWish } from './opening.ts'
import { useMessageWindow } from './use-message-window.ts'
import { dateRequest, newestRequest } from './window-request.ts'
import { isContractError } from '../../../../contract/errors.ts'
import { pipeOpens, useClient } from '../../../client/client-context.tsx'
import { useWindowFocus } from '../../../lib/window-focus.ts'

interface MarkReadOptions {
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
function useMarkRead({ chat, window, view, markedUnread, divider, onDivider }: MarkReadOptions): void {
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

/** How long a message that was jumped to stays marked, ms. */
const highlightMs = 2600
/** At these indexes of the first visible row a person is at the top, and has left it again. */
const atTop = 3
const leftTop = 20

export interface OpenedLogOptions {
  readonly details: SteadyChat
  /** Why the chat was opened; its first window was requested. */
  readonly opening: OpeningWish
  readonly target: MessageKey | null
  readonly onTargetShown: () => void
}

export interface OpenedLog {
  /** Null until the window that meets the opening wish is there. */
  readonly window: MessageWindow | null
  readonly rows: readonly Message[]
  /** The rows as they were last drawn, for functions that outlive a drawing. */
  readonly latest: RefObject<readonly Message[]>
  /** The rows are the answer to what was asked for last. */
  readonly isCurrent: boolean
  readonly failed: boolean
  readonly retry: () => void
  readonly intent: ScrollIntent | null
  readonly onIntentDone: () => void
  /** The first unseen message, below the divider. */
  readonly divider: MessageKey | null
  readonly highlighted: MessageKey | null
  readonly view: LogView | null
  readonly onView: (view: LogView) => void
  readonly left: RememberedScroll | null
  readonly onLeave: (left: RememberedScroll | null) => void
  readonly loadingOlder: boolean
  readonly loadOlder: () => void
  /** Jumps to a message and marks it for a moment. */
  readonly show: (message: MessageKey) => void
  readonly showEnd: (smooth: boolean) => void
  /** Goes to the first message at or after a time, epoch ms. */
  readonly showDate: (at: number) => void
  readonly showStart: () => void
}

/** The loaded rows of a chat and the position of its log: at the opening, after a jump, and where it was left. */
export function useOpenedLog({ details, opening, target, onTargetShown }: OpenedLogOptions): OpenedLog {
  const chat = details.key
  const [askService, askingService] = useContractCommand('history.loadOlder')
  const [wish, setWish] = useState(opening)
  const [left] = useState(opening.left)
  const { window, isCurrent, failed, retry, request, goTo, include, pin, follow } = useMessageWindow(
    chat,
    firstRequest(wish),
  )
  const [opened, setOpened] = useState(false)
  const [intent, setIntent] = useState<ScrollIntent | null>(null)
  const [divider, setDivider] = useState<MessageKey | null>(null)
  const [highlighted, setHighlighted] = useState<MessageKey | null>(null)
  const [view, setView] = useState<LogView | null>(null)

  if (!opened && window && isCurrent) {
    const decided = decideOpening(window, wish)
    if (decided.kind === 'again') {
      setWish(decided.wish)
      goTo(decided.request)
    } else {
      setOpened(true)
      setIntent(decided.intent)
      setDivider(decided.divider)
      if (wish.target !== null) setHighlighted(wish.target)
    }
  }

  const rows = useMemo(() => window?.rows ?? [], [window])
  const latest = useRef<readonly Message[]>(rows)
  useLayoutEffect(() => {
    latest.current = rows
  })

  const show = useCallback(
    (message: MessageKey) => {
      include(message)
      setIntent({ kind: 'message', message, align: 'center' })
      setHighlighted(message)
    },
    [include],
  )
  const showEnd = useCallback(
    (smooth: boolean) => {
      const hasNewer = window?.hasNewer ?? false
      if (hasNewer) goTo(newestRequest)
      setIntent({ kind: 'end', smooth: smooth && !hasNewer })
    },
    [window, goTo],
  )
  const showDate = (at: number): void => {
    goTo(dateRequest(at))
    setIntent({ kind: 'date', at })
  }
  const showStart = (): void => {
    if (window?.hasOlder) goTo(dateRequest(0))
    setIntent({ kind: 'date', at: 0 })
  }

  useEffect(() => {
    const pinned = opened && window && isCurrent ? pinnedRequest(request, window) : null
    if (pinned) pin(pinned)
  }, [opened, window, isCurrent, request, pin])
  useEffect(() => {
    if (target === null || !opened) return
    if (wish.target === target) setWish({ target: null, left: null })
    else show(target)
    onTargetShown()
    // Only a new target moves the log.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [target, opened])
  useEffect(() => {
    if (highlighted === null) return
    const timer = setTimeout(() => setHighlighted(null), highlightMs)
    return () => clearTimeout(timer)
  }, [highlighted])

  useMarkRead({
    chat,
    // The shown rows, also while the next ones are on their way: a chat may be left before they come.
    window: opened ? window : null,
    view,
    markedUnread: details.markedUnread,
    divider,
    onDivider: setDivider,
  })

  const onIntentDone = useCallback(() => setIntent(null), [])
  const onLeave = useCallback((place: RememberedScroll | null) => scrollMemory.leave(chat, place), [chat])
  const triedOlder = useRef<MessageKey | null>(null)
  const loadOlder = useCallback(() => void askService({ chat }), [askService, chat])
  const onView = useCallback(
    (seen: LogView) => {
      setView((before) =>
        before && before.first === seen.first && before.last === seen.last && before.atEnd === seen.atEnd
          ? before
          : seen,
      )
      follow(seen)
      const first = latest.current[0]
      // A person who comes back to the top asks the service again, also after a failure.
      if (seen.first > leftTop) triedOlder.current = null
      const fillsView = !(seen.atEnd && seen.first === 0)
      if (!window || !isCurrent || !first || !fillsView || seen.first > atTop) return
      if (window.hasOlder || !window.olderAtService || window.completeness.loading || triedOlder.current === first.key)
        return
      triedOlder.current = first.key
      loadOlder()
    },
    [follow, window, isCurrent, loadOlder],
  )

  return {
    window: opened ? window : null,
    rows,
    latest,
    isCurrent,
    failed,
    retry,
    intent,
    onIntentDone,
    divider,
    highlighted,
    view,
    onView,
    left,
    onLeave,
    loadingOlder: askingService.pending,
    loadOlder,
    show,
    showEnd,
    showDate,
    showStart,
  }
}
