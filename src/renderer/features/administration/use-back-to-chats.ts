import { useEffect, useRef } from 'react'
import type { InstanceSummary } from '../../../contract/instances.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { goTo } from '../../lib/routing/route.ts'
import { hasUnsavedSettings } from './settings-section.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'

/**
 * Opens the chats when the account that was logged in here is authorized, unless the person has begun something else in
 * this view. Use it in a component that stays mounted: the login panel is removed as soon as the instance is
 * authorized.
 */
export function useBackToChats({ key, name }: InstanceSummary): void {
  const { data: state } = useContractQuery('login.state', { instance: key })
  const kind = state?.kind ?? 'idle'
  const before = useRef({ key, kind })
  useEffect(() => {
    const began = before.current.key === key && before.current.kind !== 'idle' && before.current.kind !== 'done'
    before.current = { key, kind }
    if (kind !== 'done' || !began) return
    const chats = { view: 'chats', scope: key } as const
    const isBusyHere = hasUnsavedSettings(key) || document.querySelector('.dialog') !== null
    if (!isBusyHere) goTo(chats)
    showToast('administration.login.done', {
      values: { name },
      ...(isBusyHere ? { action: { wording: { id: 'administration.login.openChats' }, run: () => goTo(chats) } } : {}),
    })
  }, [kind, key, name])
}
