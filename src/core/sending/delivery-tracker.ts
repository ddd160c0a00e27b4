import type { SendingStore } from './sending-base.ts'
import { backOff } from '../../api/limits/back-off.ts'
import type { ApiError } from '../../api/answers/api-error.ts'
import type { InputOf } from '../../api/operations.ts'
import { isTransient } from '../../api/limits/retry.ts'
import type { MessageKey } from '../../contract/ids.ts'
import type { InstanceRun } from '../accounts/instance-runtime.ts'
import type { Clock, Logger } from '../base/ports.ts'
import {
  longestGapMs,
  lookBackMinutes,
  refreshGapMs,
  refreshWindowMs,
} from '../messages/statuses/rules/refresh-schedule.ts'
import { askQueue } from './ask-queue.ts'
import { askRecords, type RecordOperation } from './ask-records.ts'
import { createKnownRecords, type KnownRecords } from './known-records.ts'
import type { DueCheck } from './tx/delivery-checks.ts'
import { retryPolicy } from './rules/retry-policy.ts'

export interface DeliveryTrackerPorts {
  readonly store: SendingStore
  readonly clock: Clock
  readonly logger: Logger
}

/** Messages of a chat's history that are searched for an uncertain one. */
const historyCount = 100
const purpose = 'sending.follow'

/**
 * Tracks the sent messages of one instance during one run: polls statuses on schedule (architecture 7), and searches
 * for uncertain messages (architecture 6). One call of lastOutgoingMessages covers all that are due.
 */
export class DeliveryTracker {
  readonly #run: InstanceRun
  readonly #ports: DeliveryTrackerPorts
  readonly #stopped = new AbortController()
  readonly #known: KnownRecords
  readonly #signal: AbortSignal
  #wake = new AbortController()
  /** Failed polls in a row. */
  #failures = 0
  /** The service refused its journal: the look-back is limited to messages still tracked. */
  #journalFailed = false

  constructor(run: InstanceRun, ports: DeliveryTrackerPorts) {
    this.#run = run
    this.#ports = ports
    this.#known = createKnownRecords(() => ports.clock.now())
    this.#signal = AbortSignal.any([run.signal, this.#stopped.signal])
    const endConnection = run.instance.connection.onChange((state, before) => {
      if (before.kind === 'unreachable' && state.kind !== 'unreachable') this.wake()
    })
    this.#signal.addEventListener('abort', endConnection)
  }

  /** Something may fall due earlier than was known. */
  wake(): void {
    this.#wake.abort()
  }

  stop(): void {
    this.#stopped.abort()
  }

  async run(): Promise<void> {
    while (!this.#signal.aborted) {
      this.#wake = new AbortController()
      const restMs = await this.#poll().catch((error: unknown) => {
        this.#ports.logger.warn({ instance: this.#run.key, error: String(error) }, 'following sent messages')
        return this.#failed()
      })
      await this.#rest(restMs)
    }
  }

  /** Runs one round. Gives the time until the next one, ms. */
  async #poll(): Promise<number> {
    const { store, clock } = this.#ports
    const instance = this.#run.key
    const { at, due, nextAt } = await store.read('sending.dueChecks', { instance })
    if (due.length === 0)
      return nextAt === null ? retryPolicy.trackingRest : Math.min(Math.max(1, nextAt - clock.now()), longestGapMs)

    const since = Math.min(...due.map((check) => check.since))
    const uncertain = due.filter((check) => check.kind === 'uncertain')
    // The queue adds detail; a poll without it is complete.
    const mayBeQueued = due.some((check) => check.kind === 'uncertain' || check.mayWait)
    const inQueue = mayBeQueued ? await this.#askQueue() : null
    // The month's calls are few, or used up: the messages stay due.
    const restMs = this.#run.instance.budget.restMs('lastOutgoingMessages', 'statuses')
    if (restMs > 0) return Math.min(restMs, longestGapMs)
    const from = this.#journalFailed ? Math.max(since, clock.now() - refreshWindowMs) : since
    const minutes = lookBackMinutes(from, clock.now())
    const journalError = await this.#ask('lastOutgoingMessages', { minutes }, uncertain.length > 0)
    this.#journalFailed = journalError !== null && mayHaveArrived(journalError)
    const errors = [journalError]
    const open = await store.read('sending.stillUncertain', { messages: uncertain.map((check) => check.message) })
    // After a day a message is searched in its chat once more, before it counts as expired.
    const inChats = due.filter((check) => open.includes(check.message) || (check.last && check.mayWait))
    for (const chatId of new Set(inChats.map((check) => check.chatId))) {
      const error = await this.#ask('getChatHistory', { chatId, count: historyCount }, open.length > 0, chatId)
      // A chat's history may be refused permanently; the journal has covered its messages.
      if (error !== null && mayPass(error)) errors.push(error)
    }
    if (this.#signal.aborted || errors.some((error) => error !== null)) return this.#failed()
    this.#failures = 0
    await store.write('sending.recordChecks', { instance, at, since, uncertain: keysOf(uncertain), inQueue })
    return refreshGapMs
  }

  /** Gives the error, or null. */
  #ask<Name extends RecordOperation>(
    name: Name,
    input: InputOf<Name>,
    waitedFor: boolean,
    chatId: string | null = null,
  ): Promise<ApiError | null> {
    return askRecords(this.#run, this.#ports, {
      name,
      input,
      chatId,
      priority: waitedFor ? 'view' : 'background',
      purpose,
      signal: this.#signal,
      ...(name === 'lastOutgoingMessages' ? { known: this.#known } : {}),
    })
  }

  /** Gives our messages in the service's queue; null where it was not given, or not all of it. */
  async #askQueue(): Promise<readonly MessageKey[] | null> {
    const asked = await askQueue(this.#run, this.#ports, { priority: 'background', purpose, signal: this.#signal })
    return 'error' in asked || !asked.isWhole ? null : asked.messages
  }

  #failed(): number {
    this.#failures += 1
    return backOff(retryPolicy.tracking, this.#failures)
  }

  async #rest(ms: number): Promise<void> {
    const gap = Math.min(ms, refreshGapMs)
    // A stream of sends must not cause a stream of polls.
    await this.#ports.clock.sleep(gap, this.#signal)
    if (ms > gap) await this.#ports.clock.sleep(ms - gap, AbortSignal.any([this.#signal, this.#wake.signal]))
  }
}

/** No answer, or one that another poll may not get. */
const mayPass = (error: ApiError): boolean =>
  error.kind !== 'overBudget' && (!('status' in error) || isTransient(error))

const mayHaveArrived = (error: ApiError): boolean => (error.kind === 'network' ? error.mayHaveLeft : 'status' in error)

const keysOf = (checks: readonly DueCheck[]): readonly MessageKey[] => checks.map((check) => check.message)
