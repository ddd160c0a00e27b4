import type { InstanceKey } from '../../contract/ids.ts'
import type { Clock } from '../base/ports.ts'
import type { ReceivingBase } from './receiving-base.ts'
import type { Absence } from '../accounts/tx/queue-coverage.ts'
import type { DeleteMark } from '../journal/tx/journal-row.ts'
import type { ReceivedBody } from './tx/inbox.ts'

/** A notification as the receive loop has it. */
type Received = Omit<ReceivedBody, 'instance'>

/** A durably stored notification: it may be deleted at the service. */
export interface PersistedNotification {
  /** Records the service's answer to the delete. `at`: epoch ms. Written with the next notification, or at `flush`. */
  deleted(result: DeleteMark['result'], at: number): void
}

/**
 * Stores one instance's notifications before they are deleted at the service: on this disk, or in a team's journal,
 * which every desk follows (ADR 0025).
 */
export interface NotificationSink {
  /** Whether it can store now. Without that nothing may be taken from the queue. */
  isOpen(): boolean
  /**
   * Aborts when it can't store any more, so that no long poll takes notifications of another reader. Absent: never
   * needed.
   */
  closing?(): AbortSignal | undefined
  /** Resolves when it may be open, or when `signal` aborts: call `isOpen` again. */
  untilOpen(signal: AbortSignal): Promise<void>
  /**
   * Stores a notification. Null: another desk receives for this instance by now, so nothing was stored. Rejects if it
   * is unknown whether it was stored.
   */
  persist(received: Received): Promise<PersistedNotification | null>
  /** Records, at once or within minutes, that the queue was read and empty. `at`: epoch ms. */
  alive(at: number, isQueueComplete: boolean): Promise<void>
  /** Whether an answered delete is not stored yet. */
  hasMarks(): boolean
  /** Stores the last answered deletes: when the queue is idle, and when the loop ends. Never rejects. */
  flush(): Promise<void>
}

/**
 * How long the disk may lag behind an idle queue, ms. Statuses count as coming while it was read in the last ten
 * minutes (refresh-status.ts).
 */
const idleLagMs = 240_000

/** Gathers writes about idle queues, so that all instances wake the store once. */
export interface IdleQueues {
  /** Replaces an earlier write of the instance that did not happen yet. */
  later(instance: InstanceKey, write: () => void): void
  forget(instance: InstanceKey): void
  stop(): void
}

export function createIdleQueues(clock: Pick<Clock, 'setTimer'>): IdleQueues {
  const writes = new Map<InstanceKey, () => void>()
  let cancelTimer: (() => void) | undefined
  const writeAll = (): void => {
    cancelTimer = undefined
    for (const write of writes.values()) write()
    writes.clear()
  }
  return {
    later(instance, write) {
      writes.set(instance, write)
      cancelTimer ??= clock.setTimer(idleLagMs, writeAll)
    },
    forget: (instance) => void writes.delete(instance),
    stop: () => cancelTimer?.(),
  }
}

export interface DiskSinkOptions extends Pick<ReceivingBase, 'store' | 'logger'> {
  readonly instance: InstanceKey
  readonly idleQueues: IdleQueues
  readonly isQueueComplete: () => boolean
  /** Aborts when a team receives for the instance from now on. */
  readonly closing: () => AbortSignal
  /** A notification is in the inbox. */
  readonly onPersisted: () => void
  readonly onAbsence: (absence: NonNullable<Absence>) => void
}

/** Stores into the inbox of this desk (ADR 0022). */
export function createDiskSink(options: DiskSinkOptions): NotificationSink {
  const { instance, idleQueues, closing, store, logger, onPersisted, onAbsence } = options
  /** The queue was found empty, and that is stored. */
  let wasEmpty = false
  /** Answered deletes that no commit contains yet. */
  let marks: DeleteMark[] = []
  /** Passes the marks to a write, and restores them if it fails. */
  const withMarks = async <Result>(work: (deleted: readonly DeleteMark[]) => Promise<Result>): Promise<Result> => {
    const deleted = marks
    marks = []
    try {
      return await work(deleted)
    } catch (error) {
      marks = [...deleted, ...marks]
      throw error
    }
  }
  const writeAlive = async (at: number, isQueueComplete: boolean): Promise<void> => {
    const { absence } = await withMarks((deleted) =>
      store.write('receiving.alive', { instance, at, isQueueComplete, deleted }),
    )
    wasEmpty = true
    if (absence !== null) onAbsence(absence)
  }
  return {
    isOpen: () => store.state() === 'ok',
    closing,
    untilOpen: (signal) => store.whenOk(signal),
    async persist(received) {
      // Of before this notification.
      idleQueues.forget(instance)
      const { event } = await withMarks((deleted) =>
        store.write('receiving.persist', { ...received, instance, deleted }),
      )
      onPersisted()
      return { deleted: (result, at) => void marks.push({ event, result, at }) }
    },
    async alive(at, isQueueComplete) {
      if (!wasEmpty || marks.length > 0) return await writeAlive(at, isQueueComplete)
      idleQueues.later(instance, () => {
        writeAlive(at, isQueueComplete && options.isQueueComplete()).catch((error: unknown) => {
          logger.warn({ instance, error }, 'an idle queue was not noted')
        })
      })
    },
    hasMarks: () => marks.length > 0,
    async flush() {
      if (marks.length === 0) return
      try {
        await withMarks((deleted) => store.write('receiving.markDeleted', { instance, deleted }))
      } catch (error) {
        // Unconfirmed deletes only mean that a redelivery would be recognised as one.
        logger.warn({ instance, error }, 'deletes were not noted')
      }
    },
  }
}
