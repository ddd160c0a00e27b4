import type { ApiError } from '../../api/api-error.ts'

/** How long the service waits for a notification, seconds: at 60 a gateway cuts the wait (service 10.3). */
export const receiveTimeoutSeconds = 25

/** The same for a receive that leaves behind a delete, seconds: the shortest that the service takes. More is waiting then. */
export const behindDeleteSeconds = 5

/** Two receives of an idle instance are at least this far apart, whatever the service answers (ms). */
const idleGapMs = 500
/** Instant empty answers in a row stretch the gap up to this (ms): nothing arrives while all kinds are off (service 10.3). */
const longestIdleGapMs = 5_000
/** A queue that goes to a webhook is asked at most once a minute (service 7). */
const webhookGapMs = 60_000

/**
 * The pause after an empty wait, ms.
 * @param tookMs the wait itself; @param instantInRow how many before it came back at once.
 */
export function idlePause(tookMs: number, instantInRow: number): number {
  const gap = Math.min(longestIdleGapMs, idleGapMs * 2 ** Math.min(instantInRow, 10))
  return Math.max(0, gap - tookMs)
}

/**
 * The pause after a failed call, ms: half of it fixed, half drawn, so that many instances don't come back at once.
 * @param failures failures in a row, this one included.
 */
export function failurePause(error: ApiError, failures: number, random: number): number {
  const { base, cap } = paceOf(error)
  const ceiling = Math.min(cap, base * 2 ** Math.min(failures - 1, 20))
  const asked = 'retryAfterMs' in error ? (error.retryAfterMs ?? 0) : 0
  return Math.max(asked, ceiling / 2 + (random * ceiling) / 2, error.kind === 'webhookSet' ? webhookGapMs : 0)
}

function paceOf(error: ApiError): { readonly base: number; readonly cap: number } {
  switch (error.kind) {
    // These need a person, or the service's own time; asking often changes nothing.
    case 'webhookSet':
      return { base: webhookGapMs, cap: 2 * webhookGapMs }
    case 'wrongToken':
    case 'tokenMissing':
    case 'wrongInstance':
    case 'wrongHost':
    case 'badInstanceId':
    case 'operationMissing':
    case 'redirect':
    case 'suspended':
    case 'quota':
      return { base: 30_000, cap: 300_000 }
    default:
      return { base: 1_000, cap: 30_000 }
  }
}
