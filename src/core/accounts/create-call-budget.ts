import type { AttemptRecord, CallOptions } from '../../api/call.ts'
import type { OperationName } from '../../api/operations.ts'
import type { Clock } from '../base/ports.ts'
import { noCalls, type CallUse, type Spender } from './rules/call-use.ts'
import {
  countAttempt,
  learnFromColleagues,
  monthlyLimit,
  publishedUse,
  restBefore,
  spenderOf,
} from './rules/call-budget.ts'
import type { InstanceRow } from './rules/instance-row.ts'

/** The calls of one instance in this month, and who may make the next (architecture 9). */
export interface CallBudget {
  /** Ms until this spender may make its next call; 0: now. */
  restMs(name: OperationName, spender: Spender): number
  /** The plan, as far as it is known, limits this operation: background work is rare. */
  isFrugal(name: OperationName): boolean
  /** Asked before each call. True: the call is made. */
  maySpend(name: OperationName, call: CallOptions): boolean
  record(attempt: AttemptRecord): void
  use(): CallUse
  /** Takes over what an earlier run counted; call it before the first call. */
  restore(use: CallUse): void
  /** The use that is published to the other desks of the team. */
  published(): CallUse
  /** Takes the calls of the other desks; none: no team shares the instance. */
  takeColleagues(uses: readonly CallUse[]): void
  colleagues(): readonly CallUse[]
}

export function createCallBudget({
  clock,
  row,
  desks,
}: {
  readonly clock: Clock
  readonly row: () => InstanceRow
  readonly desks: () => number
}): CallBudget {
  let use = noCalls
  let colleagues: readonly CallUse[] = []
  /** Monotonic ms of the last calls. */
  const lastAt = new Map<string, number>()
  const sceneOf = (name: OperationName, spender: Spender) => {
    const at = lastAt.get(`${name} ${spender}`)
    const { family, plan: chosen } = row()
    const sinceMs = at === undefined ? null : clock.monotonic() - at
    return { family, chosen, desks: desks(), colleagues, now: clock.now(), sinceMs }
  }
  const restMs = (name: OperationName, spender: Spender) => restBefore(name, spender, use, sceneOf(name, spender))
  return {
    restMs,
    isFrugal: (name) => monthlyLimit(name, use, sceneOf(name, 'list')) < Infinity,
    maySpend(name, call) {
      const spender = spenderOf(name, call)
      if (restMs(name, spender) > 0) return false
      lastAt.set(`${name} ${spender}`, clock.monotonic())
      return true
    },
    record({ operation, priority, purpose, error = null, endedAt: at }) {
      const spender = spenderOf(operation, { priority, purpose })
      use = countAttempt(use, { operation, spender, at, error, colleagues })
    },
    use: () => use,
    restore(earlier) {
      use = earlier
    },
    published: () => publishedUse(use, clock.now()),
    takeColleagues(uses) {
      colleagues = uses
      use = learnFromColleagues(use, uses, clock.now())
    },
    colleagues: () => colleagues,
  }
}
