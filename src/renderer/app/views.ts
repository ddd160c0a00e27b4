import type { Route } from '../lib/routing/route.ts'

/** The views, in a file each. */
const files = {
  chats: () => import('./chats-view.tsx'),
  outgoing: () => import('../features/outgoing/outgoing-view.tsx'),
  events: () => import('../features/journal/journal-view.tsx'),
  requests: () => import('../features/requests/requests-view.tsx'),
  programs: () => import('../features/programs/programs-view.tsx'),
  instance: () => import('../features/administration/instance-view.tsx'),
  settings: () => import('./settings-view.tsx'),
}

export type ViewName = Route['view']
type ViewModules = { readonly [View in ViewName]: Awaited<ReturnType<(typeof files)[View]>> }
export type ViewModule<View extends ViewName> = ViewModules[View]

const loaded: { -readonly [View in ViewName]?: ViewModules[View] } = {}

/** A loaded view; undefined until its file is loaded. */
export const loadedView = <View extends ViewName>(view: View): ViewModule<View> | undefined => loaded[view]

export async function loadView<View extends ViewName>(view: View): Promise<ViewModule<View>> {
  const module: ViewModule<View> = await (files[view] as () => Promise<ViewModule<View>>)()
  loaded[view] = module
  return module
}

/** Preloads a view. A failure is shown where the view is rendered. */
export const preloadView = (view: ViewName): void => void loadView(view).catch(() => undefined)
