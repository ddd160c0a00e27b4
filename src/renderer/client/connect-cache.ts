import type { Query, QueryClient } from '@tanstack/react-query'
import type { ChangeEvent } from '../../contract/events.ts'
import type { RpcClient } from '../../rpc/client.ts'
import { isInvalidatedBy } from './invalidation.ts'

/** Runs `act` once, soon: see `createFrameSchedule`. */
export type Schedule = (act: () => void) => void

/**
 * Turns the host's changes into invalidations: what comes within one frame is gathered, so that twenty changes of a
 * chat read it once. A read that is under way is shown and then read again, never cut off: where changes come faster
 * than reads are answered, nothing would ever be shown (architecture 4).
 */
export function connectCache(client: RpcClient, cache: QueryClient, schedule: Schedule): () => void {
  let changes: ChangeEvent[] = []
  const waiting = new Set<Query>()
  const readAfter = (query: Query): void => {
    if (waiting.has(query)) return
    waiting.add(query)
    const readAgain = (): void => {
      waiting.delete(query)
      void cache.invalidateQueries({ predicate: (one) => one === query })
    }
    query.promise?.then(readAgain, readAgain)
  }
  const flush = (): void => {
    const gathered = changes
    changes = []
    const old = cache
      .getQueryCache()
      .findAll({ predicate: ({ queryKey }) => gathered.some((change) => isInvalidatedBy(change, queryKey)) })
    const [idle, underWay] = [new Set<Query>(), new Set<Query>()]
    for (const query of old) (query.state.fetchStatus === 'fetching' ? underWay : idle).add(query)
    const isWindow = ({ queryKey: [name] }: Query): boolean => name === 'messages.window'
    // The host answers one read after the other, and the open chat is what the person looks at.
    void cache.invalidateQueries({ predicate: (query) => idle.has(query) && isWindow(query) })
    void cache.invalidateQueries({ predicate: (query) => idle.has(query) && !isWindow(query) })
    for (const query of underWay) readAfter(query)
  }
  const stopEvents = client.onEvent((event) => {
    if (event.type !== 'changed') return
    if (changes.length === 0) schedule(flush)
    changes.push(event.change)
  })
  const stopResync = client.onResync(() => void cache.invalidateQueries())
  return () => {
    stopEvents()
    stopResync()
  }
}

/** Milliseconds; screens draw 60 times a second. */
const frameMs = 16

/**
 * The browser's: a first change is acted on at once, with what came together with it; what follows within a frame waits
 * for the next one, but never more than 100 ms, because a hidden page draws no frames.
 */
export function createFrameSchedule(): Schedule {
  let actedAt = -Infinity
  return (act) => {
    let done = false
    let frame: number | null = null
    const once = (): void => {
      if (done) return
      done = true
      if (frame !== null) cancelAnimationFrame(frame)
      clearTimeout(timer)
      actedAt = performance.now()
      act()
    }
    const quiet = performance.now() - actedAt >= frameMs
    if (!quiet) frame = requestAnimationFrame(once)
    const timer = setTimeout(once, quiet ? 0 : 100)
  }
}
