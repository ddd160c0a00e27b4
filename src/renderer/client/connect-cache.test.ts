import { QueryObserver } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import type { ContractEvent } from '../../contract/events.ts'
import type { ChatKey, InstanceKey } from '../../contract/ids.ts'
import type { RpcClient } from '../../rpc/client.ts'
import { connectCache } from './connect-cache.ts'
import { createQueryClient } from './create-query-client.ts'
import { queryKey } from './query-key.ts'

const instance = 1 as InstanceKey
const chat = 10 as ChatKey

function setUp() {
  const events = new Set<(event: ContractEvent) => void>()
  const resyncs = new Set<() => void>()
  const frames: (() => void)[] = []
  const client: Pick<RpcClient, 'onEvent' | 'onResync'> = {
    onEvent: (listener) => (events.add(listener), () => void events.delete(listener)),
    onResync: (listener) => (resyncs.add(listener), () => void resyncs.delete(listener)),
  }
  const cache = createQueryClient()
  const stop = connectCache(client as RpcClient, cache, (act) => void frames.push(act))
  let reads = 0
  const observe = (key: readonly unknown[]) =>
    new QueryObserver(cache, { queryKey: key, queryFn: async () => (reads += 1) }).subscribe(() => undefined)
  return {
    emit: (event: ContractEvent) => events.forEach((listener) => listener(event)),
    resync: () => resyncs.forEach((listener) => listener()),
    frame: async () => {
      for (const act of frames.splice(0)) act()
      await new Promise((resolve) => setImmediate(resolve))
    },
    frames,
    observe,
    cache,
    reads: () => reads,
    stop,
    listeners: () => events.size + resyncs.size,
  }
}

const changed = (change: Extract<ContractEvent, { type: 'changed' }>['change']): ContractEvent => ({
  type: 'changed',
  change,
})

describe('connectCache', () => {
  it('reads once for twenty changes within a frame', async () => {
    const { emit, frame, frames, observe, reads } = setUp()
    observe(queryKey('chats.details', { chat }))
    await frame()
    expect(reads()).toBe(1)
    for (let count = 0; count < 20; count += 1) emit(changed({ kind: 'chats', instance, chats: [chat] }))
    expect(frames).toHaveLength(1)
    await frame()
    expect(reads()).toBe(2)
  })

  it('shows a read that is under way and reads again after it, however often the chat changes meanwhile', async () => {
    const { emit, frame, cache } = setUp()
    const answers: ((value: number) => void)[] = []
    const shown: unknown[] = []
    const key = queryKey('chats.details', { chat })
    const queryFn = () => new Promise<number>((resolve) => void answers.push(resolve))
    new QueryObserver(cache, { queryKey: key, queryFn }).subscribe(({ data }) => void shown.push(data))
    answers.shift()?.(0)
    await frame()
    for (let round = 1; round <= 3; round += 1) {
      for (let change = 0; change < 3; change += 1) {
        emit(changed({ kind: 'chats', instance, chats: [chat] }))
        await frame()
      }
      expect(answers).toHaveLength(1)
      answers.shift()?.(round)
      await frame()
      expect(shown.at(-1)).toBe(round)
    }
  })

  it('reads the open chat before anything else', async () => {
    const { emit, frame, cache } = setUp()
    const order: unknown[] = []
    const watch = (key: readonly unknown[]) =>
      new QueryObserver(cache, { queryKey: key, queryFn: async () => order.push(key[0]) }).subscribe(() => undefined)
    watch(queryKey('instances.list', {}))
    watch(queryKey('messages.window', { chat, anchor: { kind: 'newest' }, before: 100, after: 0 }))
    await frame()
    order.length = 0
    emit(changed({ kind: 'chats', instance, chats: [chat] }))
    emit(changed({ kind: 'messages', instance, chat }))
    await frame()
    expect(order).toEqual(['messages.window', 'instances.list'])
  })

  it('leaves alone what a change does not touch', async () => {
    const { emit, frame, observe, reads } = setUp()
    observe(queryKey('settings.get', {}))
    await frame()
    emit(changed({ kind: 'requests' }))
    await frame()
    expect(reads()).toBe(1)
  })

  it('reads everything that is watched after a reconnect', async () => {
    const { resync, frame, observe, reads } = setUp()
    observe(queryKey('settings.get', {}))
    observe(queryKey('instances.list', {}))
    await frame()
    resync()
    await frame()
    expect(reads()).toBe(4)
  })

  it('ends without a trace', () => {
    const { stop, listeners } = setUp()
    stop()
    expect(listeners()).toBe(0)
  })
})
