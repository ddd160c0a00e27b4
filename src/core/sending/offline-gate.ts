import { backOff } from '../../api/limits/back-off.ts'
import type { CancelTimer, Clock } from '../base/ports.ts'
import { retryPolicy } from './rules/retry-policy.ts'

export interface OfflineGate {
  /** Number of sends allowed now: all, one as a probe, or none. */
  readonly lets: 'all' | 'one' | 'none'
  /** A send found no connection. True if the problem is new, or the probe failed again. */
  failed(): boolean
  /** The probe is in progress. */
  trying(): void
  /** The next probe may be made at once. */
  hurry(): void
  /** The connection is back, or nothing is left to send. */
  open(): void
  end(): void
}

/** Without a connection one message at a time is tried as a probe, with growing pauses. */
export function createOfflineGate(clock: Clock, onTry: () => void): OfflineGate {
  let failures = 0
  let state: 'open' | 'waiting' | 'mayTry' | 'trying' = 'open'
  let cancel: CancelTimer | undefined
  const letOne = () => {
    cancel?.()
    state = 'mayTry'
    onTry()
  }
  return {
    get lets() {
      return state === 'open' ? 'all' : state === 'mayTry' ? 'one' : 'none'
    },
    failed() {
      if (state === 'waiting' || state === 'mayTry') return false
      failures += 1
      state = 'waiting'
      cancel = clock.setTimer(backOff(retryPolicy.offline, failures), letOne)
      return true
    },
    trying() {
      if (state === 'mayTry') state = 'trying'
    },
    hurry() {
      if (state === 'waiting') letOne()
    },
    open() {
      cancel?.()
      failures = 0
      state = 'open'
    },
    end() {
      cancel?.()
    },
  }
}
