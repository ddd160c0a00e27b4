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
