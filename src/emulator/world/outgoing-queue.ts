import type { CancelTimer, EmulatorClock } from '../clock.ts'

/** A message is kept for 24 hours before it is dropped (service 3 and 8). */
export const outgoingRetentionMs = 24 * 60 * 60 * 1000

export interface OutgoingQueueRules<Job> {
  readonly clock: EmulatorClock
  /** Milliseconds between two messages that leave. */
  intervalMs(): number
  /** Milliseconds for which "typing" is shown before it leaves. */
  typingMs(job: Job): number
  /** False holds everything. */
  mayLeave(): boolean
  leave(job: Job): void
  expire(job: Job): void
}

/** The outgoing queue of one instance: paced, held without authorization, kept for 24 hours (service 3). */
export class OutgoingQueue<Job> {
  readonly #rules: OutgoingQueueRules<Job>
  #jobs: { readonly job: Job; readonly at: number; readonly cancelExpiry: CancelTimer }[] = []
  #lastLeft = -Infinity
  #cancel: CancelTimer | undefined

  constructor(rules: OutgoingQueueRules<Job>) {
    this.#rules = rules
  }

  list(): readonly Job[] {
    return this.#jobs.map((entry) => entry.job)
  }

  push(job: Job): void {
    const { clock } = this.#rules
    const entry = {
      job,
      at: clock.now(),
      cancelExpiry: clock.after(outgoingRetentionMs, () => {
        this.#jobs = this.#jobs.filter((other) => other !== entry)
        this.#rules.expire(job)
      }),
    }
    this.#jobs.push(entry)
    this.run()
  }

  /** Checks again whether a message may leave, after a change of state or interval. */
  run(): void {
    this.#cancel?.()
    this.#cancel = undefined
    if (this.#jobs.length === 0 || !this.#rules.mayLeave()) return
    const [head] = this.#jobs
    const freeAt = Math.max(this.#lastLeft + this.#rules.intervalMs(), head?.at ?? 0)
    const wait = freeAt + (head === undefined ? 0 : this.#rules.typingMs(head.job)) - this.#rules.clock.now()
    this.#cancel = this.#rules.clock.after(Math.max(0, wait), () => this.#leave())
  }

  /** Removes all entries and returns them. */
  clear(): readonly Job[] {
    const dropped = this.list()
    for (const entry of this.#jobs) entry.cancelExpiry()
    this.#jobs = []
    this.#cancel?.()
    return dropped
  }

  #leave(): void {
    const entry = this.#jobs.shift()
    if (!entry) return
    entry.cancelExpiry()
    this.#lastLeft = this.#rules.clock.now()
    this.#rules.leave(entry.job)
    this.run()
  }
}
