import { useEffect, useRef } from 'react'
import type { ConnectionKind, InstanceKey, SteadyInstance } from '../../../contract/index.ts'
import { useClient } from '../../client/client-context.tsx'

/** Between two instances, ms: the service counts requests by instance, and nothing else is to wait for a table. */
const gapMs = 1000
/** How old a count may get, ms; with many instances a round takes longer. */
const againMs = 60_000
/** Whether the instance would only refuse. */
const notAsked: ReadonlySet<ConnectionKind> = new Set([
  'paused',
  'tokenMissing',
  'wrongToken',
  'wrongInstance',
  'unreachable',
])

/**
 * Counts the queues of all instances while the table is looked at: slowly, one instance after another, in its order.
 */
export function useSlowCounts(rows: readonly SteadyInstance[]): void {
  const client = useClient()
  const shown = useRef(rows)
  useEffect(() => {
    shown.current = rows
  }, [rows])
  useEffect(() => {
    const askedAt = new Map<InstanceKey, number>()
    let busy = false
    const next = async () => {
      if (busy || document.hidden) return
      const now = performance.now()
      const due = shown.current.find(
        ({ key, connection }) => !notAsked.has(connection.kind) && now - (askedAt.get(key) ?? -Infinity) >= againMs,
      )
      if (due === undefined) return
      askedAt.set(due.key, now)
      busy = true
      // A refused count is shown as unknown, and retried in the next round.
      await client.call('queues.read', { instance: due.key }).catch(() => undefined)
      busy = false
    }
    void next()
    const timer = setInterval(() => void next(), gapMs)
    return () => clearInterval(timer)
  }, [client])
}
