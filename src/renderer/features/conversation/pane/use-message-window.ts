import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ChatKey, MessageKey, MessageWindow } from '../../../../contract/index.ts'
import { queryKey, useContractQuery } from '../../../client/use-contract-query.ts'
import type { LogView } from '../log/log-view.ts'
import { messageRequest, nextRequest, type WindowRequest } from './window-request.ts'

/** Windows that slid are of no use once they are left; the first one of a chat paints it at once on return. */
const slidGcMs = 10_000

export interface MessageWindowState {
  /** The newest answer; while another one is on its way, the one before. */
  readonly window: MessageWindow | null
  /** The window is the answer to the request. */
  readonly isCurrent: boolean
  readonly failed: boolean
  readonly retry: () => void
  readonly request: WindowRequest
  /** Replaces the window by another request. */
  readonly goTo: (request: WindowRequest) => void
  /** Loads the rows around a message, unless the window has it and stays. */
  readonly include: (message: MessageKey) => void
  /** The loaded window is also the answer to this request: from now on that one is followed. */
  readonly pin: (request: WindowRequest) => void
  /** Reports the visible rows; the window slides if needed. */
  readonly follow: (view: LogView) => void
}

/**
 * The one window of a chat that is loaded: at most 600 rows, sliding at either edge (architecture 4). The visible rows
 * are reported after a drawing: a jump that was asked for since then has precedence.
 */
export function useMessageWindow(chat: ChatKey, first: WindowRequest): MessageWindowState {
  const [request, setRequest] = useState(first)
  const isSlid = request.anchor.kind === 'message'
  // Rows that are shown stay while the next ones cannot be read: a log that went empty would lose the reader's place.
  const isShowing = useRef(false)
  const query = useContractQuery(
    'messages.window',
    { chat, ...request },
    { keepPrevious: true, retry: () => isShowing.current, ...(isSlid ? { gcTime: slidGcMs } : {}) },
  )
  const { data, isPlaceholderData, isError, refetch } = query
  const isCurrent = data !== undefined && !isPlaceholderData
  /** The request whose rows are drawn, with these rows; none while another request is being answered. */
  const drawn = useRef<{ readonly request: WindowRequest; readonly rows: MessageWindow['rows'] }>({ request, rows: [] })
  useLayoutEffect(() => {
    isShowing.current = data !== undefined
    drawn.current = { request, rows: isCurrent ? data.rows : [] }
  })
  const include = useCallback((message: MessageKey) => {
    const { request: drawnRequest, rows } = drawn.current
    const isDrawn = rows.some((row) => row.key === message)
    setRequest((current) => (isDrawn && current === drawnRequest ? current : messageRequest(message)))
  }, [])
  const cache = useQueryClient()
  const pin = useCallback(
    (same: WindowRequest) => {
      const state = cache.getQueryState(queryKey('messages.window', { chat, ...request }))
      const key = queryKey('messages.window', { chat, ...same })
      cache.setQueryData(key, data)
      // Changes since the answer was read are read again under the new request, too.
      if (state?.isInvalidated || state?.fetchStatus === 'fetching')
        void cache.invalidateQueries({ queryKey: key, exact: true })
      setRequest((current) => (current === request ? same : current))
    },
    [cache, chat, data, request],
  )
  const follow = useCallback(
    (view: LogView) => {
      if (!data || !isCurrent) return
      const next = nextRequest(request, data, view)
      if (next) setRequest((current) => (current === request ? next : current))
    },
    [data, isCurrent, request],
  )
  return useMemo(
    () => ({
      window: data ?? null,
      isCurrent,
      failed: isError && data === undefined,
      retry: () => void refetch(),
      request,
      goTo: setRequest,
      include,
      pin,
      follow,
    }),
    [data, isCurrent, isError, refetch, request, include, pin, follow],
  )
}
