import type { CallOptions } from '../../api/call.ts'
import type { ApiError } from '../../api/answers/api-error.ts'
import { isJsonObject, type Json } from '../../api/json.ts'
import type { EmptyWait, ReceivedNotification } from '../../api/answers/reply.ts'
import type { InstanceRun } from '../accounts/instance-runtime.ts'
import type { ReceivingBase } from './receiving-base.ts'
import { isStoreTrouble } from '../store/store-error.ts'
import { serviceTime } from '../messages/archive/rules/position.ts'
import type { NotificationSink, PersistedNotification } from './notification-sink.ts'
import type { OtherReader } from './other-reader.ts'
import type { QueueMeter } from './queue-meter.ts'
import { createPairedCalls, type PairedCalls, type FirstAnswer, type FirstTry } from './paired-calls.ts'
import { createBacklog, type Pipelining } from './pipelining.ts'
import { isMovingOn, judgeHead, restsDue, unknownHead } from './rules/queue-head.ts'
import { pipelinedReceiveSeconds, failurePause, idlePause, receiveTimeoutSeconds } from './receive-timing.ts'

interface ReceiveLoopDeps extends Pick<ReceivingBase, 'clock' | 'ids' | 'logger'> {
  /** The sink for notifications. Called for each one: an instance may join or leave a team during a run. */
  readonly sink: () => NotificationSink
  readonly meter: QueueMeter
  readonly otherReader: OtherReader
  readonly pipelining: Pipelining
  /** Whether the settings let all messages through the queue. */
  readonly isQueueComplete: () => boolean
  readonly hasRoom: () => boolean
  /** Resolves when the backlog has room, or when the run ends. */
  readonly untilRoom: () => Promise<void>
  readonly onShared: (shared: boolean) => void
  /** Reports whether empty waits return at once, which indicates the notification settings. */
  readonly onSettingsInDoubt: () => void
  readonly onWebhookSet: () => void
}

/** A long poll without an answer for this long is being held, ms. */
const waitingAfterMs = 800

/**
 * The loop of one instance's queue during one run (architecture 5): receive, store, delete, next. Nothing is deleted
 * before it is durable. The next receive waits for the answer to the delete, or the head would be returned twice;
 * during a backlog both are pipelined on one connection (ADR 0023). The loop ends with the run's signal only: an
 * internal error is logged, shown and followed by the next attempt.
 */
export async function receiveLoop(run: InstanceRun, deps: ReceiveLoopDeps): Promise<void> {
  const loop = new ReceiveLoop(run, deps)
  try {
    while (!run.signal.aborted) await loop.step().catch((error: unknown) => loop.recover(error))
  } finally {
    await loop.end()
    deps.meter.loop('stopped')
  }
}

class ReceiveLoop {
  readonly #run: InstanceRun
  readonly #deps: ReceiveLoopDeps
  #failures = 0
  #instantInRow = 0
  #head = unknownHead
  /** The last receive found the queue empty, so the connection is known to stand. */
  #wasEmpty = false
  readonly #backlog = createBacklog()
  readonly #pair: PairedCalls<ToDelete>

  constructor(run: InstanceRun, deps: ReceiveLoopDeps) {
    this.#run = run
    this.#deps = deps
    this.#pair = createPairedCalls({
      pipelining: deps.pipelining,
      signal: run.signal,
      remove: (persisted, first) => deleteNotification(run, deps, persisted, first),
      receive: (options) => this.#receive(pipelinedReceiveSeconds, options),
    })
  }

  /** Handles one answer of the queue, and those that follow without a pause. */
  async step(): Promise<void> {
    const { meter, sink } = this.#deps
    const { signal } = this.#run
    if (!sink().isOpen()) {
      // The sink is closed, so nothing may be taken: the queue retains it for 24 hours.
      meter.loop('stopped')
      await sink().untilOpen(signal)
      // By now it may be another sink: a desk whose team's database has just answered reads only what it holds.
      return
    }
    await this.#deps.untilRoom()
    if (signal.aborted) return
    meter.loop('waiting')
    let received = await this.#receive(receiveTimeoutSeconds, { signal })
    while (received !== null) received = await this.#take(received)
  }

  /** Receives the head of the queue. Null if there is none, or no answer; both are handled here. */
  async #receive(
    timeoutSeconds: number,
    options: Pick<CallOptions, 'signal' | 'pipeline'>,
  ): Promise<ReceivedNotification | null> {
    const { clock } = this.#deps
    const { api, signal } = this.#run
    const closing = this.#deps.sink().closing?.()
    const startedAt = clock.monotonic()
    // An idle queue answers only at the end of the wait; that it is being held shows that receiving goes on. After an
    // empty answer that is known, and nothing wakes an idle desk for it.
    const isKnown = this.#wasEmpty && !this.#deps.sink().hasMarks()
    this.#wasEmpty = false
    const cancelWaiting = isKnown ? undefined : clock.setTimer(waitingAfterMs, () => this.#waits())
    const result = await api.call(
      'receiveNotification',
      { receiveTimeout: timeoutSeconds },
      {
        ...({ priority: 'background', purpose: 'receive' } as const),
        ...options,
        signal: closing === undefined ? signal : AbortSignal.any([signal, closing]),
      },
    )
    cancelWaiting?.()
    const isCut = signal.aborted || closing?.aborted === true
    if (isCut && (!result.ok || result.value.kind === 'empty')) return null
    if (!result.ok) {
      this.#backlog.ended()
      // A broken pipelined connection is no failure yet: the receive is repeated on another one.
      if (options.pipeline === undefined || result.error.kind !== 'network') await this.#fail(result.error)
      else this.#pair.close()
      return null
    }
    this.#failures = 0
    this.#run.instance.connection.report({ kind: 'receiveAnswered' })
    const tookMs = clock.monotonic() - startedAt
    if (result.value.kind === 'empty') {
      this.#backlog.ended()
      await this.#idle(result.value, tookMs)
      this.#wasEmpty = true
      return null
    }
    this.#backlog.came(tookMs)
    return result.value
  }

  /** After an exception: the head is still in the queue, and received again after a growing pause. */
  async recover(error: unknown): Promise<void> {
    this.#deps.logger.error({ instance: this.#run.key, error }, 'a step of the receive loop failed')
    await this.#fail({ operation: 'receiveNotification', kind: 'unreadable', status: 200, text: '', form: 'json' })
  }

  /** Closes the connection and stores the last deletes. */
  async end(): Promise<void> {
    this.#pair.close()
    await this.#deps.sink().flush()
  }

  /** Stores and deletes one notification. Returns the answer to the pipelined receive, if there was one. */
  async #take(received: ReceivedNotification): Promise<ReceivedNotification | null> {
    const persisted = await this.#persist(received)
    if (persisted === null) return null
    const origin = new URL(this.#run.instance.row().apiUrl).origin
    if (
      isMovingOn(this.#head) &&
      this.#backlog.isKnown() &&
      this.#deps.hasRoom() &&
      this.#deps.pipelining.allows(origin) &&
      !this.#run.signal.aborted &&
      (await this.#pair.open(origin))
    ) {
      return await this.#deleteAndReceive(persisted, origin)
    }
    await deleteNotification(this.#run, this.#deps, persisted)
    const rests = restsDue(this.#head)
    if (rests > 0) await this.#rest(rests)
    return null
  }

  /** Deletes, and pipelines the next receive. */
  async #deleteAndReceive(persisted: ToDelete, origin: string): Promise<ReceivedNotification | null> {
    const { pipelining, sink } = this.#deps
    const { next, wasDeleted } = await this.#pair.run(persisted, origin)
    if (next === null || (next.receiptId !== persisted.receiptId && next.text !== persisted.raw)) {
      return next === null || sink().isOpen() ? next : null
    }
    // The answer is from before the delete, so the head is received again.
    if (wasDeleted) pipelining.cameAgain(origin)
    this.#backlog.ended()
    return null
  }

  /** Null if it was not stored; it will be delivered again. */
  async #persist(received: ReceivedNotification): Promise<ToDelete | null> {
    const { clock, meter, sink, logger } = this.#deps
    const { key, instance } = this.#run
    meter.loop('draining')
    this.#instantInRow = 0
    const { isJson, receiptId } = received
    const raw = received.text
    const { head, verdict } = judgeHead(this.#head, { raw, receiptId, isJson }, clock.monotonic())
    this.#head = head
    if (verdict === 'cut') {
      await this.#fail({ operation: 'receiveNotification', kind: 'network', reason: 'cut', mayHaveLeft: true })
      return null
    }
    const receivedAt = clock.now()
    if (verdict === 'redelivered') this.#deps.otherReader.cameAgain()
    else this.#wentOn()
    let persisted: PersistedNotification | null
    try {
      persisted = await sink().persist({
        raw,
        isJson,
        receiptId,
        receivedAt,
        isQueueComplete: this.#deps.isQueueComplete(),
      })
    } catch (error) {
      // Not stored, so it stays in the queue.
      logger.error({ instance: key, error }, 'a notification was not kept')
      if (!isStoreTrouble(error)) await this.#rest(3)
      return null
    }
    // Another desk receives for this instance by now, and gets it.
    if (persisted === null) return null
    instance.recordReceived(receivedAt)
    const { typeWebhook, serviceAt } = envelopeOf(received.raw)
    meter.recordAnswer(typeWebhook)
    meter.notification(serviceAt === null ? null : serviceAt - instance.row().clockOffsetMs, receivedAt)
    return { persisted, receiptId, raw, serviceAt }
  }

  #waits(): void {
    this.#run.instance.connection.report({ kind: 'receiveWaiting' })
    this.#wentOn()
    // No commit follows soon that could include the last deletes.
    void this.#deps.sink().flush()
  }

  #wentOn(): void {
    if (this.#deps.otherReader.wentOn()) this.#deps.onShared(true)
  }

  /** Waits before the same is tried again, longer each time. */
  async #rest(times: number): Promise<void> {
    this.#deps.meter.loop('backingOff')
    await this.#run.pause(
      failurePause({ operation: 'receiveNotification', kind: 'waitedTooLong' }, times, this.#deps.ids.random()),
    )
  }

  async #idle(empty: EmptyWait, tookMs: number): Promise<void> {
    const { clock, meter, sink } = this.#deps
    this.#wentOn()
    meter.recordAnswer(empty.form)
    meter.waited()
    try {
      await sink().alive(clock.now(), this.#deps.isQueueComplete())
    } catch (error) {
      this.#deps.logger.warn({ instance: this.#run.key, error }, 'an idle queue was not noted')
    }
    const pause = idlePause(tookMs, this.#instantInRow)
    if (empty.instant) {
      this.#instantInRow += 1
      this.#deps.onSettingsInDoubt()
    } else {
      this.#instantInRow = 0
      if (this.#run.instance.connection.state().kind === 'notificationsOff') this.#deps.onSettingsInDoubt()
    }
    if (pause > 0) await this.#run.pause(pause)
  }

  async #fail(error: ApiError): Promise<void> {
    const { clock, meter, ids } = this.#deps
    this.#failures += 1
    const pause = failurePause(error, this.#failures, ids.random())
    meter.loop('backingOff')
    meter.recordAnswer(error.kind)
    this.#run.instance.connection.report({ kind: 'failed', error, by: 'receive', retryAt: clock.now() + pause })
    if (error.kind === 'webhookSet') this.#deps.onWebhookSet()
    await this.#deps.sink().flush()
    if ((await this.#run.pause(pause)) === 'nudged') this.#failures = 0
  }
}

/** The fields that the loop needs of a body; the others are parsed when it is applied. Times are epoch ms. */
function envelopeOf(raw: Json): { readonly typeWebhook: string; readonly serviceAt: number | null } {
  const body = isJsonObject(raw) ? raw : {}
  const { typeWebhook, timestamp } = body
  return {
    typeWebhook: typeof typeWebhook === 'string' ? typeWebhook.slice(0, 200) : '',
    serviceAt: typeof timestamp === 'number' ? serviceTime(timestamp) : null,
  }
}

/** A stored notification to delete at the service. */
interface ToDelete {
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
async function deleteNotification(
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
      const monotonic = clock.monotonic()
      if (gone && !expired) otherReader.foundGone(monotonic)
      else if (!gone && otherReader.deleted(monotonic)) onShared(false)
      return
    }
    // The delete may have been executed although no answer arrived.
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
