import type { InstanceKey, JournalKey } from '../../../../contract/ids.ts'
import type { FeedEvent } from '../../feed/tx/feed.ts'
import { isGivenUp } from './delivery-policy.ts'

/** Whose cursor counts the events: that of an instance in a team, or 0 for the one cursor of this desk. */
export type Place = InstanceKey | 0

/** An event that waits in its lane. Events of one lane go out one after another. */
export interface Waiting {
  readonly key: JournalKey
  /** Its place in the order of the events. */
  readonly position: number
  /** Null: it is read when it goes out. */
  readonly event: FeedEvent | null
  /** Tries that count, so far. */
  readonly tries: number
  /** The failure of the last try; null before the first one. */
  readonly failure: 'endpoint' | 'event' | null
  /** Another event succeeded since this one failed first. */
  readonly othersSucceeded: boolean
  /** A dead letter that a person sends once more. */
  readonly isReplay: boolean
  readonly dueAt: number
}

interface UnderWay {
  readonly item: Waiting
  readonly round: number
  readonly isProbe: boolean
  /** The next item of its lane once the outcome is stored; null: it is under way. */
  readonly settling: { readonly next: Waiting | null; readonly givenUp: readonly JournalKey[] } | null
}

export interface DeliveryLane {
  readonly place: Place
  /** Oldest first. */
  readonly waiting: readonly Waiting[]
  readonly underWay: UnderWay | null
  /** The lowest position that was passed over because the lane waits for a retry; Infinity: none. */
  readonly skippedFrom: number
}

export interface Scan {
  readonly cursor: number
  readonly scannedTo: number
  /** Nothing was told of that the last read, also one under way, may have come too early for. */
  readonly isEnd: boolean
  /** Names the read that is under way; null: none. */
  readonly read: number | null
  /** Events that ended since that read began: its page may still hold them. */
  readonly ended: readonly JournalKey[]
}

/** Events that wait, are under way or are retried, and how far each place was read. */
export interface LaneState {
  readonly places: ReadonlyMap<Place, Scan>
  readonly lanes: ReadonlyMap<string, DeliveryLane>
  /** Counts how often a person began again at another place. */
  readonly round: number
  /** When the next dead letter may be sent once more. */
  readonly replayAt: number
}

/** Events that are held at once, and their bytes. */
const mostPending = 256

const mostPendingBytes = 8_000_000

/** Between two replayed dead letters: the endpoint gets them beside new events. */
export const replayEveryMs = 100

/** At the latest then it is looked again whether something can go out. */
export const recheckEveryMs = 60_000

export const laneOf = ({ chat, instance }: Pick<FeedEvent, 'chat' | 'instance'>): string =>
  chat === null ? `i${instance}` : `c${chat}`

export const emptyLane = (place: Place): DeliveryLane => ({ place, waiting: [], underWay: null, skippedFrom: Infinity })

const isRetry = (item: Waiting | undefined): boolean => item !== undefined && item.tries > 0

/** Events that come wait behind a retry in the journal, and not here: it may take days. */
export const isBlocked = ({ waiting, underWay }: DeliveryLane): boolean =>
  isRetry(waiting[0]) || isRetry(underWay?.item)

const isEmpty = ({ waiting, underWay, skippedFrom }: DeliveryLane): boolean =>
  waiting.length === 0 && underWay === null && skippedFrom === Infinity

export const mapPlaces = ({ places }: LaneState, change: (scan: Scan, place: Place) => Scan) =>
  new Map([...places].map(([place, scan]) => [place, change(scan, place)]))

export const withLane = <State extends LaneState>(state: State, name: string, lane: DeliveryLane): State => {
  const lanes = new Map(state.lanes)
  if (isEmpty(lane)) lanes.delete(name)
  else lanes.set(name, lane)
  return { ...state, lanes }
}

export const untried = { tries: 0, failure: null, othersSucceeded: false, isReplay: false, dueAt: -Infinity } as const

export const hasRoom = ({ lanes }: LaneState): boolean => {
  let events = 0
  let bytes = 0
  for (const { waiting } of lanes.values()) {
    for (const { event } of waiting) {
      if (event === null) continue
      events += 1
      bytes += event.raw.length
    }
  }
  return events < mostPending && bytes < mostPendingBytes
}

/** Heads of lanes that nothing keeps from going out but their time. */
function* heads({ lanes }: LaneState, isOpen: (place: Place) => boolean) {
  const givenUp = new Set([...lanes.values()].flatMap(({ underWay }) => underWay?.settling?.givenUp ?? []))
  for (const [name, { place, waiting, underWay }] of lanes) {
    const [head] = waiting
    if (head !== undefined && underWay === null && !givenUp.has(head.key) && isOpen(place)) yield { name, head }
  }
}

const dueAt = (state: LaneState, head: Waiting): number =>
  head.isReplay ? Math.max(head.dueAt, state.replayAt) : head.dueAt

/** Retries that are due go first, then the oldest event. */
export function nextLane(state: LaneState, now: number, isOpen: (place: Place) => boolean): string | undefined {
  let chosen: { readonly name: string; readonly head: Waiting } | undefined
  for (const one of heads(state, isOpen)) {
    if (dueAt(state, one.head) > now) continue
    if (isTried(one.head)) return one.name
    if (chosen === undefined || one.head.position < chosen.head.position) chosen = one
  }
  return chosen?.name
}

const isTried = ({ tries, isReplay }: Waiting): boolean => tries > 0 || isReplay

/** The lanes in turn, whichever is due; those that were never tried before those that failed. */
export function nextProbe(
  state: LaneState,
  probed: readonly string[],
  isOpen: (place: Place) => boolean,
): string | undefined {
  const found = [...heads(state, isOpen)].toSorted((a, b) => Number(isTried(a.head)) - Number(isTried(b.head)))
  return (found.find(({ name }) => !probed.includes(name)) ?? found[0])?.name
}

export function waitOf(state: LaneState, now: number): number {
  const times = [...heads(state, () => true)].map(({ head }) => dueAt(state, head) - now).filter((ms) => ms > 0)
  return Math.min(recheckEveryMs, ...times)
}

const mapItems = (lanes: LaneState['lanes'], change: (item: Waiting) => Waiting): Map<string, DeliveryLane> =>
  new Map(
    [...lanes].map(([name, lane]) => [
      name,
      { ...lane, waiting: lane.waiting.map(change), underWay: lane.underWay && mapUnderWay(lane.underWay, change) },
    ]),
  )

const mapUnderWay = (underWay: UnderWay, change: (item: Waiting) => Waiting): UnderWay => ({
  ...underWay,
  item: change(underWay.item),
  settling: underWay.settling && {
    ...underWay.settling,
    next: underWay.settling.next && change(underWay.settling.next),
  },
})

/** Everything else that failed before may be given up from now on. */
export const withSuccess = (lanes: LaneState['lanes']): LaneState['lanes'] =>
  mapItems(lanes, (item) => (item.tries === 0 || item.othersSucceeded ? item : { ...item, othersSucceeded: true }))

export const givenUpOf = (lanes: LaneState['lanes']): readonly JournalKey[] =>
  [...lanes.values()].flatMap(({ waiting, underWay }) =>
    [...waiting, underWay?.settling?.next ?? null].flatMap((item) =>
      item !== null && isGivenUp(item) ? [item.key] : [],
    ),
  )

/** The endpoint is there again: nothing of it waits for a time. */
export const withRetriesDue = (lanes: LaneState['lanes'], now: number): Map<string, DeliveryLane> =>
  mapItems(lanes, (item) => ({ ...item, dueAt: Math.min(item.dueAt, now) }))

/** A retry goes before what waits; the rest of its lane is read again after it. */
export function goOnWith(lane: DeliveryLane, next: Waiting | null): DeliveryLane {
  if (next === null) return lane
  if (!isRetry(next)) return { ...lane, waiting: [next, ...lane.waiting] }
  const retries = lane.waiting.filter(isTried)
  const passed = lane.waiting.filter((item) => !retries.includes(item)).map(({ position }) => position)
  return {
    ...lane,
    waiting: [next, ...retries],
    skippedFrom: Math.min(lane.skippedFrom, ...passed),
  }
}

/** Reads skipped events again where their lane is free. */
export function readSkipped<State extends LaneState>(state: State): State {
  const lanes = new Map(state.lanes)
  const places = new Map(state.places)
  for (const [name, lane] of lanes) {
    if (lane.skippedFrom < Infinity && !isBlocked(lane)) {
      const scan = places.get(lane.place)
      if (scan !== undefined) {
        const scannedTo = Math.min(scan.scannedTo, lane.skippedFrom - 1)
        places.set(lane.place, { ...scan, scannedTo, isEnd: false, read: null, ended: [] })
      }
      lanes.set(name, { ...lane, skippedFrom: Infinity })
    }
    const now = lanes.get(name)
    if (now !== undefined && isEmpty(now)) lanes.delete(name)
  }
  return { ...state, lanes, places }
}

/** All events of a place up to this position are done, `done` included. A replay was done with before. */
export function readUpTo({ places, lanes, round }: LaneState, place: Place, done: JournalKey | null): number {
  let least = places.get(place)?.scannedTo ?? 0
  for (const { place: of, waiting, underWay, skippedFrom } of lanes.values()) {
    if (of !== place) continue
    least = Math.min(least, skippedFrom - 1)
    for (const item of waiting) if (!item.isReplay) least = Math.min(least, item.position - 1)
    if (underWay === null || underWay.item.isReplay || underWay.round !== round || underWay.item.key === done) continue
    // The outcome is not stored yet.
    least = Math.min(least, underWay.item.position - 1)
  }
  return least
}
