import { expect, test } from 'vitest'
import type { ChatKey, InstanceKey } from '../../contract/ids.ts'
import type { CoreHandlers } from '../../contract/index.ts'
import type { DeepLink } from '../system/deep-link.ts'
import { findDestination } from './find-destination.ts'

const chat = { instance: 3 as InstanceKey, chat: 8 as ChatKey }

const handlers: Pick<CoreHandlers, 'chats.find' | 'instances.list'> = {
  'chats.find': async ({ instance, chatId }) => {
    if (chatId === 'broken') throw new Error('no core')
    return instance === '1101' && chatId === '7999@c.us' ? chat : null
  },
  'instances.list': async () => [{ key: 3, idInstance: '1101' }] as never,
}

test.each<[DeepLink, object]>([
  [
    { kind: 'chat', idInstance: '1101', chatId: '7999@c.us' },
    { kind: 'chat', ...chat },
  ],
  [
    { kind: 'chat', idInstance: '1101', chatId: '1@c.us' },
    { kind: 'badLink', text: '1101/1@c.us' },
  ],
  [
    { kind: 'chat', idInstance: '1101', chatId: 'broken' },
    { kind: 'badLink', text: '1101/broken' },
  ],
  [
    { kind: 'view', view: 'outgoing', idInstance: null, query: 'status=failed' },
    { kind: 'view', view: 'outgoing', instance: null, query: 'status=failed' },
  ],
  [
    { kind: 'view', view: 'events', idInstance: '1101', query: '' },
    { kind: 'view', view: 'events', instance: 3, query: '' },
  ],
  [
    { kind: 'view', view: 'events', idInstance: '1102', query: '' },
    { kind: 'badLink', text: '1102' },
  ],
  [
    { kind: 'bad', text: 'switchboard://x' },
    { kind: 'badLink', text: 'switchboard://x' },
  ],
])('%j leads to %j', async (link, destination) => {
  expect(await findDestination(link, handlers)).toEqual(destination)
})
