import { QueryObserver } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import type { ChatKey, ContractEvent, InstanceKey } from '../../contract/index.ts'
import type { RpcClient } from '../../rpc/client.ts'
import { connectCache } from './connect-cache.ts'
import { createQueryClient } from './create-query-client.ts'
import { queryKey } from './use-contract-query.ts'

const instance = 1 as InstanceKey
const chat = 10 as ChatKey

function setUp() {
  const events = new Set<(event: ContractEvent) => void>()
  const resyncs = new Set<() => void>()
  const tasks: (() => void)[] = []
  const frames: (() => void)[] = []
  const time = { ms: 0 }
  let timers: { readonly at: number; readonly act: () => void }[] = []
  const client: Pick<RpcClient, 'onEvent' | 'onResync'> = {
    onEvent: (listener) => (events.add(listener), () => void events.delete(listener)),
    onResync: (listener) => (resyncs.add(listener), () => void resyncs.delete(listener)),
  }
  const cache = createQueryClient()
  const stop = connectCache(client as RpcClient, cache, {
    soon: (act) => void tasks.push(act),
    nextFrame: (act) => void frames.push(act),
    later: (ms, act) => void timers.push({ at: time.ms + ms, act }),
    now: () => time.ms,
  })
  /** So many ms pass; what is due is done. */
  const pass = async (ms: number): Promise<void> => {
    time.ms += ms
    const due = timers.filter(({ at }) => at <= time.ms)
    timers = timers.filter((timer) => !due.includes(timer))
    await run(due.map(({ act }) => act))
  }
  const run = async (acts: (() => void)[]) => {
    for (const act of acts.splice(0)) act()
    await new Promise((resolve) => setImmediate(resolve))
  }
  let reads = 0
  const observe = (key: readonly unknown[]) =>
    new QueryObserver(cache, { queryKey: key, queryFn: async () => (reads += 1) }).subscribe(() => undefined)
  return {
    emit: (event: ContractEvent) => events.forEach((listener) => listener(event)),
    resync: () => resyncs.forEach((listener) => listener()),
    /** The task that acts at once on what changed. */
    task: () => run(tasks),
    /** The next frame, and the tasks before it. */
    frame: async () => {
      await run(tasks)
      await run(frames)
    },
    tasks,
    pass,
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
  it('reads once for twenty changes that come together, and once more for those of the rest of the frame', async () => {
    const { emit, task, frame, tasks, observe, reads } = setUp()
    observe(queryKey('chats.details', { chat }))
    await frame()
    expect(reads()).toBe(1)
    const change = () => emit(changed({ kind: 'chats', instance, chats: [chat] }))
    for (let count = 0; count < 20; count += 1) change()
    expect(tasks).toHaveLength(1)
    await task()
    expect(reads()).toBe(2)
    for (let count = 0; count < 20; count += 1) {
      change()
      await task()
    }
    expect(reads()).toBe(2)
    await frame()
    expect(reads()).toBe(3)
    await frame()
    expect(reads()).toBe(3)
  })

  it('reads at once what changes first in a frame, also when something else was read just before', async () => {
    const { emit, task, frame, cache } = setUp()
    const read: unknown[] = []
    for (const key of [queryKey('settings.get', {}), queryKey('chats.details', { chat })]) {
      new QueryObserver(cache, { queryKey: key, queryFn: async () => read.push(key[0]) }).subscribe(() => undefined)
    }
    await frame()
    read.length = 0
    emit(changed({ kind: 'settings' }))
    await task()
    emit(changed({ kind: 'chats', instance, chats: [chat] }))
    await task()
    expect(read).toEqual(['settings.get', 'chats.details'])
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

  it('leaves a read that took long alone for three times as long, and then reads what changed meanwhile once', async () => {
    const { emit, frame, pass, cache } = setUp()
    let reads = 0
    const queryFn = async () => {
      reads += 1
      await Promise.resolve()
      await pass(100)
      return reads
    }
    new QueryObserver(cache, { queryKey: queryKey('instances.list', {}), queryFn }).subscribe(() => undefined)
    await frame()
    // A thousand instances that are added and begin to receive: a change every 10 ms, for ten seconds.
    for (let change = 0; change < 1000; change += 1) {
      emit(changed({ kind: 'instances' }))
      await frame()
      await pass(10)
    }
    expect(reads).toBeLessThan(40)
    const before = reads
    await pass(400)
    await frame()
    expect(reads).toBe(before + 1)
    await pass(1000)
    await frame()
    expect(reads).toBe(before + 1)
    emit(changed({ kind: 'instances' }))
    await frame()
    expect(reads).toBe(before + 2)
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
