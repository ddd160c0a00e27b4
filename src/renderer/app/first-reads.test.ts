import { expect, it } from 'vitest'
import type { ContractEvent } from '../../contract/events.ts'
import type { RpcClient } from '../../rpc/client.ts'
import { startFirstReads } from './first-reads.ts'

/** A client whose answers are numbered by the calls of their name. */
function setUp() {
  const events = new Set<(event: ContractEvent) => void>()
  const resyncs = new Set<() => void>()
  const calls = new Map<string, number>()
  const client = {
    call: (name: string) => {
      const count = (calls.get(name) ?? 0) + 1
      calls.set(name, count)
      return Promise.resolve(`${name} ${count}`)
    },
    onEvent: (listener: (event: ContractEvent) => void) => (events.add(listener), () => void events.delete(listener)),
    onResync: (listener: () => void) => (resyncs.add(listener), () => void resyncs.delete(listener)),
  }
  const first = startFirstReads(client as unknown as RpcClient, { view: 'chats', scope: null })
  return {
    first,
    asked: () => [...calls],
    answers: () => Promise.all(first.reads.map(({ read }) => read())),
    emit: () => events.forEach((listener) => listener({ type: 'changed', change: { kind: 'settings' } })),
    resync: () => resyncs.forEach((listener) => listener()),
    listeners: () => events.size + resyncs.size,
  }
}

it('the answers requested by the first script are used once it is followed by the program', async () => {
  const { answers, asked, first, listeners } = setUp()
  expect(await answers()).toEqual(['instances.list 1', 'chats.list 1', 'settings.get 1'])
  expect(asked()).toEqual([
    ['instances.list', 1],
    ['chats.list', 1],
    ['settings.get', 1],
  ])
  first.handOver()
  expect(listeners()).toBe(0)
})

it.each(['emit', 'resync'] as const)('after a change in between nothing old is shown (%s)', async (change) => {
  const scene = setUp()
  scene[change]()
  expect(await scene.answers()).toEqual(['instances.list 2', 'chats.list 2', 'settings.get 2'])
})
