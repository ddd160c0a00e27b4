import { useEffect, useRef } from 'react'
import type { ChatKey, NoticeEvent } from '../../contract/index.ts'
import { isInView, noticeText } from '../../contract/notice-text.ts'
import { useClient } from '../client/client-context.tsx'
import { useContractQuery } from '../client/use-contract-query.ts'
import { useSettings } from '../client/use-preference.ts'
import { useNotificationPermission } from '../lib/notification-permission.ts'
import { goTo } from '../lib/routing/route.ts'
import { useTranslations } from '../lib/translations.ts'
import { isWindowFocused, onWindowFocus } from '../lib/window-focus.ts'

/** Windows of one browser host share which chat is in view. */
const channelName = 'switchboard-attention'
/** Notifications that a click can still reach. Browsers drop older ones by themselves. */
const mostShown = 50

/**
 * Notifications of the browser, by the same rules as those of the desktop: core decides what is worth one, a chat that
 * is in view gets none, and one that comes into view takes its notifications away. Several windows give a message the
 * same tag, so that the browser shows it once.
 */
export function useBrowserNotifications(openChat: ChatKey | null): void {
  const client = useClient()
  const t = useTranslations()
  const settings = useSettings()
  const info = useContractQuery('app.info', {}).data
  const permission = useNotificationPermission()
  const isOn = info?.host === 'browser' && permission === 'granted' && settings?.notifications === true
  const translate = useRef(t)
  useEffect(() => {
    translate.current = t
  })
  const shownRef = useRef(new Map<string, { readonly notification: Notification; readonly notice: NoticeEvent }>())
  useEffect(() => {
    if (!isOn) return undefined
    const shown = shownRef.current
    const channel = new BroadcastChannel(channelName)
    const closeWhere = (isOver: (notice: NoticeEvent) => boolean) => {
      for (const [tag, { notification, notice }] of shown) {
        if (!isOver(notice)) continue
        shown.delete(tag)
        notification.close()
      }
    }
    const closeInView = (chat: number | null) =>
      closeWhere((notice) => isInView(notice, { focused: true, openChat: chat }))
    const attend = () => {
      if (!isWindowFocused()) return
      closeInView(openChat)
      channel.postMessage(openChat)
    }
    const show = (notice: NoticeEvent) => {
      if (isInView(notice, { focused: isWindowFocused(), openChat })) return attend()
      const translated = translate.current
      const { title, body } = noticeText(notice, {
        newMessageText: translated('app.notice.newMessage'),
        missedCallText: translated('app.notice.missedCall'),
        troubleText: translated('app.notice.trouble'),
        pairingTitle: translated('app.notice.pairingTitle'),
        pairing: (code) => translated('app.notice.pairing', { code }),
        summary: (messages, chats) => translated('app.notice.summary', { messages, chats }),
      })
      const tag = tagOf(notice)
      // The window plays the sound that Settings names.
      const notification = new Notification(title, { body, tag, silent: true })
      const [oldest] = shown.keys()
      if (shown.size >= mostShown && oldest !== undefined) shown.delete(oldest)
      shown.set(tag, { notification, notice })
      notification.addEventListener('close', () => {
        if (shown.get(tag)?.notification === notification) shown.delete(tag)
      })
      notification.addEventListener('click', () => {
        notification.close()
        window.focus()
        if (notice.kind === 'incoming')
          goTo({ view: 'chats', scope: notice.instance, chat: notice.chat, message: notice.message })
      })
    }
    const stop = client.onEvent((event) => {
      if (event.type === 'notice') show(event.notice)
      if (event.type === 'pairingEnded')
        closeWhere((notice) => notice.kind === 'pairing' && notice.pairing === event.pairing)
    })
    channel.addEventListener('message', ({ data }) => {
      if (typeof data === 'number' || data === null) closeInView(data)
    })
    attend()
    const endFocus = onWindowFocus(attend)
    return () => {
      stop()
      channel.close()
      endFocus()
    }
  }, [client, isOn, openChat])
  // Once the window is locked, none may stay.
  useEffect(() => {
    const { current: shown } = shownRef
    return () => {
      for (const { notification } of shown.values()) notification.close()
      shown.clear()
    }
  }, [])
}

function tagOf(notice: NoticeEvent): string {
  if (notice.kind === 'incoming') return `message-${notice.message}`
  return notice.kind === 'pairing' ? `pairing-${notice.pairing}` : `${notice.kind}-${notice.instance}`
}
