import type { Input, Output, QueryName } from '../../contract/index.ts'
import type { RpcClient } from '../../rpc/client.ts'
import { firstPage } from '../features/chats/pages.ts'
import { firstUnreadRequest } from '../features/conversation/pane/window-request.ts'
import type { Route } from '../lib/routing/route.ts'

/** A read that the page's first script has requested. */
interface FirstRead<Name extends QueryName = QueryName> {
  readonly name: Name
  readonly input: Input<Name>
  /** Returns the requested answer, or reads again if a change came since. */
  read(): Promise<Output<Name>>
}

export interface FirstReads {
  readonly client: RpcClient
  readonly reads: readonly FirstRead[]
  /** Resolves when all are answered, or at the latest after a moment. */
  readonly answered: Promise<unknown>
  /** The cache follows the changes from now on. */
  handOver(): void
}

/** The first render waits this long for its answers, ms; after that it shows the frame of the window without them. */
const longestWaitMs = 100

/**
 * Requests what the first render needs, so that the host answers while the program itself is being loaded, and the
 * window is rendered once instead of once for each answer.
 */
export function startFirstReads(client: RpcClient, route: Route): FirstReads {
  let isStale = false
  const markStale = (): void => {
    isStale = true
  }
  const stops = [client.onEvent(markStale), client.onResync(markStale)]
  const answers: Promise<unknown>[] = []
  const request = <Name extends QueryName>(name: Name, input: Input<Name>): FirstRead<Name> => {
    const answer = client.call(name, input)
    answers.push(answer)
    return { name, input, read: () => (isStale ? client.call(name, input) : answer) }
  }
  const chat = route.view === 'chats' && route.message === undefined ? route.chat : undefined
  const reads: readonly FirstRead[] = [
    request('host.lock', {}),
    request('instances.list', {}),
    ...(route.view === 'chats' ? [request('chats.list', firstPage(route.scope))] : []),
    ...(chat === undefined
      ? []
      : [request('chats.details', { chat }), request('messages.window', { chat, ...firstUnreadRequest })]),
    request('settings.get', {}),
    request('app.info', {}),
    request('team.status', {}),
    request('labels.list', {}),
    request('storage.state', {}),
    request('host.demo', {}),
    ...['place', 'details', 'rail.closedFolders'].map((name) => request('app.preference', { name })),
  ]
  return {
    client,
    reads,
    // The component that shows an answer handles its failure.
    answered: Promise.race([Promise.allSettled(answers), new Promise((resolve) => setTimeout(resolve, longestWaitMs))]),
    handOver: () => stops.forEach((stop) => stop()),
  }
}
