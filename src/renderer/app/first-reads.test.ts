import { expect, it } from 'vitest'
import type { ChatKey, ContractEvent, MessageKey } from '../../contract/index.ts'
import type { RpcClient } from '../../rpc/client.ts'
import type { Route } from '../lib/routing/route.ts'
import { startFirstReads } from './first-reads.ts'

/** A client whose answers are numbered by the calls of their name. */
function setUp(route: Route = { view: 'chats', scope: null }) {
  const events = new Set<(event: ContractEvent) => void>()
  const resyncs = new Set<() => void>()
  const calls = new Map<string, number>()
  const client = {
    call: (name: string, input: unknown) => {
      const id = `${name} ${JSON.stringify(input)}`
      calls.set(id, (calls.get(id) ?? 0) + 1)
      return Promise.resolve(calls.get(id))
    },
    onEvent: (listener: (event: ContractEvent) => void) => (events.add(listener), () => void events.delete(listener)),
    onResync: (listener: () => void) => (resyncs.add(listener), () => void resyncs.delete(listener)),
  }
  const first = startFirstReads(client as unknown as RpcClient, route)
  return {
    first,
    names: first.reads.map(({ name }) => name),
    answers: async () => new Set(await Promise.all(first.reads.map(({ read }) => read()))),
    emit: () => events.forEach((listener) => listener({ type: 'changed', change: { kind: 'settings' } })),
    resync: () => resyncs.forEach((listener) => listener()),
    listeners: () => events.size + resyncs.size,
  }
}

it('the answers that the first script requested are used by the program, without another call', async () => {
  const { answers, first, listeners, names } = setUp()
  await first.answered
  expect(await answers()).toEqual(new Set([1]))
  expect(names).toContain('chats.list')
  first.handOver()
  expect(listeners()).toBe(0)
})

it.each(['emit', 'resync'] as const)('after a change in between nothing old is shown (%s)', async (change) => {
  const scene = setUp()
  scene[change]()
  expect(await scene.answers()).toEqual(new Set([2]))
})

it('only the view of chats requests chats, and only an open chat its messages', () => {
  expect(setUp({ view: 'requests', scope: null }).names).not.toContain('chats.list')
  expect(setUp().names).not.toContain('messages.window')
  expect(setUp({ view: 'chats', scope: null, chat: 7 as ChatKey }).names).toContain('messages.window')
  // The window of a message is centred there, not at the first unread message.
  expect(setUp({ view: 'chats', scope: null, chat: 7 as ChatKey, message: 9 as MessageKey }).names).not.toContain(
    'messages.window',
  )
})
