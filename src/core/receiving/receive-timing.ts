import type { ApiError } from '../../api/answers/api-error.ts'
import { backOff, jittered, type Pace } from '../../api/limits/back-off.ts'
import { groupOf } from '../../api/group-of.ts'

/** How long the service waits for a notification, seconds: at 60 a gateway cuts the wait (service 10.3). */
export const receiveTimeoutSeconds = 25

/** Wait of a pipelined receive, seconds: the shortest allowed, because there is a backlog. */
export const pipelinedReceiveSeconds = 5

/**
 * How far apart two receives of an idle instance are at least, whatever the service answers: instant empty answers in a
 * row stretch it, since nothing arrives while all kinds are off (service 10.3).
 */
const idlePace = { baseMs: 500, capMs: 5_000 }
/** A queue that goes to a webhook is asked at most once a minute (service 7). */
const webhookGapMs = 60_000

/**
 * The pause after an empty wait, ms.
 * @param tookMs the wait itself; @param instantInRow how many before it came back at once.
 */
export function idlePause(tookMs: number, instantInRow: number): number {
  return Math.max(0, backOff(idlePace, instantInRow + 1) - tookMs)
}

/**
 * The pause after a failed call, ms.
 * @param failures failures in a row, this one included.
 */
export function failurePause(error: ApiError, failures: number, random: number): number {
  const asked = 'retryAfterMs' in error ? (error.retryAfterMs ?? 0) : 0
  return Math.max(
    asked,
    jittered(backOff(paceOf(error), failures), random),
    error.kind === 'webhookSet' ? webhookGapMs : 0,
  )
}

function paceOf(error: ApiError): Pace {
  switch (groupOf(error)) {
    // These need a person, or the service's own time; asking often changes nothing.
    case 'webhookSet':
      return { baseMs: webhookGapMs, capMs: 2 * webhookGapMs }
    case 'token':
    case 'address':
    case 'operationMissing':
    case 'suspended':
    case 'quota':
      return { baseMs: 30_000, capMs: 300_000 }
    default:
      return { baseMs: 1_000, capMs: 30_000 }
  }
}
