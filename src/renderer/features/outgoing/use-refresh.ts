import { useCallback, useEffect, useRef, useState } from 'react'
import type { Scope } from '../../../contract/ids.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'

export interface Refresh {
  readonly run: () => void
  readonly pending: boolean
  /** Epoch ms of the last answer; null before. */
  readonly at: number | null
  /** Instances that could not be asked. */
  readonly failed: number
}

/** The widest look-back that is requested automatically; older messages are requested on demand. */
const widestAsked = 5_256_000

/** Asks the service for the look-back: when the view opens, when the look-back grows, and on demand. */
export function useRefresh(scope: Scope, minutes: number | null): Refresh {
  const [refresh, { pending }] = useContractCommand('outgoing.refresh', { errors: 'ignore' })
  const [done, setDone] = useState<{ readonly at: number | null; readonly failed: number }>({ at: null, failed: 0 })
  const asked = minutes ?? widestAsked
  const running = useRef(0)
  const run = useCallback(() => {
    const own = ++running.current
    void refresh({ scope, minutes: asked }).then((result) => {
      if (own !== running.current) return
      setDone(
        result.ok ? { at: Date.now(), failed: result.value.failed.length } : (before) => ({ ...before, failed: 1 }),
      )
    })
  }, [refresh, scope, asked])
  useEffect(() => {
    run()
    return () => {
      running.current += 1
    }
  }, [run])
  return { run, pending, ...done }
}
