import type { QueryClient } from '@tanstack/react-query'
import type { ChatKey, Input } from '../../../contract/index.ts'
import type { RpcClient } from '../../../rpc/client.ts'
import { contractQuery } from '../../client/use-contract-query.ts'
import { scrollMemory } from './log/scroll-memory.ts'
import { firstRequest } from './pane/opening.ts'

/**
 * Requests what the conversation of a chat shows first. A press on a chat lasts about a tenth of a second, in which the
 * host answers, so that the release of the button finds the chat ready to be rendered.
 */
export function prefetchChat(client: RpcClient, cache: QueryClient, chat: ChatKey): void {
  const window: Input<'messages.window'> = { chat, ...firstRequest({ target: null, left: scrollMemory.of(chat) }) }
  void cache.prefetchQuery(contractQuery(client, 'chats.details', { chat }))
  void cache.prefetchQuery(contractQuery(client, 'messages.window', window))
}
