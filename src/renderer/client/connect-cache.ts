import type { Query, QueryClient } from '@tanstack/react-query'
import type { ChangeEvent } from '../../contract/events.ts'
import type { RpcClient } from '../../rpc/client.ts'
import { isInvalidatedBy } from './invalidation.ts'

/** When the cache acts on what changed: see `createRefetchScheduler`. */
export interface RefetchScheduler {
  /** Runs `act` once, in a task of its own that follows at once. */
  soon(act: () => void): void
  /** Runs `act` once, in the next frame. */
  nextFrame(act: () => void): void
  /** Runs `act` once, after so many ms. */
  later(ms: number, act: () => void): void
  /** Milliseconds since an arbitrary start. */
  now(): number
}

/**
 * A read that took longer than `ms` is not repeated before `times` its duration has passed since its start,
 * and at the latest after `mostMs`. So a large read (a list of a thousand instances that are being added) uses only a
 * part of the time. The open chat, whose window is bounded, is exempt.
 */
const longRead = { ms: 40, times: 4, mostMs: 1000 } as const
const isWindow = ({ queryKey: [name] }: Query): boolean => name === 'messages.window'

/**
 * Turns the host's changes into invalidations. A first change is refetched at once, then each query at most once a
 * frame, so that twenty changes of a chat cause two reads and a recent read delays no other; slow reads pause
 * (`longRead`). A running read is shown and then repeated, never aborted: otherwise changes faster than reads would
 * never be shown (architecture 4).
 */
export function connectCache(client: RpcClient, cache: QueryClient, scheduler: RefetchScheduler): () => void {
  let changes: ChangeEvent[] = []
  const waiting = new Set<Query>()
  const readAfter = (query: Query): void => {
    if (waiting.has(query)) return
    waiting.add(query)
    const readAgain = (): void => {
      waiting.delete(query)
      read([query])
    }
    query.promise?.then(readAgain, readAgain)
  }
  /** End of a slow query's pause, by `scheduler.now()`. */
  const restsUntil = new WeakMap<Query, number>()
  /** Paused queries that changed since. */
  const resting = new Set<Query>()
  const rests = (query: Query): boolean => {
    const left = (restsUntil.get(query) ?? 0) - scheduler.now()
    if (left <= 0) return false
    if (resting.has(query)) return true
    resting.add(query)
    scheduler.later(left, () => {
      resting.delete(query)
      read([query])
    })
    return true
  }
  const timeRead = (query: Query): void => {
    if (query.state.fetchStatus !== 'fetching' || isWindow(query)) return
    const began = scheduler.now()
    const end = (): void => {
      const took = scheduler.now() - began
      if (took > longRead.ms) restsUntil.set(query, began + Math.min(took * longRead.times, took + longRead.mostMs))
      else restsUntil.delete(query)
    }
    query.promise?.then(end, end)
  }
  /** Queries that were read in this frame, and those of them that changed since. */
  let readNow = new Set<Query>()
  let changedSince = new Set<Query>()
  const read = (old: Iterable<Query>): void => {
    const idle = new Set<Query>()
    for (const query of old) {
      if (query.state.fetchStatus === 'fetching') readAfter(query)
      else if (rests(query)) continue
      else if (readNow.has(query)) changedSince.add(query)
      else idle.add(query)
    }
    if (idle.size === 0) return
    if (readNow.size === 0) scheduler.nextFrame(endFrame)
    for (const query of idle) readNow.add(query)
    // The host answers reads one after another, so the open chat is read first.
    void cache.invalidateQueries({ predicate: (query) => idle.has(query) && isWindow(query) })
    void cache.invalidateQueries({ predicate: (query) => idle.has(query) && !isWindow(query) })
    for (const query of idle) timeRead(query)
  }
  const endFrame = (): void => {
    const old = changedSince
    readNow = new Set()
    changedSince = new Set()
    read(old)
  }
  const flush = (): void => {
    const gathered = changes
    changes = []
    read(
      cache
        .getQueryCache()
        .findAll({ predicate: ({ queryKey }) => gathered.some((change) => isInvalidatedBy(change, queryKey)) }),
    )
  }
  const stopEvents = client.onEvent((event) => {
    if (event.type !== 'changed') return
    if (changes.length === 0) scheduler.soon(flush)
    changes.push(event.change)
  })
  const stopResync = client.onResync(() => void cache.invalidateQueries())
  return () => {
    stopEvents()
    stopResync()
  }
}

/** Milliseconds after which a frame counts as drawn: a hidden page draws none. */
const longestFrameMs = 100

/**
 * The browser's. A timer would not do for `soon`: after a key Chromium puts timers off until the next frame is on the
 * screen.
 */
export function createRefetchScheduler(): RefetchScheduler {
  return {
    soon: (act) => {
      if ('scheduler' in globalThis) void scheduler.postTask(act, { priority: 'user-blocking' })
      else setTimeout(act)
    },
    later: (ms, act) => void setTimeout(act, ms),
    now: () => performance.now(),
    nextFrame: (act) => {
      const refetchSoon = (): void => {
        cancelAnimationFrame(frame)
        clearTimeout(timer)
        act()
      }
      const frame = requestAnimationFrame(refetchSoon)
      const timer = setTimeout(refetchSoon, longestFrameMs)
    },
  }
}
