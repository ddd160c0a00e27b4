import { useCallback, useEffect, useRef } from 'react'
import type { ChatKey } from '../../../contract/ids.ts'
import { useClient } from '../../client/client-context.tsx'

/** Interval of presence reports, slightly shorter than their validity, ms. */
const againMs = 15_000
/** Without a key for this long the person is not writing any more, ms. */
const quietMs = 10_000

/**
 * Reports this person's presence to the team while the window is visible: looking at the chat, or writing in it.
 * Returns a function to call at each key. Null: no team shares the chat.
 */
export function useHere(chat: ChatKey | null): () => void {
  const client = useClient()
  const typedAt = useRef(-Infinity)
  const lastReport = useRef<{ readonly writing: boolean; readonly at: number } | null>(null)

  const sendPresence = useCallback(
    (at: ChatKey | null, writing: boolean) => {
      lastReport.current = at === null ? null : { writing, at: performance.now() }
      client.call('team.here', { chat: at, writing }).catch(() => undefined)
    },
    [client],
  )
  useEffect(() => {
    if (chat === null) return undefined
    const report = () => {
      const isSeen = document.visibilityState === 'visible'
      const writing = performance.now() - typedAt.current < quietMs
      if (!isSeen) {
        if (lastReport.current !== null) sendPresence(null, false)
      } else if (lastReport.current?.writing !== writing || performance.now() - lastReport.current.at >= againMs)
        sendPresence(chat, writing)
    }
    report()
    const timer = setInterval(report, 2_500)
    document.addEventListener('visibilitychange', report)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', report)
      typedAt.current = -Infinity
      if (lastReport.current !== null) sendPresence(null, false)
    }
  }, [chat, sendPresence])
  return useCallback(() => {
    typedAt.current = performance.now()
    if (chat !== null && lastReport.current?.writing !== true) sendPresence(chat, true)
  }, [chat, sendPresence])
}
