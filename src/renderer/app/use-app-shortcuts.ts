import { useClient } from '../client/client-context.tsx'
import { requestDialog } from '../lib/routing/dialog-requests.ts'
import { currentRoute, goTo } from '../lib/routing/route.ts'
import { newMessageShortcuts, useShortcut } from '../lib/keys/shortcuts.ts'
import { findInView } from './find-in-view.ts'
import { goBackToWaiting, goToNextWaiting } from './go-to-waiting.ts'

/** Shortcuts that work in every view. */
export function useAppShortcuts(awake: boolean): void {
  const client = useClient()
  useShortcut({ key: 'k', mod: true }, () => requestDialog({ kind: 'palette' }))
  useShortcut({ key: 'f', mod: true }, () => findInView())
  useShortcut({ key: ',', mod: true }, () => goTo({ view: 'settings', scope: currentRoute().scope }))
  useShortcut({ key: '/', mod: true }, () => requestDialog({ kind: 'shortcuts' }))
  const newMessage = () => requestDialog({ kind: 'newMessage', instance: currentRoute().scope })
  useShortcut(awake ? newMessageShortcuts.desktop : null, newMessage)
  useShortcut(awake ? newMessageShortcuts.browser : null, newMessage)
  useShortcut(awake ? { key: 'ArrowDown', alt: true } : null, () => void goToNextWaiting(client))
  useShortcut(awake ? { key: 'ArrowUp', alt: true } : null, goBackToWaiting)
}
