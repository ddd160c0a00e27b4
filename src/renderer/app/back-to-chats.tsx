import { useEffect, useRef } from 'react'
import type { ChatKey, Scope } from '../../contract/ids.ts'
import { useInstanceCounts } from '../client/use-instances.ts'
import { goTo } from '../lib/routing/route.ts'
import { isModal } from '../lib/keys/shortcuts.ts'
import { useTranslations } from '../lib/translations.ts'
import { Badge } from '../ui/marks/badge.tsx'
import { Icon } from '../ui/marks/icon.tsx'

/** In a narrow window the open chat has the place of the list: the way back, with what is unread behind it. */
export function BackToChats({ scope, onBack }: { readonly scope: Scope; readonly onBack: () => void }) {
  const t = useTranslations()
  const unread = useInstanceCounts()
    .filter(({ key }) => scope === null || key === scope)
    .reduce((sum, { unreadMessages }) => sum + unreadMessages, 0)
  return (
    <button
      type="button"
      className="icon-btn back-to-chats"
      aria-label={t('app.backToChats', { count: unread })}
      aria-keyshortcuts="Escape"
      onClick={onBack}
    >
      <Icon name="chevronLeft" size={20} />
      <Badge count={unread} />
    </button>
  )
}

/** A menu, a list of suggestions or a dialog: Escape is theirs first. */
const isLayerOpen = (): boolean => isModal() || document.querySelector('.layer, .suggest') !== null

/**
 * Leaves the open chat for the list, by what it returns and by Escape while `isActive`. The chat that was left has the
 * focus there.
 */
export function useBackToChats(isActive: boolean, chat: ChatKey | undefined, scope: Scope): () => void {
  const left = useRef<ChatKey | null>(null)
  const back = () => {
    left.current = chat ?? null
    goTo({ view: 'chats', scope })
  }
  const latest = useRef(back)
  useEffect(() => {
    latest.current = back
  })
  useEffect(() => {
    if (!isActive) return
    // By the time the key comes here its layer may have closed already.
    let isOfLayer = false
    const before = (): void => {
      isOfLayer = isLayerOpen()
    }
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || isOfLayer) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', before, { capture: true })
    addEventListener('keydown', listen)
    return () => {
      removeEventListener('keydown', before, { capture: true })
      removeEventListener('keydown', listen)
    }
  }, [isActive])
  useEffect(() => {
    const { current } = left
    left.current = null
    if (chat === undefined && current !== null)
      document.querySelector<HTMLElement>(`.chats [data-chat="${current}"]`)?.focus({ preventScroll: true })
  }, [chat])
  return back
}
