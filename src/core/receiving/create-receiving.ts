import type { InstanceKey, JournalKey } from '../../contract/ids.ts'
import type { InstanceRun, InstanceRuntime } from '../accounts/instance-runtime.ts'
import type { Service } from '../base/core-base.ts'
import type { ReceivingBase } from './receiving-base.ts'
import { createSignal } from '../base/create-signal.ts'
import { createTasks } from '../base/create-tasks.ts'
import type { AccountChange, Applied } from './tx/apply-notification.ts'
import { createNotices } from './create-notices.ts'
import type { Inbox } from './create-inbox.ts'
import { createDiskSink } from './notification-sink.ts'
import type { NotificationSink } from './notification-sink.ts'
import { createOtherReader } from './other-reader.ts'
import type { OtherReader } from './other-reader.ts'
import { createPipelining } from './pipelining.ts'
import { createQueueMeter } from './queue-meter.ts'
import type { QueueMeter } from './queue-meter.ts'
import { receiveLoop } from './receive-loop.ts'
import { watchInstanceSettings } from './watch-instance-settings.ts'
import type { InstanceSettingsWatch } from './watch-instance-settings.ts'

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
    const diskSink = createDiskSink({
      store,
      logger,
      instance: key,
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
      isQueueComplete: () => !otherReader.suspected() && settings.isComplete(),
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
