import { useCallback, useEffect, useRef } from 'react'
import type { InstanceKey, Scope } from '../../contract/ids.ts'
import type { InstanceSummary } from '../../contract/instances.ts'
import { usePreference } from '../client/use-preference.ts'
import type { Place } from '../lib/place.ts'
import { goTo, parsePlace, placeHref, startPlace } from '../lib/place.ts'

export interface PlaceMemory {
  /** The place that was left in a scope, in the view that is shown now. */
  readonly placeOf: (scope: Scope, view: Place['view']) => Place
}

/**
 * Remembers where the person was: the open chat of each scope, and the whole place over restarts. Leads away from an
 * instance that is no longer there.
 */
export function usePlaceMemory(place: Place, instances: readonly InstanceSummary[] | undefined): PlaceMemory {
  const [stored, store] = usePreference('place')
  const chats = useRef(new Map<Scope, Place>())
  const restored = useRef(location.hash !== '')
  const seen = useRef(new Set<InstanceKey>())

  useEffect(() => {
    if (stored === undefined || instances === undefined) return
    if (!restored.current) {
      restored.current = true
      // The person, or a link, may have been quicker than the store.
      if (stored && location.hash === '') goTo(parsePlace(stored), { replace: true })
      return
    }
    if (place.scope !== null && !instances.some(({ key }) => key === place.scope)) {
      // One that was here is gone at once; one that was just added may be on its way.
      const patience = seen.current.has(place.scope) ? 0 : 2000
      const timer = setTimeout(() => goTo(startPlace, { replace: true }), patience)
      return () => clearTimeout(timer)
    }
    for (const { key } of instances) seen.current.add(key)
    const [only] = instances
    // With one instance, "all" is that one.
    if (place.scope === null && only && instances.length === 1) goTo({ ...place, scope: only.key }, { replace: true })
  }, [stored, place, instances])

  useEffect(() => {
    if (!restored.current) return
    if (place.view === 'chats') {
      const { message: _shownOnce, ...chat } = place
      chats.current.set(place.scope, chat)
    }
    const href = placeHref(place.view === 'chats' ? (chats.current.get(place.scope) ?? place) : place)
    store(href)
  }, [place, store])

  const placeOf = useCallback((scope: Scope, view: Place['view']): Place => {
    if (view !== 'chats' && view !== 'settings') return { view, scope }
    return chats.current.get(scope) ?? { view: 'chats', scope }
  }, [])
  return { placeOf }
}
