import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ChatKey, NavigateEvent } from '../../contract/index.ts'
import { useClient } from '../client/client-context.tsx'
import { requestDialog } from '../lib/routing/dialog-requests.ts'
import { currentRoute, goTo } from '../lib/routing/route.ts'
import { isModal } from '../lib/keys/shortcuts.ts'
import { showToast } from '../ui/overlays/toast-store.ts'
import { findInView } from './use-app-shortcuts.ts'
import { goToNextWaiting } from './go-to-waiting.ts'
import { isWindowFocused, onWindowFocus } from '../lib/window-focus.ts'

/** Navigates where the host asks (notifications, deep links, menus), and reports what is in view. */
export function useHostEvents(openChat: ChatKey | null): void {
  const client = useClient()
  const cache = useQueryClient()
  useEffect(() => {
    const navigate = (event: NavigateEvent): void => {
      switch (event.kind) {
        case 'chat':
          return goTo({
            view: 'chats',
            scope: event.instance,
            chat: event.chat,
            ...(event.message === undefined ? {} : { message: event.message }),
          })
        case 'view':
          return goTo({ view: event.view, scope: event.instance, query: event.query })
        case 'event':
          return goTo({ view: 'events', scope: null, event: event.event })
        case 'badLink':
          return void showToast('app.badLink', { values: { text: event.text }, tone: 'warn' })
        case 'action':
          return act(event.action)
      }
    }
    const act = (action: Extract<NavigateEvent, { kind: 'action' }>['action']): void => {
      // Like the shortcuts of the page, which the menu's are on macOS.
      if (isModal()) return
      const { scope } = currentRoute()
      switch (action) {
        case 'settings':
          return goTo({ view: 'settings', scope })
        case 'about':
          return goTo({ view: 'settings', scope, section: 'about' })
        case 'addInstance':
          return requestDialog({ kind: 'addInstance' })
        case 'palette':
          return requestDialog({ kind: 'palette' })
        case 'shortcuts':
          return requestDialog({ kind: 'shortcuts' })
        case 'newMessage':
          return requestDialog({ kind: 'newMessage', instance: scope })
        case 'find':
          return findInView()
        case 'nextWaiting':
          return goToNextWaiting(client, cache)
      }
    }
    return client.onEvent((event) => event.type === 'navigate' && navigate(event.navigate))
  }, [client, cache])

  useEffect(() => {
    const reportAttention = (): void => {
      client.call('host.attention', { focused: isWindowFocused(), openChat }).catch(() => undefined)
    }
    reportAttention()
    const endFocus = onWindowFocus(reportAttention)
    const endResync = client.onResync(reportAttention)
    return () => {
      endFocus()
      endResync()
    }
  }, [client, openChat])
}
