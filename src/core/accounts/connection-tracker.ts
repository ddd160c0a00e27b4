import type { ConnectionState } from '../../contract/instances.ts'
import type { Clock } from '../ports.ts'
import type { Observation } from './connection-state.ts'
import { connectionOf, initialFacts, observe } from './connection-state.ts'

/** The connection state of one instance: services report into it, the window reads from it. */
export interface ConnectionTracker {
  report(observation: Observation): void
  state(): ConnectionState
  authorization(): 'authorized' | 'notAuthorized' | 'unknown'
  /** Called when something that is shown became different. */
  onChange(listener: (state: ConnectionState, before: ConnectionState) => void): () => void
}

export function createConnectionTracker(clock: Clock): ConnectionTracker {
  let facts = initialFacts(clock.now())
  let state = connectionOf(facts)
  const listeners = new Set<(state: ConnectionState, before: ConnectionState) => void>()
  return {
    report(observation) {
      const beforeAuthorization = facts.authorization
      const seen = observe(facts, observation, clock.now())
      if (seen === facts) return
      facts = seen
      const before = state
      const next = connectionOf(facts)
      if (sameState(before, next) && beforeAuthorization === facts.authorization) return
      state = next
      for (const listener of listeners) listener(next, before)
    },
    state: () => state,
    authorization: () => facts.authorization,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const sameState = (a: ConnectionState, b: ConnectionState) =>
  a.kind === b.kind &&
  a.since === b.since &&
  a.retryAt === b.retryAt &&
  a.text === b.text &&
  a.until === b.until &&
  a.receiving === b.receiving
