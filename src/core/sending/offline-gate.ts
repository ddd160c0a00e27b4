import { backOff } from '../../api/limits/back-off.ts'
import type { CancelTimer, Clock } from '../base/ports.ts'
import { retryPolicy } from './rules/retry-policy.ts'

export interface OfflineGate {
  /** How many may try now: all, one to see whether the connection is back, or none. */
  readonly lets: 'all' | 'one' | 'none'
  /** A try found no connection. True when it is a new trouble, or the one try failed again. */
  failed(): boolean
  /** The one try is under way. */
  trying(): void
  /** The one try can be made at once. */
  hurry(): void
  /** The connection is back, or nothing is left to try. */
  open(): void
  end(): void
}

/** Without a connection one message at a time tries, ever more rarely, instead of all of them. */
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
