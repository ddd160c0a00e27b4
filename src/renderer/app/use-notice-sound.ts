import { useEffect } from 'react'
import type { AppSettings, ChatKey } from '../../contract/index.ts'
import { isInView } from '../../contract/notice-text.ts'
import { useClient } from '../client/client-context.tsx'
import { playNoticeSound } from '../lib/notice-sound.ts'
import { isWindowFocused } from '../lib/window-focus.ts'

/** At most one sound in this many milliseconds, however much arrives. */
const quietMs = 1500

/** Sounds for what arrives while the person appearance elsewhere. Core says which notices are silent. */
export function useNoticeSound(openChat: ChatKey | null, sound: AppSettings['notificationSound']): void {
  const client = useClient()
  useEffect(() => {
    if (sound === 'none') return undefined
    let lastAt = Number.NEGATIVE_INFINITY
    return client.onEvent((event) => {
      if (event.type !== 'notice' || event.notice.kind === 'trouble') return
      const { notice } = event
      if (isInView(notice, { focused: isWindowFocused(), openChat })) return
      if (notice.kind === 'incoming' && notice.silent) return
      const now = performance.now()
      if (now - lastAt < quietMs) return
      lastAt = now
      playNoticeSound(sound)
    })
  }, [client, sound, openChat])
}
