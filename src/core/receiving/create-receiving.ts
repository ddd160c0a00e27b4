import type { InstanceKey, JournalKey } from '../../contract/ids.ts'
import type { InstanceRun, InstanceRuntime } from '../accounts/instance-runtime.ts'
import type { Service } from '../base/core-base.ts'
import type { ReceivingBase } from './receiving-base.ts'
import { createSignal } from '../base/create-signal.ts'
import { createTasks } from '../base/create-tasks.ts'
import type { AccountChange, Applied } from './tx/apply-notification.ts'
import { createNotices } from './create-notices.ts'
import type { Inbox } from './follower.ts'
import { createDiskSink, createIdleQueues, type NotificationSink } from './notification-sink.ts'
import { createOtherReader, type OtherReader } from './other-reader.ts'
import { createPipelining } from './pipelining.ts'
import { createQueueMeter, type QueueMeter } from './queue-meter.ts'
import { receiveLoop } from './receive-loop.ts'
import { learnSettings } from '../accounts/learn-settings.ts'
import { allMessagesOn } from '../accounts/rules/notification-switches.ts'

export interface ReceivingOptions extends ReceivingBase {
  /** Of this program. */
  readonly version: string
  /** The sink of a shared instance; null if this desk receives it alone. Called for each notification. */
  readonly sharedSink: (instance: InstanceKey) => NotificationSink | null
  /** Calls `listener` when `sharedSink` may return another sink. Returns the unsubscribe function. */
  readonly onSharedSinksChanged: (listener: () => void) => () => void
  readonly inbox: Inbox
}

export interface ReceivingService extends Service {
  /** The state of an instance's loop, in memory; undefined if it never ran. */
  health(instance: InstanceKey): ReturnType<QueueMeter['read']> | undefined
  /** How many notifications are stored and wait to be applied, by instance. */
  countWaiting(signal: AbortSignal): Promise<ReadonlyMap<InstanceKey, number>>
  /** Tries events of the journal again that could not be applied. */
  applyAgain(
    events: readonly JournalKey[],
    options?: { readonly urgent?: boolean },
  ): Promise<{ readonly applied: number; readonly left: number }>
  /** Called after the commit of what each notification brought. */
  onApplied(listener: (instance: InstanceKey, applied: Applied) => void): () => void
}

/** Receives for all instances: one loop each, independent of each other (architecture 5). */
export function createReceiving(options: ReceivingOptions): { readonly service: ReceivingService } {
  const { clock, store, logger, instances, version, sharedSink, onSharedSinksChanged, inbox } = options
  const meters = new Map<InstanceKey, QueueMeter>()
  const readers = new Map<InstanceKey, OtherReader>()
  const watches = new Map<InstanceKey, InstanceSettingsWatch>()
  const loops = createTasks<InstanceKey>((error, instance) =>
    logger.error({ instance, error }, 'a receive loop ended by itself'),
  )
  const applied = createSignal<[InstanceKey, Applied]>()
  const notices = createNotices(options)
  const pipelining = createPipelining(options)
  const idleQueues = createIdleQueues(clock)
  let stopListening: (() => void) | null = null

  const meterOf = (key: InstanceKey) => getOrCreate(meters, key, () => createQueueMeter(clock))
  const readerOf = (key: InstanceKey) => getOrCreate(readers, key, createOtherReader)

  const endCoverage = (key: InstanceKey) => {
    store.write('receiving.endCoverage', { instance: key }).catch((error: unknown) => {
      logger.warn({ instance: key, error }, 'the end of the queue was not noted')
    })
  }

  const onApplied = (one: Applied) => {
    const instance = instances.get(one.instance)
    if (instance === undefined) return
    const settings = watches.get(one.instance)
    if (one.absence !== null) inbox.absences.emit(one.instance, one.absence)
    if (one.account !== null) {
      reportChange(instance, one.account, one.serviceAt, clock.now())
      settings?.changed()
    }
    if (one.typeWebhook === 'incomingMessageReceived') settings?.messageCame(ownTime(instance, one.serviceAt))
    notices.add(one.instance, one.noticeCandidates)
    applied.emit(one.instance, one)
  }
  inbox.applied.listen(onApplied)

  const begin = (run: InstanceRun) => {
    const { key, instance } = run
    if (instance.row().mode === 'sendOnly') {
      endCoverage(key)
      return
    }
    const otherReader = readerOf(key)
    const settings = watchInstanceSettings(run, options)
    watches.set(key, settings)
    let alone = new AbortController()
    const stopWatching = onSharedSinksChanged(() => {
      // A long poll that this desk began alone would take notifications from the team's reader.
      if (sharedSink(key) !== null) alone.abort()
    })
    const isQueueComplete = () => !otherReader.suspected() && settings.isComplete()
    const diskSink = createDiskSink({
      store,
      logger,
      instance: key,
      idleQueues,
      isQueueComplete,
      closing() {
        // Asked for while this desk receives alone, perhaps again.
        if (alone.signal.aborted) alone = new AbortController()
        return alone.signal
      },
      onPersisted: () => inbox.countPersisted(),
      onAbsence: (absence) => inbox.absences.emit(key, absence),
    })
    const loop = receiveLoop(run, {
      ...options,
      sink: () => sharedSink(key) ?? diskSink,
      meter: meterOf(key),
      otherReader,
      pipelining,
      isQueueComplete,
      hasRoom: () => inbox.hasRoom(),
      untilRoom: () => inbox.untilRoom(run.signal),
      onShared(seen) {
        instance.connection.report({ kind: 'sharedQueue', seen })
        if (seen) endCoverage(key)
      },
      onSettingsInDoubt: () => settings.inDoubt(),
      onWebhookSet() {
        endCoverage(key)
        settings.inDoubt()
      },
    })
    loops.add(
      loop.finally(() => {
        stopWatching()
        idleQueues.forget(key)
        if (watches.get(key) === settings) watches.delete(key)
      }),
      key,
    )
  }

  return {
    service: {
      health: (instance) => meters.get(instance)?.read(),
      async countWaiting(signal) {
        const rows = await store.read('receiving.waiting', undefined, { signal })
        return new Map(rows.map(({ instance, count }) => [instance, count]))
      },
      applyAgain: (events, options) => store.write('receiving.applyAgain', { events, version }, options),
      onApplied: applied.listen,
      start() {
        notices.start()
        inbox.start()
        pipelining.start()
        stopListening = instances.onRun(begin)
      },
      async stop() {
        stopListening?.()
        await loops.ended()
        idleQueues.stop()
        await inbox.stop()
        notices.stop()
      },
    },
  }
}

/** The service's time by our clock, epoch ms. */
const ownTime = ({ row }: InstanceRuntime, serviceAt: number | null): number | null =>
  serviceAt === null ? null : serviceAt - row().clockOffsetMs

/** The account state that a notification reports. */
function reportChange(instance: InstanceRuntime, change: AccountChange, serviceAt: number | null, now: number): void {
  const at = ownTime(instance, serviceAt) ?? now
  if (change.kind === 'state') instance.connection.report({ kind: 'stateInstance', state: change.state, at })
  else instance.connection.report({ kind: 'quota', operation: change.method, text: change.text, at })
}

function getOrCreate<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = create()
  map.set(key, made)
  return made
}

/** Somebody may change the settings elsewhere, and nothing tells: they are read again so often, ms. */
const everyMs = 30 * 60_000
/** At most so often while something about the queue looks odd, ms. */
const inDoubtMs = 5 * 60_000
/** At most so often when the account changed its state or the person asks, ms. */
const immediateMs = 10_000

interface InstanceSettingsWatch {
  /** Whether every message comes through the queue, as far as the settings say. */
  isComplete(): boolean
  /** Something about the queue looks odd. */
  inDoubt(): void
  /** The account changed its state: a change of settings restarts it. */
  changed(): void
  /** An incoming message was received. @param at when it was written, epoch ms; null when that is unknown */
  messageCame(at: number | null): void
}

/**
 * Reads getSettings where it exists: whether notifications of messages are on, and whether a webhook URL is set
 * (service 10.3). Asks at the start of a run, on a schedule, after a change of state, when the person asks to try now,
 * and when something looks odd. Where messages no longer come through the queue, what came since they were last known
 * to is no longer taken for complete.
 */
function watchInstanceSettings(
  run: InstanceRun,
  deps: Pick<ReceivingBase, 'clock' | 'store' | 'logger'>,
): InstanceSettingsWatch {
  const { instance, optional, signal, key } = run
  const { clock, store, logger } = deps
  let askedAt = -Infinity
  let asking = false
  /** When the newest answer was asked for, epoch ms; the service's times are whole seconds. */
  let readAt = Infinity
  /** At once, not when the row is read again: what is received meanwhile must not count as complete. */
  let isComplete = allMessagesOn(instance.row().settings)
  /** When all was on for certain, epoch ms: the run before looked at least so often. */
  let completeAt = (instance.row().lastAnswerAt ?? 0) - everyMs

  const ask = async () => {
    const now = clock.now()
    if (signal.aborted) return
    const options = { priority: 'background', purpose: 'receive.settings', signal } as const
    const result = await optional.ask('getSettings', {}, options)
    if (result === 'absent' || !result.ok) return
    readAt = Math.floor(now / 1000) * 1000
    isComplete = allMessagesOn(result.value)
    if (isComplete) completeAt = now
    else await store.write('receiving.endCoverage', { instance: key, at: completeAt })
    await learnSettings(run, store, result.value)
  }

  const check = (againAfterMs: number) => {
    if (asking || clock.monotonic() - askedAt < againAfterMs) return
    asking = true
    askedAt = clock.monotonic()
    ask()
      .catch((error: unknown) => logger.warn({ instance: key, error }, 'settings were not read'))
      .finally(() => {
        asking = false
      })
  }

  const keepChecking = async () => {
    while (!signal.aborted) {
      check(immediateMs)
      await run.pause(everyMs)
    }
  }
  void keepChecking()
  let authorization = instance.connection.authorization()
  const stopListening = instance.connection.onChange(() => {
    const before = authorization
    authorization = instance.connection.authorization()
    if (authorization === 'authorized' && before === 'notAuthorized') check(immediateMs)
  })
  signal.addEventListener('abort', stopListening, { once: true })
  return {
    isComplete: () => isComplete,
    inDoubt: () => check(inDoubtMs),
    changed: () => check(immediateMs),
    messageCame(at) {
      // A message from before the settings were read may have waited in the queue.
      if (at === null || at < readAt || instance.connection.state().kind !== 'notificationsOff') return
      instance.connection.report({ kind: 'notifications', on: true })
      check(immediateMs)
    },
  }
}
