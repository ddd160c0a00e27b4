import type { InstanceKey } from '../../contract/ids.ts'
import type { ReceivingBase } from './receiving-base.ts'
import type { Absence } from '../accounts/tx/queue-coverage.ts'
import type { DeleteMark } from '../journal/tx/journal-row.ts'
import type { ReceivedBody } from './tx/inbox.ts'

/** A notification as the receive loop has it. */
type Received = Omit<ReceivedBody, 'instance'>

/** A notification that can't be lost any more: it may be deleted at the service. */
export interface PersistedNotification {
  /** The service has answered the delete. `at`: epoch ms. It is noted with what is kept next, or at `flush`. */
  deleted(result: DeleteMark['result'], at: number): void
}

/**
 * Where one instance's notifications are kept before they are deleted at the service: on this disk, or in the journal
 * of a team, from which every desk takes them (ADR 0025).
 */
export interface NotificationSink {
  /** Whether something can be kept now. What can't be kept must not be taken. */
  isOpen(): boolean
  /**
   * Aborts when nothing can be kept any more, so that no wait at the queue takes what is another reader's. Absent: it
   * needs none.
   */
  closing?(): AbortSignal | undefined
  /** Resolves when something may be kept, or when `signal` aborts: ask `isOpen` again. */
  untilOpen(signal: AbortSignal): Promise<void>
  /**
   * Null: another desk receives for this instance by now, so nothing was kept. Rejects when it can't be said that it is
   * kept.
   */
  persist(received: Received): Promise<PersistedNotification | null>
  /** The queue was empty, and was read. `at`: epoch ms. */
  alive(at: number, isQueueComplete: boolean): Promise<void>
  /** Whether a delete is answered that nothing has noted yet. */
  hasMarks(): boolean
  /** Notes deletes that were answered last: when the queue rests, and when the loop ends. Never rejects. */
  flush(): Promise<void>
}

export interface DiskSinkOptions extends Pick<ReceivingBase, 'store' | 'logger'> {
  readonly instance: InstanceKey
  /** Aborts when a team receives for the instance from now on. */
  readonly closing: () => AbortSignal
  /** A notification is in the inbox. */
  readonly onPersisted: () => void
  readonly onAbsence: (absence: NonNullable<Absence>) => void
}

/** Keeps in the inbox of this desk (ADR 0022). */
export function createDiskSink(options: DiskSinkOptions): NotificationSink {
  const { instance, closing, store, logger, onPersisted, onAbsence } = options
  /** Answered deletes that no commit has noted yet. */
  let marks: DeleteMark[] = []
  /** Takes the marks along; they come back when the work fails. */
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
  return {
    isOpen: () => store.state() === 'ok',
    closing,
    untilOpen: (signal) => store.whenOk(signal),
    async persist(received) {
      const { event } = await withMarks((deleted) =>
        store.write('receiving.persist', { ...received, instance, deleted }),
      )
      onPersisted()
      return { deleted: (result, at) => void marks.push({ event, result, at }) }
    },
    async alive(at, isQueueComplete) {
      const { absence } = await withMarks((deleted) =>
        store.write('receiving.alive', { instance, at, isQueueComplete, deleted }),
      )
      if (absence !== null) onAbsence(absence)
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
