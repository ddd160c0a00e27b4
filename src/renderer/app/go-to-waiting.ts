import type { ChatKey } from '../../contract/ids.ts'
import type { RpcClient } from '../../rpc/client.ts'
import { currentRoute, goings, goTo } from '../lib/routing/route.ts'
import { placeOf, stepBack, stepTo } from '../lib/routing/waiting-round.ts'
import { showToast } from '../ui/overlays/toast-store.ts'

const openChat = (): ChatKey | null => {
  const route = currentRoute()
  return route.view === 'chats' ? (route.chat ?? null) : null
}

/** Opens a chat to be written in: where nothing has the focus, its composer takes it. */
function open(chat: ChatKey): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  goTo({ view: 'chats', scope: currentRoute().scope, chat })
}

/** Opens the next waiting chat of the scope, longest first; if none waits, the next unread one. */
export async function goToNextWaiting(client: RpcClient): Promise<void> {
  const { scope } = currentRoute()
  const from = openChat()
  const before = goings()
  const next = await client.call('chats.nextWaiting', { scope, after: placeOf(from) }).catch(() => null)
  const chat = next?.chat ?? (await client.call('chats.nextUnread', { scope, after: from }).catch(() => null))
  // If the person navigated elsewhere meanwhile, nothing changes.
  if (goings() !== before || openChat() !== from) return
  if (chat === null) return void showToast('app.nobodyWaits', { tone: 'plain' })
  stepTo(from, { chat, at: next?.waitingSince ?? null })
  open(chat)
}

/** Opens the chat from which the last step to a waiting one was made. */
export function goBackToWaiting(): void {
  const back = stepBack()
  if (back === null) return void showToast('app.noWayBack', { tone: 'plain' })
  open(back.chat)
}
