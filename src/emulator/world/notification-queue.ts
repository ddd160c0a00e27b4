import type { EmulatorClock } from '../clock.ts'

/** One queued notification (service 2.9). `at` is when it entered the queue, epoch milliseconds. */
export interface QueuedNotification {
  readonly receiptId: number
  readonly body: unknown
  readonly at: number
}

/** Why a wait ended without a notification. */
export type WaitEnd = 'timeout' | 'closed'

export type DeleteResult = 'deleted' | 'unknown'

export interface QueueEvents {
  queued(notification: QueuedNotification): void
  deleted(receiptId: number): void
  expired(receiptId: number): void
}

/** The receiver's disconnect. */
export interface ReceiverDeparture {
  readonly isGone: boolean
  listen(listener: () => void): () => void
}

/** Notifications are kept for 24 hours (service 8). */
export const notificationRetentionMs = 24 * 60 * 60 * 1000

/**
 * The notification queue of one instance: first in, first out. The head stays until it is deleted; notifications older
 * than 24 hours expire (service 3 and 4.7).
 */
export class NotificationQueue {
  readonly #clock: EmulatorClock
  readonly #events: QueueEvents
  #entries: QueuedNotification[] = []
  #first = 0
  #nextReceipt = 1
  readonly #waits = new Set<(end: QueuedNotification | WaitEnd) => void>()

  constructor(clock: EmulatorClock, events: QueueEvents) {
    this.#clock = clock
    this.#events = events
  }

  /** How many notifications wait. */
  get size(): number {
    this.#expire()
    return this.#entries.length - this.#first
  }

  /** The waiting notifications, oldest first. */
  list(): readonly QueuedNotification[] {
    this.#expire()
    return this.#entries.slice(this.#first)
  }

  /** Puts a notification at the end and wakes every waiting poll. */
  push(body: unknown): QueuedNotification {
    this.#expire()
    const entry: QueuedNotification = { receiptId: this.#nextReceipt, body, at: this.#clock.now() }
    this.#nextReceipt += 1
    this.#entries.push(entry)
    this.#events.queued(entry)
    const head = this.#entries[this.#first]
    if (head) this.#wake(head)
    return entry
  }

  /** The oldest notification, without removing it. */
  head(): QueuedNotification | undefined {
    this.#expire()
    return this.#entries[this.#first]
  }

  /** The head at once, or the first notification that arrives within `ms` emulated milliseconds. */
  receive(ms: number, departure: ReceiverDeparture): Promise<QueuedNotification | WaitEnd> {
    const head = this.head()
    if (head) return Promise.resolve(head)
    if (departure.isGone) return Promise.resolve('closed')
    return new Promise((resolve) => {
      const end = (result: QueuedNotification | WaitEnd): void => {
        cancel()
        forget()
        this.#waits.delete(end)
        resolve(result)
      }
      const forget = departure.listen(() => end('closed'))
      const cancel = this.#clock.after(ms, () => end('timeout'))
      this.#waits.add(end)
    })
  }

  /** How many polls wait at this moment. */
  get waiting(): number {
    return this.#waits.size
  }

  /** Removes one notification for good. A second delete of the same receipt, or an unknown one, changes nothing. */
  delete(receiptId: number): DeleteResult {
    this.#expire()
    const isHead = this.#entries[this.#first]?.receiptId === receiptId
    const index = isHead
      ? this.#first
      : this.#entries.findIndex((entry, at) => at >= this.#first && entry.receiptId === receiptId)
    if (index < 0) return 'unknown'
    if (index === this.#first) this.#dropHead()
    else this.#entries.splice(index, 1)
    this.#events.deleted(receiptId)
    return 'deleted'
  }

  /** Gives the head a new receipt, as a redelivery does, and invalidates the old one. */
  redeliverHead(): QueuedNotification | undefined {
    const head = this.head()
    if (!head) return undefined
    const again: QueuedNotification = { ...head, receiptId: this.#nextReceipt }
    this.#nextReceipt += 1
    this.#entries[this.#first] = again
    return again
  }

  /** Ends every waiting poll without a notification, so that the next one is checked again. */
  endWaits(): void {
    for (const end of [...this.#waits]) end('closed')
  }

  clear(): void {
    this.#entries = []
    this.#first = 0
  }

  #wake(head: QueuedNotification): void {
    for (const end of [...this.#waits]) end(head)
  }

  #dropHead(): void {
    this.#first += 1
    if (this.#first < 1024 || this.#first * 2 < this.#entries.length) return
    this.#entries = this.#entries.slice(this.#first)
    this.#first = 0
  }

  #expire(): void {
    const oldest = this.#clock.now() - notificationRetentionMs
    for (let head = this.#entries[this.#first]; head && head.at <= oldest; head = this.#entries[this.#first]) {
      this.#dropHead()
      this.#events.expired(head.receiptId)
    }
  }
}
