import type { CallOptions } from '../../api/call.ts'
import type { ApiError } from '../../api/answers/api-error.ts'
import { isJsonObject } from '../../api/json.ts'
import type { Json } from '../../api/json.ts'
import type { EmptyWait, ReceivedNotification } from '../../api/answers/reply.ts'
import type { InstanceRun } from '../accounts/instance-runtime.ts'
import type { ReceivingBase } from './receiving-base.ts'
import { isStoreTrouble } from '../store/store-error.ts'
import { serviceTime } from '../messages/archive/rules/position.ts'
import type { NotificationSink, PersistedNotification } from './notification-sink.ts'
import type { OtherReader } from './other-reader.ts'
import type { QueueMeter } from './queue-meter.ts'
import { createPairedCalls } from './paired-calls.ts'
import type { FirstAnswer, FirstTry, PairedCalls } from './paired-calls.ts'
import { createBacklog } from './pipelining.ts'
import type { Pipelining } from './pipelining.ts'
import { pipelinedReceiveSeconds, failurePause, idlePause, receiveTimeoutSeconds } from './receive-timing.ts'

export interface ReceiveLoopDeps extends Pick<ReceivingBase, 'clock' | 'ids' | 'logger'> {
  /** Where what comes is kept. Asked anew for each: an instance may join or leave a team while it runs. */
  readonly sink: () => NotificationSink
  readonly meter: QueueMeter
  readonly otherReader: OtherReader
  readonly pipelining: Pipelining
  /** Whether everything that is written comes through the queue, as far as the settings say. */
  readonly isQueueComplete: () => boolean
  readonly hasRoom: () => boolean
  /** Resolves when another one may be kept, or when the run ends. */
  readonly untilRoom: () => Promise<void>
  readonly onShared: (shared: boolean) => void
  /** An empty wait says something about the notification settings: it came back at once, or no longer does. */
  readonly onSettingsInDoubt: () => void
  readonly onWebhookSet: () => void
}

/** A body that is no JSON so many times in a row is broken in the queue, not on its way. */
const garbledTries = 3

/**
 * A head of the queue that comes again so many times in a row, whatever its deletes were answered, is not asked for at
 * once.
 */
const sameTries = 2

/** A long poll that was not refused by now is being held, ms. */
const waitingAfterMs = 800

/** An idle queue is noted on disk at most this often, ms. */
const aliveEveryMs = 60_000

/** What is kept and to be deleted. */
interface ToDelete {
  readonly persisted: PersistedNotification
  readonly receiptId: string
  readonly raw: string
  readonly serviceAt: number | null
}

/**
 * One instance's queue, for one run (architecture 5): receive, keep, delete, next. Nothing is deleted before it is on
 * the disk. The next receive waits until the delete is answered, or the head would come twice; while a backlog is known
 * it leaves behind the delete on the same connection, which answers in that order (ADR 0023). Ends with the run's
 * signal and never by itself: a fault of ours is noted, shown, and followed by the next try.
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
  /** Answers in a row that named a receipt but were no JSON. */
  #garbledInRow = 0
  /** The body taken last, and how often it came again since. */
  #lastRaw = ''
  #lastReceipt = ''
  #sameInRow = 0
  #aliveAt = -Infinity
  readonly #backlog = createBacklog()
  readonly #pair: PairedCalls<ToDelete>

  constructor(run: InstanceRun, deps: ReceiveLoopDeps) {
    this.#run = run
    this.#deps = deps
    this.#pair = createPairedCalls({
      pipelining: deps.pipelining,
      signal: run.signal,
      remove: (persisted, first) => this.#delete(persisted, first),
      receive: (options) => this.#receive(pipelinedReceiveSeconds, options),
    })
  }

  /** One answer of the queue, and those that follow it without a pause. */
  async step(): Promise<void> {
    const { meter, sink } = this.#deps
    const { signal } = this.#run
    if (!sink().isOpen()) {
      // Nothing can be kept, so nothing may be taken: the queue holds it for 24 hours.
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

  /** Asks for the head of the queue. Null when there is none, or no answer: what follows from that is done. */
  async #receive(
    timeoutSeconds: number,
    options: Pick<CallOptions, 'signal' | 'pipeline'>,
  ): Promise<ReceivedNotification | null> {
    const { clock } = this.#deps
    const { api, signal } = this.#run
    const closing = this.#deps.sink().closing?.()
    const startedAt = clock.monotonic()
    // An idle queue answers only at the end of the wait; that it is being held shows that receiving goes on.
    const cancelWaiting = clock.setTimer(waitingAfterMs, () => {
      this.#run.instance.connection.report({ kind: 'receiveWaiting' })
      this.#wentOn()
      // No commit will come for a while that could take the last deletes along.
      void this.#deps.sink().flush()
    })
    const result = await api.call(
      'receiveNotification',
      { receiveTimeout: timeoutSeconds },
      {
        ...({ priority: 'background', purpose: 'receive' } as const),
        ...options,
        signal: closing === undefined ? signal : AbortSignal.any([signal, closing]),
      },
    )
    cancelWaiting()
    const isCut = signal.aborted || closing?.aborted === true
    if (isCut && (!result.ok || result.value.kind === 'empty')) return null
    if (!result.ok) {
      this.#backlog.ended()
      // A connection that broke under a pair says nothing yet: the queue is asked again on another one.
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
      return null
    }
    this.#backlog.came(tookMs)
    return result.value
  }

  /** After a step that threw: the head of the queue is where it was, and asked for again, less often each time. */
  async recover(error: unknown): Promise<void> {
    this.#deps.logger.error({ instance: this.#run.key, error }, 'a step of the receive loop failed')
    await this.#fail({ operation: 'receiveNotification', kind: 'unreadable', status: 200, text: '', form: 'json' })
  }

  /** Ends the connection and notes the last deletes. */
  async end(): Promise<void> {
    this.#pair.close()
    await this.#deps.sink().flush()
  }

  /** Keeps and deletes one. Returns what came behind the delete, where that was asked for. */
  async #take(received: ReceivedNotification): Promise<ReceivedNotification | null> {
    const persisted = await this.#keep(received)
    if (persisted === null) return null
    const origin = new URL(this.#run.instance.row().apiUrl).origin
    if (
      this.#sameInRow === 0 &&
      this.#backlog.isKnown() &&
      this.#deps.hasRoom() &&
      this.#deps.pipelining.allows(origin) &&
      !this.#run.signal.aborted &&
      (await this.#pair.open(origin))
    ) {
      return await this.#deleteAndReceive(persisted, origin)
    }
    await this.#delete(persisted)
    if (this.#sameInRow >= sameTries) await this.#rest(this.#sameInRow - sameTries + 1)
    return null
  }

  /** Deletes, and asks for the next before that is answered. */
  async #deleteAndReceive(persisted: ToDelete, origin: string): Promise<ReceivedNotification | null> {
    const { pipelining, sink } = this.#deps
    const { next, wasDeleted } = await this.#pair.run(persisted, origin)
    if (next === null || (next.receiptId !== persisted.receiptId && next.text !== persisted.raw)) {
      return next === null || sink().isOpen() ? next : null
    }
    // The answer is as old as the delete was then: what is at the head now is asked for anew.
    if (wasDeleted) pipelining.cameAgain(origin)
    this.#backlog.ended()
    return null
  }

  /** Null when it is not kept, and comes again. */
  async #keep(received: ReceivedNotification): Promise<ToDelete | null> {
    const { clock, meter, sink, logger } = this.#deps
    const { key, instance } = this.#run
    meter.loop('draining')
    this.#instantInRow = 0
    const { isJson } = received
    this.#garbledInRow = isJson ? 0 : this.#garbledInRow + 1
    if (!isJson && this.#garbledInRow < garbledTries) {
      await this.#fail({ operation: 'receiveNotification', kind: 'network', reason: 'cut', mayHaveLeft: true })
      return null
    }
    this.#garbledInRow = 0
    const receivedAt = clock.now()
    const raw = received.text
    this.#sameInRow = raw === this.#lastRaw ? this.#sameInRow + 1 : 0
    if (raw === this.#lastRaw && received.receiptId !== this.#lastReceipt) this.#deps.otherReader.cameAgain()
    else this.#wentOn()
    this.#lastRaw = raw
    this.#lastReceipt = received.receiptId
    let persisted: PersistedNotification | null
    try {
      persisted = await sink().persist({
        raw,
        isJson,
        receiptId: received.receiptId,
        receivedAt,
        isQueueComplete: this.#deps.isQueueComplete(),
      })
    } catch (error) {
      // Not kept, so it stays in the queue and comes again.
      logger.error({ instance: key, error }, 'a notification was not kept')
      if (!isStoreTrouble(error)) await this.#rest(3)
      return null
    }
    // Another desk receives for this instance by now, and gets it.
    if (persisted === null) return null
    this.#aliveAt = clock.monotonic()
    instance.recordReceived(receivedAt)
    const { typeWebhook, serviceAt } = envelopeOf(received.raw)
    meter.recordAnswer(typeWebhook)
    meter.notification(serviceAt === null ? null : serviceAt - instance.row().clockOffsetMs, receivedAt)
    return { persisted, receiptId: received.receiptId, raw, serviceAt }
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

  /** Removes what is on the disk. Tries until the service has answered, or gives up for now: it then comes again. */
  async #delete({ receiptId, persisted, serviceAt }: ToDelete, first: FirstTry = {}): Promise<void> {
    const { clock, otherReader } = this.#deps
    const { api, signal, instance } = this.#run
    let mayBeOurs = false
    for (let attempt = 1; attempt <= 5 && !signal.aborted; attempt++) {
      // Not cut short by the end of the run: a delete under way would make a redelivery of it.
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
        // After a day it leaves the queue by itself.
        const serviceNow = now + instance.row().clockOffsetMs
        const expired = serviceAt !== null && serviceNow - serviceAt > 23.9 * 3_600_000
        if (gone && !expired) {
          otherReader.foundGone(now)
        } else if (!gone && otherReader.deleted(now)) this.#deps.onShared(false)
        return
      }
      // It may have been carried out although no answer came.
      mayBeOurs ||=
        result.error.kind !== 'rateLimited' && !(result.error.kind === 'network' && !result.error.mayHaveLeft)
      const pause = failurePause(result.error, attempt, this.#deps.ids.random())
      instance.connection.report({ kind: 'failed', error: result.error, by: 'receive', retryAt: now + pause })
      this.#deps.meter.loop('backingOff')
      this.#deps.meter.recordAnswer(`delete: ${result.error.kind}`)
      await this.#run.pause(pause)
    }
  }

  async #idle(empty: EmptyWait, tookMs: number): Promise<void> {
    const { clock, meter, sink } = this.#deps
    this.#wentOn()
    meter.recordAnswer(empty.form)
    meter.waited()
    if (clock.monotonic() - this.#aliveAt >= aliveEveryMs || sink().hasMarks()) {
      try {
        await sink().alive(clock.now(), this.#deps.isQueueComplete())
        this.#aliveAt = clock.monotonic()
      } catch (error) {
        this.#deps.logger.warn({ instance: this.#run.key, error }, 'an idle queue was not noted')
      }
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

const firstAnswer = (result: { readonly ok: true } | { readonly ok: false; readonly error: ApiError }): FirstAnswer => {
  if (result.ok) return 'deleted'
  return result.error.kind === 'network' ? 'cut' : 'refused'
}

/** What the loop itself needs of a body; whatever else is in it is read when it is applied. Times are epoch ms. */
function envelopeOf(raw: Json): { readonly typeWebhook: string; readonly serviceAt: number | null } {
  const body = isJsonObject(raw) ? raw : {}
  const { typeWebhook, timestamp } = body
  return {
    typeWebhook: typeof typeWebhook === 'string' ? typeWebhook.slice(0, 200) : '',
    serviceAt: typeof timestamp === 'number' ? serviceTime(timestamp) : null,
  }
}
