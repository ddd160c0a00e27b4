import './shell.css'
import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { later } from '../ui/later.tsx'
import { useInstanceCounts, useReadInstances } from '../client/use-instances.ts'
import { AppBanner } from '../features/instances/banners/app-banner.tsx'
import { DemoBanner } from '../features/instances/banners/demo-banner.tsx'
import { InstanceHeader } from '../features/instances/rail/instance-header.tsx'
import { Rail } from '../features/instances/rail/rail.tsx'
import { ScopeBanner } from '../features/instances/banners/scope-banner.tsx'
import { requestDialog } from '../lib/routing/dialog-requests.ts'
import { focusRegion } from '../lib/keys/focus-regions.ts'
import type { Route } from '../lib/routing/route.ts'
import { currentRoute, goTo, redirect, routeHref, useRoute, parseRoute, startRoute } from '../lib/routing/route.ts'
import { ariaShortcut, shortcutText } from '../lib/keys/shortcuts.ts'
import { useTranslations } from '../lib/translations.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { Icon } from '../ui/marks/icon.tsx'
import { Kbd } from '../ui/controls/kbd.tsx'
import { LinkGate } from '../ui/overlays/link-gate.tsx'
import { TooltipLayer } from '../ui/overlays/tooltip.tsx'
import { CurrentView } from './current-view.tsx'
import { useAppearance } from './use-appearance.ts'
import { useAppShortcuts } from './use-app-shortcuts.ts'
import { useHostEvents } from './use-host-events.ts'
import { ViewFailed } from './view-failed.tsx'
import { ViewTabs } from './view-tabs.tsx'
import { useTeam } from '../client/use-team.ts'
import { useSettings, usePreference } from '../client/use-preference.ts'
import { isContractError } from '../../contract/errors.ts'
import type { InstanceKey, Scope, SteadyInstance } from '../../contract/index.ts'
import { useClient } from '../client/client-context.tsx'
import type { LinkOutcome } from '../ui/text/link.tsx'

const paletteShortcut = { key: 'k', mod: true } as const

const TeamBanner = later(async () => (await import('../features/instances/banners/team-banner.tsx')).TeamBanner)

const ProgramsPausedBanner = later(async () => (await import('./programs-paused-banner.tsx')).ProgramsPausedBanner)

/** The frame of the window: title bar, instances, the view, and what lies over it. */
export function Shell() {
  const t = useTranslations()
  const route = useRoute()
  const data = useReadInstances()
  const instances = data ?? []
  const team = useTeam()
  const memory = useRouteMemory(route, data)
  const main = useRef<HTMLElement>(null)
  const openLink = useOpenLink()
  const settings = useSettings()
  useAppearance(settings)
  useAppShortcuts(instances.length > 0)
  const openChat = route.view === 'chats' ? (route.chat ?? null) : null
  useHostEvents(openChat)
  const loaded = useAfterFirstPicture()

  const first = data !== undefined && instances.length === 0 && route.view !== 'settings'
  return (
    <div className="app">
      <DocumentTitle route={route} />
      <a
        className="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault()
          const log = main.current?.querySelector<HTMLElement>('[role="log"]')
          ;(log ?? main.current)?.focus()
        }}
      >
        {t('app.skip')}
      </a>
      <Rail
        scope={route.scope}
        hrefOf={(scope) => routeHref(memory.routeOf(scope, route.view))}
        onGo={(scope) => goTo(memory.routeOf(scope, currentRoute().view))}
      />
      <header className="titlebar">
        <span className="mark">
          <Icon name="mark" size={24} label={t('app.mark')} />
        </span>
        <InstanceHeader scope={route.scope} />
        <ViewTabs view={route.view} scope={route.scope} chatsHref={routeHref(memory.routeOf(route.scope, 'chats'))} />
        <div className="end">
          <button
            type="button"
            className="jump"
            aria-keyshortcuts={ariaShortcut(paletteShortcut)}
            onClick={() => requestDialog({ kind: 'palette' })}
          >
            <Icon name="search" />
            <span className="ell">{t('app.jump')}</span>
            <Kbd keys={shortcutText(paletteShortcut)} decorative />
          </button>
        </div>
      </header>
      <main className="view" id="main" ref={main} tabIndex={-1} {...focusRegion}>
        <AppBanner instances={instances} />
        <DemoBanner />
        {team !== null && route.view !== 'settings' && <TeamBanner team={team} />}
        {settings?.programSendsPaused === true && route.view !== 'settings' && <ProgramsPausedBanner />}
        {route.view !== 'settings' && <ScopeBanner scope={route.scope} />}
        {loaded && <loaded.Notices />}
        <ErrorBoundary resetKey={routeHref(route)} fallback={(retry) => <ViewFailed onRetry={retry} />}>
          <Suspense fallback={<div aria-busy="true" />}>
            {data === undefined ? (
              <div aria-busy="true" />
            ) : first ? (
              loaded && <loaded.FirstRun />
            ) : (
              <CurrentView route={route} />
            )}
          </Suspense>
        </ErrorBoundary>
      </main>
      {loaded && <loaded.AfterFirstPicture instances={instances} openChat={openChat} />}
      <LinkGate open={openLink} />
      <TooltipLayer />
    </div>
  )
}

/** While the host is away, ms. */
const againMs = 2000

/** Parts that the first picture does not show; they load once it is there, null before. */
function useAfterFirstPicture(): typeof import('./after-first-picture.tsx') | null {
  const [loaded, setLoaded] = useState<typeof import('./after-first-picture.tsx') | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const load = (): void => {
      import('./after-first-picture.tsx').then(setLoaded, () => {
        timer = setTimeout(load, againMs)
      })
    }
    load()
    return () => clearTimeout(timer)
  }, [])
  return loaded
}

/** Names the window: what is unread, the view and its instance. */
function DocumentTitle({ route }: { readonly route: Route }) {
  const t = useTranslations()
  const instances = useInstanceCounts()
  const current = instances.find(({ key }) => key === route.scope)
  const unread = instances.reduce((sum, instance) => sum + instance.unreadMessages, 0)
  const where =
    instances.length === 0
      ? t('app.name')
      : t('app.titleView', { view: t(`app.view.${route.view}`), instance: current?.name ?? t('instances.all') })
  const title = t('app.title', { unread, where })
  useEffect(() => {
    document.title = title
  }, [title])
  return null
}

/** Opens an address outside through the host's gate. */
function useOpenLink(): (url: string) => Promise<LinkOutcome> {
  const client = useClient()
  return useCallback(
    async (url) => {
      try {
        return (await client.call('host.openLink', { url })).opened ? 'opened' : 'failed'
      } catch (error) {
        return isContractError(error) && error.code === 'linkRefused' ? 'refused' : 'failed'
      }
    },
    [client],
  )
}

interface RouteMemory {
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
function useRouteMemory(route: Route, instances: readonly SteadyInstance[] | undefined): RouteMemory {
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
    if (startsHere && stored) return redirect(route, parseRoute(stored))
    if (route.scope !== null && !instances.some(({ key }) => key === route.scope)) {
      // A removed instance is gone at once; one that was just added may be on its way.
      const timeoutMs = seen.current.has(route.scope) ? 0 : 2000
      const timer = setTimeout(() => redirect(route, startRoute), timeoutMs)
      return () => clearTimeout(timer)
    }
    for (const { key } of instances) seen.current.add(key)
    const [only] = instances
    // With one instance, "all" is that one.
    if (route.scope === null && only && instances.length === 1) redirect(route, { ...route, scope: only.key })
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
