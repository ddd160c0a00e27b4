import { createHash } from 'node:crypto'
import { createRandom, type Random } from './random.ts'

/**
 * Whom an event belongs to: a process, a thread of it, the service, the script. Events of a dead owner never run. That
 * is what a kill is: no line after any `await` of it runs.
 */
export interface Owner {
  readonly name: string
  readonly parent: Owner | null
  isDead: boolean
}

export const createOwner = (name: string, parent: Owner | null = null): Owner => ({ name, parent, isDead: false })

export const isAlive = (owner: Owner | null): boolean => owner === null || (!owner.isDead && isAlive(owner.parent))

const isWithin = (owner: Owner | null, root: Owner): boolean =>
  owner !== null && (owner === root || isWithin(owner.parent, root))

interface Event {
  /** Ms since the start. */
  at: number
  /** Decides between events of one moment. */
  tie: number
  readonly owner: Owner
  readonly label: string
  readonly run: () => void
  /** Timers stand still while the computer sleeps. */
  readonly isTimer: boolean
  isCancelled: boolean
}

interface Sleep {
  /** Ms since the start. */
  until: number
  readonly missed: Event[]
}

export type Cancel = () => void

export interface Failure {
  readonly what: string
  /** Ms since the start. */
  readonly at: number
}

/** Taken before anything replaces it: the machine itself runs on the real event loop. */
const { setImmediate: realSetImmediate } = globalThis
const microtasksEnd = (): Promise<void> => new Promise((resolve) => void realSetImmediate(resolve))

const tracedLines = 6000

/** Events within one second of the machine's time beyond which something goes round and round. */
const mostInSecond = 100_000

/**
 * One queue of events and one time for everything that is simulated: a discrete event simulation. Whatever happens next
 * is decided by the seed.
 */
export class Machine {
  readonly seed: number
  /** The true time at the start, epoch ms. */
  readonly epoch: number
  /** Ms since the start; never goes back. */
  now = 0
  /** The wall clock of the computer minus the true time, ms. */
  wallOffset = 0
  /** Who runs at this moment: timers, messages and requests that come of it are theirs. */
  owner: Owner
  readonly script = createOwner('script')
  events = 0
  failure: Failure | null = null
  /** The newest lines of the trace. */
  readonly trace: string[] = []
  /** Called with each line of the trace. */
  onTrace: ((line: string) => void) | null = null
  readonly #queue = new EventQueue()
  readonly #streams = new Map<string, Random>()
  readonly #lastOfChannel = new WeakMap<object, number>()
  readonly #asleep = new Map<Owner, Sleep>()
  readonly #hash = createHash('sha256')

  constructor(seed: number, epoch = Date.UTC(2026, 10, 20, 8)) {
    this.seed = seed
    this.epoch = epoch
    this.owner = this.script
  }

  random(purpose: string): Random {
    const known = this.#streams.get(purpose)
    if (known !== undefined) return known
    const stream = createRandom(this.seed, purpose)
    this.#streams.set(purpose, stream)
    return stream
  }

  /** Adds to the trace what is observable and no event of its own. */
  note(text: string): void {
    this.#record(`${this.now.toFixed(3)} . ${text}`)
  }

  /** A call was rejected, as many are in trouble. `internal` is an error that core did not expect: a bug. */
  noteRefusal(call: string, error: unknown): void {
    const text = String(error)
    this.note(`refused ${call} ${text.slice(0, 100)}`)
    if (text === 'ContractError: internal') this.fail(`${call}: an error that core did not expect`)
  }

  /** Ends the simulation. The first failure counts. */
  fail(what: string): void {
    this.failure ??= { what, at: this.now }
    this.note(`FAILED ${what}`)
  }

  /** Runs `run` after `delay` ms as `owner`. */
  schedule(delay: number, owner: Owner, label: string, run: () => void, isTimer = false): Cancel {
    const tie = this.random('tie').next()
    const event: Event = { at: this.now + Math.max(0, delay), tie, owner, label, run, isTimer, isCancelled: false }
    this.#queue.push(event)
    return () => {
      event.isCancelled = true
    }
  }

  /** The same, but never before an earlier event of the same channel. */
  scheduleInOrder(channel: object, delay: number, owner: Owner, label: string, run: () => void): Cancel {
    const at = Math.max(this.now + delay, (this.#lastOfChannel.get(channel) ?? -1) + 0.001)
    this.#lastOfChannel.set(channel, at)
    return this.schedule(at - this.now, owner, label, run)
  }

  /** The computer of an owner sleeps for `ms`: its timers stand still, and what reaches it waits until it wakes. */
  sleep(root: Owner, ms: number): void {
    const sleep = this.#asleep.get(root) ?? { until: this.now, missed: [] }
    const until = this.now + ms
    if (until <= sleep.until) return
    this.#queue.postpone(until - sleep.until, (event) => event.isTimer && isWithin(event.owner, root))
    sleep.until = until
    this.#asleep.set(root, sleep)
    this.schedule(ms, this.script, 'a computer wakes', () => {
      if (sleep.until !== until) return
      this.#asleep.delete(root)
      // In the order in which it came, and before anything that comes now.
      for (const [index, event] of sleep.missed.entries()) {
        event.at = this.now
        event.tie = index - sleep.missed.length
        this.#queue.push(event)
      }
    })
  }

  isAsleep(owner: Owner): boolean {
    return this.#sleepOf(owner) !== undefined
  }

  /** What the living wait for, for a simulation that does not end. */
  pending(most = 20): readonly string[] {
    return this.#queue
      .sorted()
      .filter(({ isCancelled, owner }) => !isCancelled && isAlive(owner))
      .slice(0, most)
      .map(({ at, owner, label }) => `${(at / 1000).toFixed(1)} s ${owner.name} ${label}`)
  }

  /** Runs events in their order until `isOver` holds, the time has come, or none is left. */
  async run(isOver: () => boolean, until: number): Promise<void> {
    let second = { began: this.now, events: this.events }
    while (!isOver()) {
      if (this.now - second.began >= 1000) second = { began: this.now, events: this.events }
      if (this.events - second.events > mostInSecond) {
        this.fail([`${mostInSecond} events within a second`, 'It waits for:', ...this.pending(8)].join('\n  '))
        return
      }
      const event = this.#queue.pop()
      if (event === undefined) return
      if (event.at > until) {
        this.#queue.push(event)
        this.now = until
        return
      }
      if (event.isCancelled || !isAlive(event.owner)) continue
      const sleep = this.#sleepOf(event.owner)
      if (sleep !== undefined) {
        sleep.missed.push(event)
        continue
      }
      this.now = Math.max(this.now, event.at)
      this.events += 1
      this.#record(`${this.now.toFixed(3)} ${event.owner.name} ${event.label}`)
      this.owner = event.owner
      try {
        event.run()
      } catch (error) {
        const details = error instanceof Error ? error.stack : String(error)
        this.fail(`thrown in ${event.owner.name} ${event.label}: ${details}`)
      }
      await microtasksEnd()
      this.owner = this.script
    }
  }

  /** One text for everything that happened so far: two runs of a seed have the same. */
  digest(): string {
    return this.#hash.copy().digest('hex').slice(0, 16)
  }

  #sleepOf(owner: Owner): Sleep | undefined {
    for (const [root, sleep] of this.#asleep) if (isWithin(owner, root)) return sleep
    return undefined
  }

  #record(line: string): void {
    this.#hash.update(line).update('\n')
    this.trace.push(line)
    if (this.trace.length > tracedLines) this.trace.splice(0, tracedLines / 2)
    this.onTrace?.(line)
  }
}

const isBefore = (one: Event, other: Event): boolean =>
  one.at < other.at || (one.at === other.at && one.tie < other.tie)

/** A binary heap, the next event first. */
class EventQueue {
  #heap: Event[] = []

  push(event: Event): void {
    const heap = this.#heap
    let index = heap.push(event) - 1
    while (index > 0) {
      const above = (index - 1) >> 1
      const parent = heap[above]
      if (parent === undefined || !isBefore(event, parent)) break
      heap[index] = parent
      index = above
    }
    heap[index] = event
  }

  pop(): Event | undefined {
    const [first] = this.#heap
    const last = this.#heap.pop()
    if (first === undefined || last === undefined || first === last) return first
    this.#heap[0] = last
    this.#sink()
    return first
  }

  postpone(ms: number, isMeant: (event: Event) => boolean): void {
    for (const event of this.#heap) if (isMeant(event)) event.at += ms
    this.#heap = this.sorted()
  }

  /** In their order, which is a heap as well. */
  sorted(): Event[] {
    return this.#heap.toSorted((one, other) => (isBefore(one, other) ? -1 : 1))
  }

  #sink(): void {
    const heap = this.#heap
    const [event] = heap
    if (event === undefined) return
    let index = 0
    for (;;) {
      const left = index * 2 + 1
      const right = heap[left + 1]
      let child = heap[left]
      let place = left
      if (child === undefined) break
      if (right !== undefined && isBefore(right, child)) {
        child = right
        place = left + 1
      }
      if (!isBefore(child, event)) break
      heap[index] = child
      index = place
    }
    heap[index] = event
  }
}
