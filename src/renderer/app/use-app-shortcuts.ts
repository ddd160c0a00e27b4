import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { lockWindow } from '../client/lock-window.ts'
import { useClient } from '../client/client-context.tsx'
import { requestDialog } from '../lib/routing/dialog-requests.ts'
import { currentRoute, goTo } from '../lib/routing/route.ts'
import { selectAllShortcut } from '../lib/keys/chat-shortcuts.ts'
import { isModal, isTyping, lockShortcut, matches, newMessageShortcuts, useShortcut } from '../lib/keys/shortcuts.ts'
import { goBackToWaiting, goToNextWaiting } from './go-to-waiting.ts'

/** Shortcuts that work in every view. */
export function useAppShortcuts(awake: boolean): void {
  useSelectAll()
  const client = useClient()
  const cache = useQueryClient()
  useShortcut({ key: 'k', mod: true }, () => requestDialog({ kind: 'palette' }))
  useShortcut({ key: 'f', mod: true }, () => findInView())
  useShortcut({ key: ',', mod: true }, () => goTo({ view: 'settings', scope: currentRoute().scope }))
  useShortcut(lockShortcut, () => lockWindow(client))
  useShortcut({ key: '/', mod: true }, () => requestDialog({ kind: 'shortcuts' }))
  const newMessage = () => requestDialog({ kind: 'newMessage', instance: currentRoute().scope })
  useShortcut(awake ? newMessageShortcuts.desktop : null, newMessage)
  useShortcut(awake ? newMessageShortcuts.browser : null, newMessage)
  useShortcut(awake ? { key: 'ArrowDown', alt: true } : null, () => goToNextWaiting(client, cache))
  useShortcut(awake ? { key: 'ArrowUp', alt: true } : null, goBackToWaiting)
}

/** Elements whose text may be selected alone; the frame of the window is no text. */
const selectable = '[role="dialog"], [role="alertdialog"], [role="complementary"]'

/** Outside of fields, Ctrl+A selects what a person reads, and never the whole window. */
function useSelectAll(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const { target } = event
      if (event.defaultPrevented || !matches(event, selectAllShortcut) || isTyping(target)) return
      event.preventDefault()
      const messages = isModal() ? null : document.querySelector<HTMLElement>('[data-select-all]')
      if (messages !== null) return messages.click()
      const part = target instanceof Element ? target.closest(selectable) : null
      if (part !== null) getSelection()?.selectAllChildren(part)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

const isSeen = (element: HTMLElement): boolean => element.checkVisibility({ visibilityProperty: true })

/** Goes to the search of what is shown: in the open chat, else the view's own field, else everywhere. */
export function findInView(): void {
  const button = [...document.querySelectorAll<HTMLElement>('main [data-find]')].find(isSeen)
  const isOpen = button?.getAttribute('aria-pressed') === 'true'
  if (button && !isOpen) return button.click()
  const within = isOpen ? 'main .conv' : 'main'
  const field = [...document.querySelectorAll<HTMLInputElement>(`${within} input[type="search"]`)].find(isSeen)
  if (!field) return requestDialog({ kind: 'palette' })
  field.focus()
  field.select()
}
