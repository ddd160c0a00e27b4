import { expect, it } from 'vitest'
import type { ChatKey } from '../../../contract/ids.ts'
import type { RpcClient } from '../../../rpc/client.ts'
import { createQueryClient } from '../../client/create-query-client.ts'
import { queryKey } from '../../client/use-contract-query.ts'
import { firstRequest } from './pane/opening.ts'
import { prefetchChat } from './prefetch-chat.ts'

it('a press on a chat reads what its opening shows first, once', async () => {
  const chat = 7 as ChatKey
  const asked: string[] = []
  const client = {
    call: (name: string) => {
      asked.push(name)
      return Promise.resolve({ name })
    },
  }
  const cache = createQueryClient()
  prefetchChat(client as unknown as RpcClient, cache, chat)
  prefetchChat(client as unknown as RpcClient, cache, chat)
  await new Promise((resolve) => setImmediate(resolve))
  prefetchChat(client as unknown as RpcClient, cache, chat)
  expect(asked).toEqual(['chats.details', 'messages.window'])
  // The keys of the two reads in conversation.tsx: under other ones they would be made again.
  expect(cache.getQueryData(queryKey('chats.details', { chat }))).toEqual({ name: 'chats.details' })
  expect(
    cache.getQueryData(queryKey('messages.window', { chat, ...firstRequest({ target: null, left: null }) })),
  ).toEqual({ name: 'messages.window' })
})
