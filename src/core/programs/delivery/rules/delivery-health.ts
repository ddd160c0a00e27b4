import type { DeliveryOutcome } from './delivery-policy.ts'
import { failuresBeforeFailing, probeDelay } from './delivery-policy.ts'

export type Health =
  | { readonly kind: 'active'; readonly failures: number }
  /** All lanes wait, and one event after another probes the endpoint. `probed`: lanes, since it fails. */
  | {
      readonly kind: 'failing'
      readonly probes: number
      readonly dueAt: number
      readonly probed: readonly string[]
    }
  /** A person paused it, the endpoint wants no more, or its secret is not there. */
  | { readonly kind: 'held' }

/** As it is stored. `failures`: in a row, probes included. */
export interface StoredHealth {
  readonly state: 'active' | 'failing' | 'stopped'
  readonly failures: number
  readonly probeInMs: number | null
}

/** An answer to one event, a refusal too, is a living endpoint's. Failures of what went out before count once. */
export function healthAfter(
  health: Health,
  outcome: DeliveryOutcome,
  isProbe: boolean,
  now: number,
  random: number,
): Health {
  if (health.kind === 'held' || outcome.kind === 'gone') return { kind: 'held' }
  if (outcome.kind !== 'endpoint') return { kind: 'active', failures: 0 }
  if (health.kind === 'failing') {
    if (!isProbe) return health
    const probes = health.probes + 1
    return { ...health, probes, dueAt: now + probeDelay(probes, outcome.retryAfterMs, random) }
  }
  const failures = health.failures + 1
  if (failures < failuresBeforeFailing) return { kind: 'active', failures }
  return { kind: 'failing', probes: 0, dueAt: now + probeDelay(0, outcome.retryAfterMs, random), probed: [] }
}

export const storedHealth = (health: Health, now: number): StoredHealth =>
  health.kind === 'held'
    ? { state: 'stopped', failures: 0, probeInMs: null }
    : health.kind === 'active'
      ? { state: 'active', failures: health.failures, probeInMs: null }
      : { state: 'failing', failures: failuresBeforeFailing + health.probes, probeInMs: health.dueAt - now }
