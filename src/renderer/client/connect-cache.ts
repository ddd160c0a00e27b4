import type { QueryClient } from '@tanstack/react-query'
import type { ChangeEvent } from '../../contract/events.ts'
import type { RpcClient } from '../../rpc/client.ts'
import { isInvalidatedBy } from './invalidation.ts'

/** Runs `act` once, soon; the browser's is one frame, or a timer while the page is hidden. */
export type Schedule = (act: () => void) => void

/**
 * Turns the host's changes into invalidations: what comes within one frame is gathered, so that twenty changes of a
 * chat read it once. A read that is under way is read again after it, never cut off (architecture 4).
 */
export function connectCache(client: RpcClient, cache: QueryClient, schedule: Schedule): () => void {
  let changes: ChangeEvent[] = []
  const flush = (): void => {
    const gathered = changes
    changes = []
    void cache.invalidateQueries(
      { predicate: (query) => gathered.some((change) => isInvalidatedBy(change, query.queryKey)) },
      { cancelRefetch: true },
    )
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

/** One frame, but never more than 100 ms: a hidden page draws no frames. */
export const frameSchedule: Schedule = (act) => {
  let done = false
  const once = (): void => {
    if (done) return
    done = true
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    act()
  }
  const frame = requestAnimationFrame(once)
  const timer = setTimeout(once, 100)
}
