import { useEffect, useState } from 'react'
import type { InstanceSummary } from '../../../contract/instances.ts'
import { nextMuteEnd } from './next-mute-end.ts'

/** Renders anew when a mute ends by itself: nothing else changes then. */
export function useMuteEnd(instances: readonly InstanceSummary[]): void {
  const [, setEnded] = useState(0)
  const next = nextMuteEnd(instances)
  useEffect(() => {
    if (next === null) return undefined
    const timer = setTimeout(() => setEnded(next), next - Date.now())
    return () => clearTimeout(timer)
  }, [next])
}
