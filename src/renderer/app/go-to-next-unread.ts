import type { RpcClient } from '../../rpc/client.ts'
import { currentRoute, goTo } from '../lib/route.ts'
import { showToast } from '../ui/toast-store.ts'

/** Opens the next unread chat of the scope, in list order; says so when there is none. */
export async function goToNextUnread(client: RpcClient): Promise<void> {
  const place = currentRoute()
  const after = place.view === 'chats' ? (place.chat ?? null) : null
  const chat = await client.call('chats.nextUnread', { scope: place.scope, after }).catch(() => null)
  if (chat === null) showToast('app.noUnread', { tone: 'plain' })
  else {
    // Where nothing has the focus, the composer of the chat that opens takes it.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    goTo({ view: 'chats', scope: place.scope, chat })
  }
}
