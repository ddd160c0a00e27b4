import type { Input, Output, QueryName } from '../../contract/index.ts'
import type { RpcClient } from '../../rpc/client.ts'
import { firstPage } from '../features/chats/pages.ts'
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
  /** The cache follows the changes from now on. */
  handOver(): void
}

/** Requests what the first render needs, so that the host answers while the program itself is being loaded. */
export function startFirstReads(client: RpcClient, { view, scope }: Route): FirstReads {
  let isStale = false
  const markStale = (): void => {
    isStale = true
  }
  const stops = [client.onEvent(markStale), client.onResync(markStale)]
  const request = <Name extends QueryName>(name: Name, input: Input<Name>): FirstRead<Name> => {
    const answer = client.call(name, input)
    // Whoever shows it handles its failure.
    answer.catch(() => undefined)
    return { name, input, read: () => (isStale ? client.call(name, input) : answer) }
  }
  return {
    client,
    reads: [
      request('instances.list', {}),
      ...(view === 'chats' ? [request('chats.list', firstPage(scope))] : []),
      request('settings.get', {}),
    ],
    handOver: () => stops.forEach((stop) => stop()),
  }
}
