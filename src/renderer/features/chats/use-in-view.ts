import { useEffect } from 'react'
import type { ChatKey } from '../../../contract/index.ts'
import { useClient } from '../../client/client-context.tsx'

/** Debounce of scrolling, ms, and the most chats reported to core. */
const restMs = 300
const mostInView = 200

/** Reports the visible chats to core, debounced: core keeps their names and avatars fresh. */
export function useInView(chats: readonly ChatKey[], open: ChatKey | null): void {
  const client = useClient()
  const list = chats.slice(0, mostInView).join(',')
  useEffect(() => {
    const timer = setTimeout(() => {
      const keys = list === '' ? [] : list.split(',').map((key) => Number(key) as ChatKey)
      client.call('chats.inView', { chats: keys, open }).catch(() => undefined)
    }, restMs)
    return () => clearTimeout(timer)
  }, [client, list, open])
}
