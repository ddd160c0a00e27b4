import type { JournalKey } from '../../contract/ids.ts'
import type { RetriedEvent } from '../programs/tx/deliveries.ts'
import type { FeedEvent } from '../programs/tx/feed.ts'

/** What is to be posted next. */
export interface Delivery {
  readonly key: JournalKey
  /** Its place in the order of the events. */
  readonly position: number
  readonly lane: string
  /** The try of this event, from 1. */
  readonly attempt: number
  /** Null: a retry, whose event has to be read. */
  readonly event: FeedEvent | null
  readonly isProbe: boolean
  /** A dead letter that a person sends once more. */
  readonly isReplay: boolean
}

/**
 * Which events of a webhook wait, are on their way, or are retried. Events of one chat go one after another; those
 * without a chat form a lane for each instance. Decides only; the deliverer reads, posts and stores.
 */
export interface WebhookLanes {
  /** Begins anew after a position. Events on their way stay. */
  reset(after: number, retries: readonly RetriedEvent[]): void
  /** Takes in a page that was read after `scannedTo()`. */
  add(events: readonly FeedEvent[], scannedTo: number): void
  scannedTo(): number
  /** Whether more events are wanted. */
  hasRoom(): boolean
  /** The next event to post now; undefined when none can go. @param now epoch ms */
  next(now: number): Delivery | undefined
  /** The head of another lane than the last probe's. */
  probe(): Delivery | undefined
  /**
   * A delivery ended, and `retries` are what fails now. `isSettled`: it was delivered, is retried later, or was given
   * up by now. True: skipped events have to be read again.
   */
  ended(delivery: Delivery, isSettled: boolean, retries: readonly RetriedEvent[]): boolean
  /** All events up to this position are done, with or without `delivery`. */
  readUpTo(delivery: Delivery): number
  onItsWay(): number
  /** How many deliveries have ended, and how often the lanes began anew. */
  endings(): number
  resets(): number
  /** When the next retry is due, epoch ms; null: none waits for a time. */
  nextRetryAt(): number | null
}

/** Events that are held at once, and their bytes. */
const mostPending = 256
const mostPendingBytes = 8_000_000

const laneOf = ({ chat, instance }: Pick<FeedEvent, 'chat' | 'instance'>): string =>
  chat === null ? `i${instance}` : `c${chat}`

export function createWebhookLanes(): WebhookLanes {
  let scanned = 0
  let pending: FeedEvent[] = []
  let retries = new Map<string, RetriedEvent>()
  /** The lowest position that was passed over in each lane that waits for a retry. */
  let skipped = new Map<string, number>()
  const underWay = new Map<string, Delivery>()
  /** Events that were on their way at the last reset: a page that was read before they ended may hold them. */
  let goingAtReset = new Set<number>()
  let lastProbe = ''
  let endings = 0
  let resets = 0

  const pendingBytes = () => pending.reduce((sum, { raw }) => sum + raw.length, 0)
  const setRetries = (rows: readonly RetriedEvent[]) => {
    retries = new Map()
    // The oldest event of a lane goes first.
    for (const row of rows.toSorted((a, b) => a.position - b.position)) {
      if (!retries.has(row.lane)) retries.set(row.lane, row)
    }
  }
  const start = (delivery: Delivery): Delivery => {
    underWay.set(delivery.lane, delivery)
    return delivery
  }
  const retry = ({ event: key, position, lane, tries, isReplay }: RetriedEvent, isProbe: boolean): Delivery =>
    start({ key, position, lane, attempt: tries + 1, event: null, isProbe, isReplay })
  const first = (event: FeedEvent, isProbe: boolean): Delivery => {
    pending = pending.filter((one) => one !== event)
    return start({
      key: event.key,
      position: event.position,
      lane: laneOf(event),
      attempt: 1,
      event,
      isProbe,
      isReplay: false,
    })
  }
  const skip = (event: FeedEvent) => {
    const lane = laneOf(event)
    skipped.set(lane, Math.min(skipped.get(lane) ?? Infinity, event.position))
  }
  const isFree = (lane: string) => !underWay.has(lane)

  return {
    reset(after, rows) {
      resets += 1
      scanned = after
      pending = []
      skipped = new Map()
      goingAtReset = new Set([...underWay.values()].map(({ key }) => key))
      setRetries(rows)
    },
    add(events, scannedTo) {
      for (const event of events) {
        if (goingAtReset.has(event.key)) continue
        if (retries.has(laneOf(event))) skip(event)
        else pending.push(event)
      }
      scanned = Math.max(scanned, scannedTo)
    },
    scannedTo: () => scanned,
    hasRoom: () => pending.length < mostPending && pendingBytes() < mostPendingBytes,
    next(now) {
      for (const row of retries.values()) {
        if (row.nextTryAt <= now && isFree(row.lane)) return retry(row, false)
      }
      const event = pending.find((one) => isFree(laneOf(one)))
      return event === undefined ? undefined : first(event, false)
    },
    probe() {
      const heads = [
        ...[...retries.values()].map((row) => ({ lane: row.lane, take: () => retry(row, true) })),
        ...pending.map((event) => ({ lane: laneOf(event), take: () => first(event, true) })),
      ].filter(({ lane }) => isFree(lane))
      const chosen = heads.find(({ lane }) => lane !== lastProbe) ?? heads[0]
      lastProbe = chosen?.lane ?? ''
      return chosen?.take()
    },
    ended(delivery, isSettled, rows) {
      underWay.delete(delivery.lane)
      endings += 1
      const before = retries
      setRetries(rows)
      const failed = !isSettled && delivery.event !== null ? delivery.event : null
      // A probe that failed does not count: its event is the head of its lane again.
      if (failed !== null && !retries.has(delivery.lane)) pending = [failed, ...pending]
      for (const event of pending) if (retries.has(laneOf(event))) skip(event)
      pending = pending.filter((event) => !retries.has(laneOf(event)))
      return [...before.keys(), delivery.lane].some((lane) => skipped.has(lane) && !retries.has(lane))
    },
    readUpTo(delivery) {
      const open = [
        ...[...underWay.values()].filter((one) => one !== delivery).map(({ position }) => position),
        ...pending.map(({ position }) => position),
        ...skipped.values(),
        ...[...retries.values()].filter(({ event }) => event !== delivery.key).map(({ position }) => position),
      ]
      return Math.min(scanned, ...open.map((position) => position - 1))
    },
    onItsWay: () => underWay.size,
    endings: () => endings,
    resets: () => resets,
    nextRetryAt() {
      const times = [...retries.values()].filter(({ lane }) => isFree(lane)).map(({ nextTryAt }) => nextTryAt)
      return times.length === 0 ? null : Math.min(...times)
    },
  }
}
