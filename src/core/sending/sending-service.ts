import type { AttemptRecord } from '../../api/call.ts'
import type { StoreChange } from '../store/tx.ts'
import type { ChatKey, InstanceKey, MessageKey } from '../../contract/ids.ts'
import type { WaitReason } from '../../contract/statuses.ts'
import { createClockOffset, type ClockOffset } from '../accounts/clock-offset.ts'
import type { InstanceRun } from '../accounts/instance-runtime.ts'
import type { Service } from '../base/core-base.ts'
import type { SendingBase } from './sending-base.ts'
import { createTasks } from '../base/create-tasks.ts'
import { untilStored } from '../store/until-stored.ts'
import { DeliveryTracker } from './delivery-tracker.ts'
import type { LaneClaims } from '../messages/outbox/lane-claims.ts'
import { FileUploader } from './file-uploader.ts'
import type { WindowOriginSources } from '../hosting/window-origin.ts'
import { InstanceSender } from './instance-sender.ts'
import { retryPolicy } from './rules/retry-policy.ts'
import { createRerun } from '../base/create-rerun.ts'
import type { CancelTimer } from '../base/ports.ts'

/** Sends the outboxes of all running instances and tracks the sent messages. */
export interface SendingService extends Service {
  /** Something changed in a lane: a new message, a retry, an edit. */
  wake(lane: { readonly instance: InstanceKey; readonly chat: ChatKey }): void
  /** A message was scheduled. */
  pollSchedule(): void
  /** The person cancels a message: its upload stops. */
  stopUpload(message: MessageKey): void
  /**
   * Runs `work` while no message of the instance is being sent; sends in flight finish first. Other programs and desks
   * are not blocked.
   */
  hold<Result>(instance: InstanceKey, work: () => Promise<Result>): Promise<Result>
  /**
   * Sends what waits only because its send could be undone, before the program ends. Resolves when that is done, or
   * after `retryPolicy.answerGrace`.
   */
  endUndo(): Promise<void>
  /** Upload progress of a message's file, bytes; null while it is not uploading. */
  uploadOf(message: MessageKey): { readonly sent: number; readonly total: number } | null
}

interface Active {
  readonly run: InstanceRun
  readonly sender: InstanceSender
  readonly tracker: DeliveryTracker
  readonly uploader: FileUploader
}

export type SendingPorts = Pick<SendingBase, 'instances' | 'store' | 'clock' | 'logger' | 'emit'> &
  Pick<WindowOriginSources, 'openMedia'> & {
    /** Claims of shared instances; null if this desk is alone. */
    readonly claimsOf: (instance: InstanceKey) => LaneClaims | null
    /** Called when an outcome is stored. */
    readonly onSettled: (instance: InstanceKey) => void
  }

export function createSendingService(ports: SendingPorts): SendingService {
  const { instances, store, clock, logger } = ports
  const active = new Map<InstanceKey, Active>()
  /** Also those whose run has ended, and which wait for an answer. */
  const senders = new Map<InstanceSender, InstanceKey>()
  /** Number of holders that pause an instance's sends. */
  const holds = new Map<InstanceKey, number>()
  /** Messages that were on their way when the program ended are uncertain: recorded once, before any send. */
  const recovered = new Set<InstanceKey>()
  const awaitingAuthorization = new Map<InstanceKey, boolean>()
  const clocks = new Map<InstanceKey, ClockOffset>()
  /** Work that `stop` waits for. */
  const work = createTasks<InstanceKey>((error, instance) =>
    logger.error({ instance, error: String(error) }, 'sending'),
  )
  const stops: (() => void)[] = []
  const stopping = new AbortController()

  const blockedBy = (instance: InstanceKey): WaitReason | null => {
    const now = active.get(instance)
    if (now !== undefined) return now.sender.blockedBy()
    const runtime = instances.get(instance)
    if (runtime === undefined) return null
    if (runtime.row().pausedAt !== null) return { kind: 'paused' }
    return instances.hasToken(instance) ? null : { kind: 'tokenMissing' }
  }

  const setBlockedReason = (instance: InstanceKey) =>
    store.write('sending.setBlockedReason', { instance, waitReason: blockedBy(instance) })
  const keepBlockedReason = (instance: InstanceKey) =>
    untilStored(ports, stopping.signal, () => setBlockedReason(instance))

  /** Not said before it is written down: a store that refuses it now is asked again by the next run. */
  const recover = async (instance: InstanceKey) => {
    if (recovered.has(instance)) return
    await store.write('sending.recover', { instance })
    recovered.add(instance)
  }

  const begin = (run: InstanceRun) => {
    const uploader = new FileUploader(run, ports)
    const sender = new InstanceSender(run, {
      ...ports,
      onUpload: () => uploader.wake(),
      isHeld: () => (holds.get(run.key) ?? 0) > 0,
      claims: () => ports.claimsOf(run.key),
      onOutcome(chat, result) {
        // The run may have ended meanwhile, and another one begun.
        const now = active.get(run.key)
        now?.sender.wake(chat)
        ports.onSettled(run.key)
        if (result.kind === 'accepted') now?.tracker.wake()
      },
    })
    const tracker = new DeliveryTracker(run, { ...ports })
    active.set(run.key, { run, sender, tracker, uploader })
    senders.set(sender, run.key)
    run.signal.addEventListener('abort', () => {
      if (active.get(run.key)?.run !== run) return
      active.delete(run.key)
      work.add(keepBlockedReason(run.key), run.key)
      work.add(
        sender.stop().finally(() => senders.delete(sender)),
        run.key,
      )
      work.add(uploader.ended(), run.key)
    })
    work.add(
      sender.begin(recover).then(() => tracker.wake()),
      run.key,
    )
    work.add(tracker.run(), run.key)
  }

  /** The service holds what it accepted for an instance that is not authorized. */
  const setAwaitingAuthorization = (instance: InstanceKey) => {
    const now = instances.get(instance)?.connection.authorization() === 'notAuthorized'
    if (awaitingAuthorization.get(instance) === now || !active.has(instance)) return
    awaitingAuthorization.set(instance, now)
    const write = () => {
      const held = awaitingAuthorization.get(instance) === true
      return store.write('sending.setAwaitingAuthorization', { instance, held })
    }
    work.add(untilStored(ports, stopping.signal, write), instance)
  }

  /** Places and matches of what is sent need the service's time. */
  const learnClock = (instance: InstanceKey, attempt: AttemptRecord) => {
    const stored = () => instances.get(instance)?.row().clockOffsetMs ?? 0
    const offset = clocks.get(instance) ?? createClockOffset(stored, clock)
    clocks.set(instance, offset)
    const learnt = offset.learn(attempt)
    if (learnt === null) return
    // Before what comes of this answer is written down: its times are the service's.
    work.add(store.write('sending.learnClock', { instance, ...learnt }, { urgent: true }), instance)
  }

  const wake: SendingService['wake'] = ({ instance, chat }) => {
    active.get(instance)?.sender.wake(chat)
    if (blockedBy(instance) !== null) work.add(keepBlockedReason(instance), instance)
  }
  const scheduled = createScheduledSends({ ...ports, wake })

  /** A person may have let programs send again. */
  const wakePrograms = () => {
    for (const [instance, { sender }] of active) {
      const waking = store.read('sending.chatsOfPrograms', { instance }).then((chats) => {
        for (const chat of chats) sender.wake(chat)
      })
      work.add(waking, instance)
    }
  }

  const wakeLanes = (changes: readonly StoreChange[]) => {
    for (const change of changes) {
      if (change.kind === 'lane') {
        const now = active.get(change.instance)
        now?.sender.wake(change.chat)
        // A message whose outcome became unknown is searched for.
        now?.tracker.wake()
      } else if (change.kind === 'settings' || change.kind === 'programs') wakePrograms()
    }
  }

  const settleOne = (instance: InstanceKey) =>
    untilStored(ports, stopping.signal, async () => {
      await recover(instance)
      await setBlockedReason(instance)
    })

  /** Instances without a run show why nothing is sent. */
  const updateIdleInstances = () => {
    for (const { key, run } of instances.list()) {
      if (run() === null) work.add(settleOne(key), key)
    }
  }

  return {
    wake,
    pollSchedule: () => scheduled.schedule(),
    stopUpload(message) {
      for (const { uploader } of active.values()) uploader.stop(message)
    },
    async hold(instance, work) {
      holds.set(instance, (holds.get(instance) ?? 0) + 1)
      try {
        for (const [sender, of] of senders) if (of === instance) await sender.idle()
        return await work()
      } finally {
        holds.set(instance, (holds.get(instance) ?? 1) - 1)
        active.get(instance)?.sender.resume()
      }
    },
    async endUndo() {
      const running = { instances: [...active.keys()] }
      if (!(await store.read('sending.hasUndoable', running))) return
      for (const lane of await store.write('sending.endUndo', running, { urgent: true })) wake(lane)
      const ended = new AbortController()
      await Promise.race([
        Promise.all([...senders.keys()].map((sender) => sender.idle())),
        clock.sleep(retryPolicy.answerGrace, ended.signal),
      ])
      ended.abort()
    },
    uploadOf(message) {
      for (const { uploader } of active.values()) {
        const progress = uploader.progressOf(message)
        if (progress !== null) return progress
      }
      return null
    },
    start() {
      stops.push(
        instances.onRun(begin),
        instances.onRun(() => scheduled.schedule()),
        instances.onConnection(setAwaitingAuthorization),
        instances.onConnection(() => scheduled.schedule()),
        instances.onAttempt(learnClock),
        store.onChanges(wakeLanes),
      )
      updateIdleInstances()
      scheduled.schedule()
    },
    async stop() {
      stopping.abort()
      for (const stop of stops.splice(0)) stop()
      for (const { tracker } of active.values()) tracker.stop()
      await scheduled.stop()
      await Promise.all([...senders.keys()].map((sender) => sender.stop(retryPolicy.answerGrace)))
      await work.ended()
    },
  }
}

interface ScheduledSends {
  /** Something was scheduled, or an instance may have become ready. */
  schedule(): void
  /** Resolves when nothing is under way any more. */
  stop(): Promise<void>
}

interface Ports extends Pick<SendingBase, 'store' | 'clock' | 'logger' | 'instances'>, Pick<SendingService, 'wake'> {}

/**
 * Puts messages into their lanes when their time comes. One timer serves all; the times themselves are in the store.
 */
function createScheduledSends({ store, clock, logger, instances, wake }: Ports): ScheduledSends {
  const stopping = new AbortController()
  let cancel: CancelTimer = () => undefined

  const release = async () => {
    const ready = instances
      .list()
      .filter((one) => one.run() !== null && one.connection.authorization() !== 'notAuthorized')
      .map(({ key }) => key)
    const { lateMessages: late } = await store.read('settings.get', undefined)
    const { lanes, nextAt } = await store.write('sending.releaseDue', { ready, late })
    for (const lane of lanes) wake(lane)
    return nextAt
  }

  /** Looks at the clock alone until the time has come. */
  const waitFor = (nextAt: number | null) => {
    cancel()
    if (nextAt === null || stopping.signal.aborted) return
    const leftMs = Math.max(1, nextAt - clock.now())
    cancel = clock.setTimer(Math.min(leftMs, retryPolicy.scheduleCheck), () => {
      // oxlint-disable-next-line clocks/monotonic -- a person set that time
      if (clock.now() >= nextAt) schedule()
      else waitFor(nextAt)
    })
  }

  const poll = async () => {
    if (stopping.signal.aborted) return
    await untilStored({ store, clock }, stopping.signal, async () => waitFor(await release())).catch((error: unknown) =>
      logger.error({ error: String(error) }, 'scheduled messages'),
    )
  }
  const run = createRerun(poll)
  const schedule = () => void run()

  return {
    schedule,
    async stop() {
      stopping.abort()
      cancel()
      await run()
    },
  }
}
