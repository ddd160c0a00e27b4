import { useSyncExternalStore } from 'react'
import type {
  ChatKey,
  InstanceKey,
  JournalKey,
  MessageKey,
  ProgramKey,
  RequestKey,
  Scope,
} from '../../../contract/ids.ts'

/** Where the person is. Lives in the address's hash, so that links, back and forward work in both hosts. */
export type Route =
  | { readonly view: 'chats'; readonly scope: Scope; readonly chat?: ChatKey; readonly message?: MessageKey }
  | { readonly view: 'outgoing'; readonly scope: Scope; readonly query?: string; readonly message?: MessageKey }
  | { readonly view: 'events'; readonly scope: Scope; readonly query?: string; readonly event?: JournalKey }
  | { readonly view: 'requests'; readonly scope: Scope; readonly query?: string; readonly request?: RequestKey }
  | { readonly view: 'programs'; readonly scope: Scope; readonly program?: ProgramKey }
  /** Without a scope: the table of all instances. */
  | { readonly view: 'instance'; readonly scope: Scope; readonly tab?: InstanceTab }
  | { readonly view: 'settings'; readonly scope: Scope; readonly section?: string }

export const instanceTabs = ['overview', 'groups', 'contacts', 'stories', 'account'] as const
export type InstanceTab = (typeof instanceTabs)[number]

export type View = Route['view']
export const views: readonly View[] = ['chats', 'outgoing', 'events', 'requests', 'programs', 'instance', 'settings']

export const startRoute: Route = { view: 'chats', scope: null }

/**
 * `#/<view>/<scope>[/<chat or section>]?m=<message>&e=<event>&r=<request>&p=<program>&q=<query>`; scope is `all` or a
 * key.
 */
export function routeHref(route: Route): string {
  const rest = restOf(route)
  const params = new URLSearchParams()
  if ((route.view === 'chats' || route.view === 'outgoing') && route.message !== undefined)
    params.set('m', String(route.message))
  if ('query' in route && route.query) params.set('q', route.query)
  if (route.view === 'events' && route.event !== undefined) params.set('e', String(route.event))
  if (route.view === 'requests' && route.request !== undefined) params.set('r', String(route.request))
  if (route.view === 'programs' && route.program !== undefined) params.set('p', String(route.program))
  const path = [route.view, route.scope ?? 'all', ...(rest === undefined ? [] : [rest])].join('/')
  return `#/${path}${params.size > 0 ? `?${params}` : ''}`
}

function restOf(route: Route): ChatKey | string | undefined {
  switch (route.view) {
    case 'chats':
      return route.chat
    case 'settings':
      return route.section
    case 'instance':
      return route.tab === 'overview' ? undefined : route.tab
    default:
      return undefined
  }
}

/** Reads a hash; what can't be read leads to the start. */
export function parseRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#?\/?/, '').split('?')
  const [view, scopeText, rest] = path.split('/')
  const params = new URLSearchParams(search)
  const scope = key<InstanceKey>(scopeText)
  switch (view) {
    case 'chats':
      return {
        view,
        scope,
        ...given('chat', key<ChatKey>(rest)),
        ...given('message', key<MessageKey>(params.get('m'))),
      }
    case 'outgoing':
      return {
        view,
        scope,
        ...given('query', params.get('q')),
        ...given('message', key<MessageKey>(params.get('m'))),
      }
    case 'events':
      return {
        view,
        scope,
        ...given('query', params.get('q')),
        ...given('event', key<JournalKey>(params.get('e'))),
      }
    case 'requests':
      return {
        view,
        scope,
        ...given('query', params.get('q')),
        ...given('request', key<RequestKey>(params.get('r'))),
      }
    case 'programs':
      return { view, scope, ...given('program', key<ProgramKey>(params.get('p'))) }
    case 'instance':
      return { view, scope, ...given('tab', instanceTabs.find((tab) => tab === rest) ?? null) }
    case 'settings':
      return { view, scope, ...given('section', rest || null) }
    default:
      return startRoute
  }
}

/** Keys are branded numbers; a hash is typed by hand now and then. */
function key<Key extends number>(text: string | null | undefined): Key | null {
  return text && /^[1-9]\d{0,14}$/.test(text) ? (Number(text) as Key) : null
}

const given = <Name extends string, Value>(name: Name, value: Value | null): { readonly [Key in Name]?: Value } =>
  (value === null ? {} : { [name]: value }) as { readonly [Key in Name]?: Value }

let gone = 0
/** How often the person went somewhere; it counts where they are already, too. */
export const goings = (): number => gone

/** Counts what the browser does by itself: back, forward, and an address that is typed. */
export function countBrowserGoings(): void {
  addEventListener('popstate', () => {
    gone += 1
  })
}

/** Goes somewhere; `replace` leaves no step in the history. */
export function goTo(route: Route, { replace = false }: { readonly replace?: boolean } = {}): void {
  const href = routeHref(route)
  if (!replace) gone += 1
  if (href === location.hash) return
  if (replace) history.replaceState(history.state, '', href)
  else history.pushState(null, '', href)
  // Setting the hash would tell of it only after the next frame.
  dispatchEvent(new HashChangeEvent('hashchange'))
}

let cached: { readonly hash: string; readonly route: Route } = { hash: '', route: startRoute }
export function currentRoute(): Route {
  if (cached.hash !== location.hash) cached = { hash: location.hash, route: parseRoute(location.hash) }
  return cached.route
}

/** Replaces a place that a view rendered, unless the person has left it since: React may not have rendered that yet. */
export function redirect(from: Route, to: Route): void {
  if (currentRoute() === from) goTo(to, { replace: true })
}

const subscribe = (listener: () => void): (() => void) => {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

/** The route, kept up to date. Inside a view the scope decides what is shown. */
export const useRoute = (): Route => useSyncExternalStore(subscribe, currentRoute)
