import { lazy } from 'react'
import type { Place } from '../lib/place.ts'

const Chats = lazy(async () => ({ default: (await import('./chats-view.tsx')).ChatsView }))
const Outgoing = lazy(async () => ({ default: (await import('../features/outgoing/outgoing-view.tsx')).OutgoingView }))
const Events = lazy(async () => ({ default: (await import('../features/events/events-view.tsx')).EventsView }))
const Requests = lazy(async () => ({ default: (await import('../features/requests/requests-view.tsx')).RequestsView }))
const SettingsView = lazy(async () => ({ default: (await import('./settings-view.tsx')).SettingsView }))

/** The view of a place; each loads when it is first shown. */
export function CurrentView({ place }: { readonly place: Place }) {
  switch (place.view) {
    case 'chats':
      return <Chats place={place} />
    case 'settings':
      return <SettingsView scope={place.scope} section={place.section ?? null} />
    case 'outgoing':
      return <Outgoing place={place} />
    case 'events':
      return <Events place={place} />
    case 'requests':
      return <Requests place={place} />
  }
}
