import { expect, test } from 'vitest'
import type { InstanceKey } from '../contract/ids.ts'
import { createQueueHeads } from './queue-protocol.ts'

/** The heads of a queue of two events, and what its program's connection was asked. */
function queueOfTwo() {
  const state = { round: 0, isPaused: false, now: 0 }
  const events = [1, 2].map((key) => ({ key, body: `{"n":${key}}` }))
  let reads = 0
  let cursor = 0
  const connection = {
    key: 7,
    round: () => state.round,
    isPaused: () => state.isPaused,
    read: () => {
      reads += 1
      const shown = state.isPaused ? [] : events.filter(({ key }) => key > cursor)
      return Promise.resolve({ events: shown, round: state.round, cursor, more: false, scannedTo: 2 })
    },
    acknowledgeNext(_instance: InstanceKey, from: number, next: { readonly key: number }) {
      if (from !== cursor) return Promise.resolve(false)
      cursor = next.key
      return Promise.resolve(true)
    },
  }
  const heads = createQueueHeads(() => state.now)
  const call = { connection } as never
  const instance = 1 as InstanceKey
  return {
    state,
    reads: () => reads,
    head: async () => (await heads.head(call, instance))?.key,
    remove: (receipt: string) => heads.remove(call, instance, receipt),
  }
}

test('the next events of a queue are read once, and again after a second', async () => {
  const { state, reads, head, remove } = queueOfTwo()
  expect([await head(), await head(), reads()]).toEqual([1, 1, 1])
  expect(await remove('1')).toBe(true)
  expect([await head(), reads()]).toEqual([2, 1])
  expect(await remove('1')).toBe(false)
  expect([await head(), reads()]).toEqual([2, 3])
  state.now = 1000
  expect([await head(), reads()]).toEqual([2, 4])
})

test('a program that is paused gets none of the events that were read ahead', async () => {
  const { state, head } = queueOfTwo()
  expect(await head()).toBe(1)
  state.isPaused = true
  expect(await head()).toBeUndefined()
})

test('events that were read ahead of a round that is over are read again', async () => {
  const { state, reads, head } = queueOfTwo()
  expect(await head()).toBe(1)
  state.round = 1
  expect([await head(), reads()]).toEqual([1, 2])
})
