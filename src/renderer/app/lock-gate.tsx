import { Suspense, useEffect, useLayoutEffect, type ReactNode } from 'react'
import { lazyAgain } from '../ui/later.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useClient } from '../client/client-context.tsx'
import { useContractQuery } from '../client/use-contract-query.ts'

const LockScreen = lazyAgain(async () => (await import('./lock-screen.tsx')).LockScreen)

/**
 * The window, or its lock. The host holds the lock, and refuses every read while it is closed; here the window is
 * taken out of the page, with what it had read. Unfinished texts stay in memory for when it comes back.
 */
export function LockGate({ children }: { readonly children: ReactNode }) {
  const { data: lock, isPending } = useContractQuery('host.lock', {})
  const isLocked = lock?.kind === 'locked'
  useActivityReports(lock?.kind === 'open' && lock.afterMinutes !== null)
  useNothingShown(isLocked)
  if (isPending) return null
  return isLocked ? (
    <Suspense>
      <LockScreen lock={lock} />
    </Suspense>
  ) : (
    children
  )
}

/** While it is locked: nothing in the title, the address or the cache. The address comes back with the window. */
function useNothingShown(isLocked: boolean): void {
  const cache = useQueryClient()
  useLayoutEffect(() => {
    if (!isLocked) return undefined
    const { hash } = location
    document.title = 'Switchboard'
    const bare = `${location.pathname}${location.search}`
    history.replaceState(history.state, '', bare)
    return () => history.replaceState(history.state, '', `${bare}${hash}`)
  }, [isLocked])
  useEffect(() => {
    if (isLocked) cache.removeQueries({ predicate: ({ queryKey: [name] }) => name !== 'host.lock' })
  }, [isLocked, cache])
}

/** How often the host hears that somebody is here, ms. */
const reportMs = 10_000
const signs = ['keydown', 'input', 'pointerdown', 'pointermove', 'wheel'] as const

function useActivityReports(isOn: boolean): void {
  const client = useClient()
  useEffect(() => {
    if (!isOn) return undefined
    let reportedAt = Number.NEGATIVE_INFINITY
    const report = (): void => {
      const now = performance.now()
      if (now - reportedAt < reportMs) return
      reportedAt = now
      client.call('host.active', {}).catch(() => undefined)
    }
    for (const sign of signs) addEventListener(sign, report, { capture: true, passive: true })
    return () => {
      for (const sign of signs) removeEventListener(sign, report, { capture: true })
    }
  }, [client, isOn])
}
