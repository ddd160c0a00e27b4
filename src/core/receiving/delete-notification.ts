import type { ApiError } from '../../api/answers/api-error.ts'
import type { InstanceRun } from '../accounts/instance-runtime.ts'
import type { PersistedNotification } from './notification-sink.ts'
import type { FirstAnswer, FirstTry } from './paired-calls.ts'
import type { ReceiveLoopDeps } from './receive-loop.ts'
import { failurePause } from './receive-timing.ts'

/** A stored notification to delete at the service. */
export interface ToDelete {
  readonly persisted: PersistedNotification
  readonly receiptId: string
  readonly raw: string
  /** Epoch ms. */
  readonly serviceAt: number | null
}

/** Tries after which the notification stays in the queue and is redelivered. */
const mostTries = 5

/** How long the service retains a notification, less a margin, ms. */
const retainedMs = 23.9 * 3_600_000

/**
 * Deletes a stored notification at the service. Retries until the service answers, or gives up: then it is
 * redelivered.
 */
export async function deleteNotification(
  run: InstanceRun,
  { clock, ids, meter, otherReader, onShared }: ReceiveLoopDeps,
  { receiptId, persisted, serviceAt }: ToDelete,
  first: FirstTry = {},
): Promise<void> {
  const { api, signal, instance } = run
  let mayBeOurs = false
  for (let attempt = 1; attempt <= mostTries && !signal.aborted; attempt++) {
    // Not aborted at the end of the run: an aborted delete would cause a redelivery.
    const result = await api.call(
      'deleteNotification',
      { receiptId },
      {
        priority: 'background',
        purpose: 'receive.delete',
        ...(attempt === 1 ? { pipeline: first.pipeline, onHandedOver: first.onHandedOver } : {}),
      },
    )
    if (attempt === 1) first.onFirstAnswer?.(firstAnswer(result))
    const now = clock.now()
    if (result.ok) {
      const gone = !result.value.result && !mayBeOurs
      persisted.deleted(gone ? 'gone' : 'done', now)
      // After a day it expires in the queue.
      const expired = serviceAt !== null && now + instance.row().clockOffsetMs - serviceAt > retainedMs
      if (gone && !expired) otherReader.foundGone(now)
      else if (!gone && otherReader.deleted(now)) onShared(false)
      return
    }
    // It may have been executed although no answer arrived.
    mayBeOurs ||= result.error.kind !== 'rateLimited' && !(result.error.kind === 'network' && !result.error.mayHaveLeft)
    const pause = failurePause(result.error, attempt, ids.random())
    instance.connection.report({ kind: 'failed', error: result.error, by: 'receive', retryAt: now + pause })
    meter.loop('backingOff')
    meter.recordAnswer(`delete: ${result.error.kind}`)
    await run.pause(pause)
  }
}

const firstAnswer = (result: { readonly ok: true } | { readonly ok: false; readonly error: ApiError }): FirstAnswer => {
  if (result.ok) return 'deleted'
  return result.error.kind === 'network' ? 'cut' : 'refused'
}
