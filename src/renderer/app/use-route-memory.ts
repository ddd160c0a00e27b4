import { useCallback, useEffect, useRef } from 'react'
import type { InstanceKey, Scope } from '../../contract/ids.ts'
import type { SteadyInstance } from '../../contract/instances.ts'
import { usePreference } from '../client/use-preference.ts'
import type { Route } from '../lib/routing/route.ts'
import { currentRoute, goTo, parseRoute, routeHref, startRoute } from '../lib/routing/route.ts'

export interface RouteMemory {
  /** The last route in a scope, in the present view. */
  readonly routeOf: (scope: Scope, view: Route['view']) => Route
}

/** A place in the chats, without the message that it was to show once. */
function placeOf(route: Extract<Route, { view: 'chats' }>): Route {
  const { message: _shownOnce, ...chat } = route
  return chat
}

/**
 * Remembers the open chat of each scope, and the whole route across restarts. Navigates away from a removed instance.
 */
export function useRouteMemory(route: Route, instances: readonly SteadyInstance[] | undefined): RouteMemory {
  const [stored, store] = usePreference('place')
  const chats = useRef(new Map<Scope, Route>())
  const restored = useRef(location.hash !== '')
  const seen = useRef(new Set<InstanceKey>())
  const isKnown = stored !== undefined && instances !== undefined

  useEffect(() => {
    if (instances === undefined) return
    // A person, or a link, may be quicker than the store: the place where they are is judged as any other.
    const startsHere = !restored.current && location.hash === ''
    if (startsHere && stored === undefined) return
    restored.current = true
    if (startsHere && stored) return goTo(parseRoute(stored), { replace: true })
    if (route.scope !== null && !instances.some(({ key }) => key === route.scope)) {
      // One that was here is gone at once; one that was just added may be on its way.
      const timeoutMs = seen.current.has(route.scope) ? 0 : 2000
      const timer = setTimeout(() => goTo(startRoute, { replace: true }), timeoutMs)
      return () => clearTimeout(timer)
    }
    for (const { key } of instances) seen.current.add(key)
    const [only] = instances
    // With one instance, "all" is that one.
    if (route.scope === null && only && instances.length === 1) goTo({ ...route, scope: only.key }, { replace: true })
  }, [stored, route, instances])

  useEffect(() => {
    // What was just left for the place of before is not where the person was.
    if (!isKnown || !restored.current || currentRoute() !== route) return
    if (route.view === 'chats') chats.current.set(route.scope, placeOf(route))
    const href = routeHref(route.view === 'chats' ? (chats.current.get(route.scope) ?? route) : route)
    store(href)
  }, [route, store, isKnown])

  const routeOf = useCallback(
    (scope: Scope, view: Route['view']): Route => {
      if (view !== 'chats' && view !== 'settings') return { view, scope }
      if (route.view === 'chats' && route.scope === scope) return placeOf(route)
      return chats.current.get(scope) ?? { view: 'chats', scope }
    },
    [route],
  )
  return { routeOf }
}
