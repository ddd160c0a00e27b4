import { memo, useState, type ComponentType } from 'react'
import { later, lazyAgain } from '../ui/later.tsx'
import type { Route } from '../lib/routing/route.ts'
import { loadedView, loadView, type ViewModule, type ViewName } from './views.ts'

/**
 * A lazily loaded view. If its file is loaded already, it is rendered without a Suspense boundary: React shows the
 * content of a boundary no sooner than 300 ms after its fallback.
 */
function viewOf<View extends ViewName, Props extends object>(
  view: View,
  component: (module: ViewModule<View>) => ComponentType<Props>,
): ComponentType<Props> {
  const Later = lazyAgain(async () => component(await loadView(view)))
  return function View(props: Props) {
    // Chosen once: another component in its place would lose its state.
    const [Shown] = useState<ComponentType<Props>>(() => {
      const module = loadedView(view)
      return module === undefined ? Later : component(module)
    })
    return <Shown {...props} />
  }
}

const MessageProblem = later(
  async () => (await import('../features/conversation/message-problem-panel.tsx')).MessageProblemPanel,
)

const Chats = viewOf('chats', ({ ChatsView }) => ChatsView)
const Outgoing = viewOf('outgoing', ({ OutgoingView }) => OutgoingView)
const Events = viewOf('events', ({ JournalView }) => JournalView)
const Requests = viewOf('requests', ({ RequestsView }) => RequestsView)
const Programs = viewOf('programs', ({ ProgramsView }) => ProgramsView)
const InstanceView = viewOf('instance', (module) => module.InstanceView)
const SettingsView = viewOf('settings', (module) => module.SettingsView)

/** The view of a place; each loads when it is first shown. */
export const CurrentView = memo(function CurrentView({ route }: { readonly route: Route }) {
  switch (route.view) {
    case 'chats':
      return <Chats route={route} />
    case 'instance':
      return <InstanceView route={route} />
    case 'settings':
      return <SettingsView scope={route.scope} section={route.section ?? null} />
    case 'outgoing':
      return <Outgoing route={route} Problem={MessageProblem} />
    case 'events':
      return <Events route={route} />
    case 'requests':
      return <Requests route={route} />
    case 'programs':
      return <Programs route={route} />
  }
})
