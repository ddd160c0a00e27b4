import type { QueryClient } from '@tanstack/react-query'
import type { ChatKey, Scope } from '../../contract/ids.ts'
import type { RpcClient } from '../../rpc/client.ts'
import { queryKey } from '../client/use-contract-query.ts'
import { holdTyping, longestHoldMs } from '../lib/keys/hold-typing.ts'
import { typeInto } from '../lib/keys/typed-ahead.ts'
import { currentRoute, goings, goTo } from '../lib/routing/route.ts'
import { placeOf, stepBack, stepTo, type RoundPlace } from '../lib/routing/waiting-round.ts'
import { showErrorToast, showToast } from '../ui/overlays/toast-store.ts'
import { storeTypedAhead } from './use-type-to-write.ts'

const openChat = (): ChatKey | null => {
  const route = currentRoute()
  return route.view === 'chats' ? (route.chat ?? null) : null
}

/** Opens a chat to be written in: where nothing has the focus, its composer takes it. */
function open(chat: ChatKey): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  goTo({ view: 'chats', scope: currentRoute().scope, chat })
}

function step(from: ChatKey | null, next: RoundPlace): void {
  stepTo(from, next)
  open(next.chat)
}

/** Steps that are waited for, in the order of their presses. */
let steps = Promise.resolve()
let waiting = 0

/**
 * Opens the next waiting chat of the scope, longest first; if none waits, the next unread one. The one whose name is on
 * the screen opens at once; until core has named another one, what is typed is held for it.
 */
export function goToNextWaiting(client: RpcClient, cache: QueryClient): void {
  const from = openChat()
  const key = queryKey('chats.nextWaiting', { scope: currentRoute().scope, after: placeOf(from) })
  const shown = cache.getQueryCache().find({ queryKey: key, type: 'active' })
  const next = shown && cache.getQueryData<{ readonly chat: ChatKey; readonly waitingSince: number } | null>(key)
  if (waiting === 0 && next) return step(from, { chat: next.chat, at: next.waitingSince })
  const takeTyped = holdTyping()
  waiting += 1
  steps = steps
    .then(() => askAndStep(client, takeTyped))
    .finally(() => {
      waiting -= 1
    })
}

async function askAndStep(client: RpcClient, takeTyped: () => string): Promise<void> {
  const from = openChat()
  const before = goings()
  // Undefined: core did not answer in time.
  const next = await askNext(client, currentRoute().scope, from).catch(() => undefined)
  const typed = takeTyped()
  const isHere = goings() === before && openChat() === from
  if (next && isHere) {
    step(from, next)
    return typeInto(next.chat, typed)
  }
  // The person navigated elsewhere meanwhile: the text is for the chat that they had asked for.
  const chat = next?.chat ?? from
  if (chat !== null) typeInto(chat, typed)
  if (!isHere) return storeTypedAhead(client, openChat())
  if (next === null) showToast('app.nobodyWaits', { tone: 'plain' })
  else showErrorToast({ code: 'disconnected' })
}

async function askNext(client: RpcClient, scope: Scope, from: ChatKey | null): Promise<RoundPlace | null> {
  const within = { signal: AbortSignal.timeout(longestHoldMs) }
  const next = await client.call('chats.nextWaiting', { scope, after: placeOf(from) }, within)
  if (next !== null) return { chat: next.chat, at: next.waitingSince }
  const chat = await client.call('chats.nextUnread', { scope, after: from }, within)
  return chat === null ? null : { chat, at: null }
}

/** Opens the chat from which the last step to a waiting one was made. */
export function goBackToWaiting(): void {
  const back = stepBack()
  if (back === null) return void showToast('app.noWayBack', { tone: 'plain' })
  open(back.chat)
}
