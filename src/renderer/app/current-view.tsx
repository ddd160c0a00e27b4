import { lazy } from 'react'
import type { Route } from '../lib/route.ts'

const Chats = lazy(async () => ({ default: (await import('./chats-view.tsx')).ChatsView }))
const Outgoing = lazy(async () => ({ default: (await import('../features/outgoing/outgoing-view.tsx')).OutgoingView }))
const Events = lazy(async () => ({ default: (await import('../features/events/events-view.tsx')).EventsView }))
const Requests = lazy(async () => ({ default: (await import('../features/requests/requests-view.tsx')).RequestsView }))
const InstanceView = lazy(async () => ({ default: (await import('./instance-view.tsx')).InstanceView }))
const SettingsView = lazy(async () => ({ default: (await import('./settings-view.tsx')).SettingsView }))

/** The view of a place; each loads when it is first shown. */
export function CurrentView({ route }: { readonly route: Route }) {
  switch (route.view) {
    case 'chats':
      return <Chats route={route} />
    case 'instance':
      return <InstanceView route={route} />
    case 'settings':
      return <SettingsView scope={route.scope} section={route.section ?? null} />
    case 'outgoing':
      return <Outgoing route={route} />
    case 'events':
      return <Events route={route} />
    case 'requests':
      return <Requests route={route} />
  }
}
