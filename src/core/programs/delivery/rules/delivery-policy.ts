import type { ProgramTrouble } from '../../../../contract/programs.ts'

/**
 * The endpoint's answer to an event. `endpoint`: it did not answer, or its answer is not about this event; `event`: it
 * refuses this very event; `gone`: 410, it wants no more of them.
 */
export type DeliveryOutcome =
  | { readonly kind: 'delivered'; readonly status: number }
  | { readonly kind: 'gone'; readonly trouble: ProgramTrouble }
  | {
      readonly kind: 'endpoint' | 'event'
      readonly trouble: ProgramTrouble
      /** The delay that the answer asked for, ms; null: none. */
      readonly retryAfterMs: number | null
    }

const endpointStatuses = new Set([401, 403, 404, 405, 408, 425, 429])

export function classifyStatus(status: number): DeliveryOutcome['kind'] {
  if (status >= 200 && status < 300) return 'delivered'
  if (status === 410) return 'gone'
  return status >= 400 && status < 500 && !endpointStatuses.has(status) ? 'event' : 'endpoint'
}

const secondMs = 1000
const minuteMs = 60 * secondMs

const retryDelays = [5 * secondMs, 30 * secondMs, 2 * minuteMs, 10 * minuteMs]
const laterRetryMs = 30 * minuteMs
const probeDelays = [5 * secondMs, 30 * secondMs, 2 * minuteMs]
const laterProbeMs = 5 * minuteMs
const longestRetryAfterMs = 60 * minuteMs

/** Failures in a row after which the endpoint counts as failing, and all chats wait. */
export const failuresBeforeFailing = 3

/** Tries of an event after which an endpoint that takes others has given it up, some 45 minutes. */
const triesOfEvent = 6

/**
 * When a failed event is tried again, ms from now.
 * @param tries so far, from 1
 * @param random uniform in [0, 1)
 */
export function retryDelay(tries: number, retryAfterMs: number | null, random: number): number {
  const planned = (retryDelays[tries - 1] ?? laterRetryMs) * (0.8 + 0.4 * random)
  return Math.round(Math.max(planned, Math.min(retryAfterMs ?? 0, longestRetryAfterMs)))
}

/** When a failing endpoint is probed again, ms from now. `probes`: that failed so far. */
function probeDelay(probes: number, retryAfterMs: number | null, random: number): number {
  const planned = (probeDelays[probes] ?? laterProbeMs) * (0.8 + 0.4 * random)
  return Math.round(Math.max(planned, Math.min(retryAfterMs ?? 0, longestRetryAfterMs)))
}

/**
 * Whether a failed event is given up: only when another one has succeeded since its first failure, so that an endpoint
 * that is away costs nothing. An event that the endpoint refuses is given up then, any other after six tries.
 */
export const isGivenUp = (item: {
  readonly failure: 'endpoint' | 'event' | null
  readonly tries: number
  readonly othersSucceeded: boolean
}): boolean => item.othersSucceeded && (item.failure === 'event' || item.tries >= triesOfEvent)

/** A wait that was stored by the wall clock, ms: a clock that was set back makes none longer than any can be. */
export const waitUntil = (at: number | null, now: number): number =>
  Math.max(0, Math.min((at ?? now) - now, longestRetryAfterMs))

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
