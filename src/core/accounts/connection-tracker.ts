import type { ConnectionState } from '../../contract/instances.ts'
import { createSignal } from '../base/create-signal.ts'
import type { Clock } from '../base/ports.ts'
import type { ConnectionReport } from './connection-state.ts'
import { connectionOf, initialFacts, needsHistories, observe, quotaOf } from './connection-state.ts'
import type { UsedQuota } from './rules/instance-row.ts'

/** The connection state of one instance: services report into it, the window reads from it. */
export interface ConnectionTracker {
  report(observation: ConnectionReport): void
  state(): ConnectionState
  /** The newest raw state of the account. */
  reportedState(): string | null
  authorization(): 'authorized' | 'notAuthorized' | 'unknown'
  /** The queue does not bring everything, and other operations can replace it. */
  needsHistories(): boolean
  /** Called when a quota's state changes, shown or not. */
  onQuota(listener: (quota: UsedQuota | null) => void): () => void
  /** Called when the shown state changes, or whether the account is authorized or histories are needed. */
  onChange(listener: (state: ConnectionState, before: ConnectionState) => void): () => void
}

export function createConnectionTracker(clock: Clock): ConnectionTracker {
  let facts = initialFacts(clock.now())
  let state = connectionOf(facts)
  const changes = createSignal<[state: ConnectionState, before: ConnectionState]>()
  const quotas = createSignal<[UsedQuota | null]>()
  return {
    report(observation) {
      const factsBefore = facts
      const seen = observe(facts, observation, clock.now())
      if (seen === facts) return
      const sameQuota = seen.facts.quotaExceeded === facts.facts.quotaExceeded
      facts = seen
      if (!sameQuota) quotas.emit(quotaOf(facts))
      const before = state
      const next = connectionOf(facts)
      const isSame =
        sameState(before, next) &&
        factsBefore.authorization === facts.authorization &&
        needsHistories(factsBefore) === needsHistories(facts)
      if (isSame) return
      state = next
      changes.emit(next, before)
    },
    state: () => state,
    reportedState: () => facts.reportedState,
    authorization: () => facts.authorization,
    needsHistories: () => needsHistories(facts),
    onQuota: quotas.listen,
    onChange: changes.listen,
  }
}

const sameState = (a: ConnectionState, b: ConnectionState) =>
  a.kind === b.kind &&
  a.since === b.since &&
  a.retryAt === b.retryAt &&
  a.text === b.text &&
  a.until === b.until &&
  a.receiving === b.receiving
