import type { JournalKey } from '../../../../contract/ids.ts'
import type { FeedEvent } from '../../feed/tx/feed.ts'
import { failuresBeforeFailing, healthAfter, isGivenUp, retryDelay, storedHealth } from './delivery-policy.ts'
import type { DeliveryOutcome, Health, StoredHealth } from './delivery-policy.ts'
import {
  emptyLane,
  givenUpOf,
  goOnWith,
  hasRoom,
  isBlocked,
  laneOf,
  mapPlaces,
  nextLane,
  nextProbe,
  readSkipped,
  readUpTo,
  recheckEveryMs,
  replayEveryMs,
  untried,
  waitOf,
  withLane,
  withRetriesDue,
  withSuccess,
} from './delivery-lanes.ts'
import type { DeliveryLane, LaneState, Place, Scan, Waiting } from './delivery-lanes.ts'

/**
 * The delivery of one webhook as a pure state machine: which events wait, are under way, are retried or given up, and
 * whether the endpoint is probed. `step` decides, `deliver-webhook.ts` carries the effects out. Times are monotonic,
 * ms.
 */
export interface DeliveryState extends LaneState {
  readonly health: Health
  /** Whether lanes and places are as stored. `stale`: something was stored since the load began. */
  readonly load: 'needed' | 'loading' | 'stale' | 'done'
  /** Reads so far. */
  readonly reads: number
}

/** An event that failed, as it is stored. */
export interface Retried {
  readonly place: Place
  readonly key: JournalKey
  readonly position: number
  readonly lane: string
  readonly tries: number
  readonly failure: 'endpoint' | 'event' | null
  readonly isReplay: boolean
  readonly waitMs: number
}

export type DeliveryEvent =
  /** The stored deliveries may differ from this state. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'notLoaded' }
  | {
      readonly kind: 'loaded'
      readonly now: number
      readonly round: number
      /** `failures`: in a row, probes included. */
      readonly health: {
        readonly kind: 'active' | 'failing' | 'held'
        readonly failures: number
        readonly probeInMs: number
      }
      readonly places: readonly { readonly place: Place; readonly cursor: number }[]
      readonly retries: readonly Retried[]
    }
  /** The journal has events that were not there. */
  | { readonly kind: 'news' }
  | {
      readonly kind: 'page'
      readonly place: Place
      readonly read: number
      readonly round: number
      readonly cursor: number
      readonly events: readonly FeedEvent[]
      readonly scannedTo: number
      readonly more: boolean
    }
  /** Something may go out now. */
  | {
      readonly kind: 'go'
      readonly now: number
      readonly inFlight: number
      /** Whether events of a place may go out. */
      readonly isOpen: (place: Place) => boolean
    }
  /** A delivery ended. `aborted`: nothing is known of it; `absent`: the program is not given the event any more. */
  | {
      readonly kind: 'ended'
      readonly lane: string
      readonly now: number
      readonly outcome: DeliveryOutcome | { readonly kind: 'aborted' } | { readonly kind: 'absent' }
      /** Uniform in [0, 1). */
      readonly random: number
    }
  /** The end of a lane's delivery is stored, or could not be. */
  | { readonly kind: 'recorded' | 'unrecorded'; readonly lane: string }

/** A delivery's outcome as it is stored. */
export interface DeliveryRecord {
  readonly place: Place
  readonly round: number
  readonly key: JournalKey
  readonly lane: string
  /** `left`: as if it had not gone out. */
  readonly became: 'done' | 'retrying' | 'deadLetter' | 'dropped' | 'left'
  readonly tries: number
  readonly isReplay: boolean
  readonly retryInMs: number
  /** Other events that are dead letters now. */
  readonly givenUp: readonly JournalKey[]
  readonly health: StoredHealth | null
  /** Null: the endpoint was not asked. */
  readonly outcome: DeliveryOutcome | null
  /** All events of the place up to here are done, this one included. */
  readonly readUpTo: number
}

export type DeliveryEffect =
  | { readonly kind: 'load' }
  | { readonly kind: 'read'; readonly place: Place; readonly read: number; readonly after: number }
  | {
      readonly kind: 'post'
      readonly place: Place
      readonly lane: string
      readonly item: Waiting
      readonly isProbe: boolean
    }
  | { readonly kind: 'record'; readonly lane: string; readonly record: DeliveryRecord }
  /** Nothing more goes out for so long, unless something happens. */
  | { readonly kind: 'wait'; readonly ms: number }

interface Step {
  readonly state: DeliveryState
  readonly effects: readonly DeliveryEffect[]
}

/** Replays have an order among themselves, and keep no new event of their chat waiting. */
const laneOfRetry = ({ lane, isReplay }: Pick<Retried, 'lane' | 'isReplay'>): string =>
  isReplay ? `${lane} replay` : lane

const storedLane = (lane: string): string => lane.split(' ', 1)[0] ?? lane

export const newDelivery: DeliveryState = {
  round: 0,
  health: { kind: 'held' },
  load: 'needed',
  places: new Map(),
  lanes: new Map(),
  reads: 0,
  replayAt: -Infinity,
}

export function step(state: DeliveryState, event: DeliveryEvent): Step {
  switch (event.kind) {
    case 'changed': {
      const isLoading = state.load === 'loading' || state.load === 'stale'
      return { state: { ...state, load: isLoading ? 'stale' : 'needed' }, effects: [] }
    }
    case 'notLoaded':
      return { state: { ...state, load: 'needed' }, effects: [] }
    case 'loaded':
      return { state: loaded(state, event), effects: [] }
    case 'news':
      return { state: { ...state, places: mapPlaces(state, (scan) => ({ ...scan, isEnd: false })) }, effects: [] }
    case 'page':
      return { state: takePage(state, event), effects: [] }
    case 'go':
      return go(state, event)
    case 'ended':
      return ended(state, event)
    case 'recorded':
      return { state: recorded(state, event.lane), effects: [] }
    case 'unrecorded':
      return { state: step(putBack(state, event.lane), { kind: 'changed' }).state, effects: [] }
  }
}

/** Takes what is stored; what is on its way stays so. */
function loaded(state: DeliveryState, event: Extract<DeliveryEvent, { kind: 'loaded' }>): DeliveryState {
  if (state.load !== 'loading') return { ...state, load: 'needed' }
  const { now, round, health, places } = event
  const lanes = new Map<string, DeliveryLane>()
  for (const [name, { place, underWay }] of state.lanes)
    if (underWay !== null) lanes.set(name, { ...emptyLane(place), underWay })
  for (const retry of event.retries.toSorted((a, b) => a.position - b.position)) {
    const name = laneOfRetry(retry)
    const lane = lanes.get(name) ?? emptyLane(retry.place)
    if (lane.underWay?.item.key === retry.key && lane.underWay.round === round) continue
    const { key, position, tries, failure, isReplay } = retry
    const item = { key, position, event: null, tries, failure, isReplay, othersSucceeded: false }
    lanes.set(name, { ...lane, waiting: [...lane.waiting, { ...item, dueAt: now + retry.waitMs }] })
  }
  return {
    ...state,
    round,
    lanes,
    load: 'done',
    health:
      health.kind === 'failing'
        ? {
            kind: 'failing',
            probes: Math.max(0, health.failures - failuresBeforeFailing),
            dueAt: now + health.probeInMs,
            probed: [],
          }
        : health.kind === 'active'
          ? { kind: 'active', failures: health.failures }
          : { kind: 'held' },
    places: new Map(
      places.map(({ place, cursor }) => [
        place,
        { cursor, scannedTo: cursor, isEnd: false, read: null, ended: [] } satisfies Scan,
      ]),
    ),
  }
}

function takePage(state: DeliveryState, page: Extract<DeliveryEvent, { kind: 'page' }>): DeliveryState {
  const scan = state.places.get(page.place)
  if (state.load !== 'done' || scan === undefined || scan.read !== page.read) return state
  // A person began again elsewhere, or a team's database was set back.
  if (page.round !== state.round || page.cursor < scan.cursor) return { ...state, load: 'needed' }
  const lanes = new Map(state.lanes)
  for (const event of page.events) {
    const { key, position } = event
    if (position <= page.cursor || scan.ended.includes(key)) continue
    const name = laneOf(event)
    const lane = lanes.get(name) ?? emptyLane(page.place)
    const { waiting, underWay } = lane
    if (waiting.some((one) => one.key === key)) continue
    if (underWay?.item.key === key && underWay.round === state.round) continue
    if (isBlocked(lane)) lanes.set(name, { ...lane, skippedFrom: Math.min(lane.skippedFrom, position) })
    else lanes.set(name, { ...lane, waiting: [...waiting, { ...untried, key, position, event }] })
  }
  const scannedTo = Math.max(scan.scannedTo, page.scannedTo)
  const places = new Map(state.places)
  places.set(page.place, { ...scan, scannedTo, isEnd: scan.isEnd && !page.more, read: null, ended: [] })
  return { ...state, lanes, places }
}

function go(given: DeliveryState, { now, inFlight, isOpen }: Extract<DeliveryEvent, { kind: 'go' }>): Step {
  let state = given
  const effects: DeliveryEffect[] = []
  const underWay = [...state.lanes.values()].filter((lane) => lane.underWay !== null)
  if (state.load === 'needed' && underWay.every((lane) => lane.underWay?.settling === null)) {
    return { state: { ...state, load: 'loading' }, effects: [{ kind: 'load' }] }
  }
  if (state.load !== 'done' || state.health.kind === 'held') return { state, effects }
  if (hasRoom(state)) {
    for (const [place, scan] of state.places) {
      if (scan.isEnd || scan.read !== null || !isOpen(place)) continue
      const read = state.reads + 1
      const places = new Map(state.places).set(place, { ...scan, isEnd: true, read, ended: [] })
      state = { ...state, reads: read, places }
      effects.push({ kind: 'read', place, read, after: scan.scannedTo })
    }
  }
  const launch = (lane: string, isProbe: boolean) => {
    const from = state.lanes.get(lane)
    const [item, ...waiting] = from?.waiting ?? []
    if (from === undefined || item === undefined) return
    state = withLane(state, lane, {
      ...from,
      waiting,
      underWay: { item, round: state.round, isProbe, settling: null },
    })
    if (item.isReplay) state = { ...state, replayAt: now + replayEveryMs }
    effects.push({ kind: 'post', lane, place: from.place, item, isProbe })
  }
  if (state.health.kind === 'failing') {
    const { health } = state
    // Events that were never tried may come with what is read.
    const isReading = [...state.places.values()].some(({ read }) => read !== null)
    if (underWay.length > 0 || isReading) return { state, effects: [...effects, { kind: 'wait', ms: recheckEveryMs }] }
    if (health.dueAt > now)
      return { state, effects: [...effects, { kind: 'wait', ms: Math.min(recheckEveryMs, health.dueAt - now) }] }
    const lane = nextProbe(state, health.probed, isOpen)
    if (lane !== undefined) {
      const probed = health.probed.includes(lane) ? [lane] : [...health.probed, lane]
      state = { ...state, health: { ...health, probed } }
      launch(lane, true)
    }
    return { state, effects: [...effects, { kind: 'wait', ms: recheckEveryMs }] }
  }
  for (let count = underWay.length; count < inFlight; count++) {
    const lane = nextLane(state, now, isOpen)
    if (lane === undefined) break
    launch(lane, false)
  }
  return { state, effects: [...effects, { kind: 'wait', ms: waitOf(state, now) }] }
}

function ended(state: DeliveryState, event: Extract<DeliveryEvent, { kind: 'ended' }>): Step {
  const { lane: name, now, outcome, random } = event
  const lane = state.lanes.get(name)
  if (lane?.underWay === null || lane?.underWay.settling !== null) return { state, effects: [] }
  const { item, round, isProbe } = lane.underWay
  if (outcome.kind === 'aborted') return { state: putBack(state, name), effects: [] }
  const health = outcome.kind === 'absent' ? state.health : healthAfter(state.health, outcome, isProbe, now, random)
  // A person has restarted the webhook at another place since, so the outcome is out of date.
  const isOld = round !== state.round
  const next = isOld ? null : nextOf(item, outcome, isProbe, now, random)
  const isDead = next !== null && isGivenUp(next)
  const isSuccess = outcome.kind === 'delivered'
  const isRestored = state.health.kind === 'failing' && health.kind === 'active'
  const due = isRestored ? withRetriesDue(state.lanes, now) : state.lanes
  const lanes = isSuccess ? withSuccess(due) : due
  const givenUp = isSuccess ? givenUpOf(lanes) : []
  const became = isSuccess
    ? 'done'
    : outcome.kind === 'absent'
      ? 'dropped'
      : isDead
        ? 'deadLetter'
        : next === null || next.tries === item.tries
          ? 'left'
          : 'retrying'
  const settling = { next: isDead ? null : next, givenUp }
  const after = {
    ...state,
    health,
    lanes: new Map(lanes).set(name, { ...lane, underWay: { ...lane.underWay, settling } }),
    load: state.load === 'loading' ? 'stale' : state.load,
  } as const
  const isOpenStill = became === 'retrying' || became === 'left'
  return {
    state: after,
    effects: [
      {
        kind: 'record',
        lane: name,
        record: {
          ...{ place: lane.place, round, key: item.key, lane: storedLane(name), became, givenUp },
          tries: next?.tries ?? item.tries,
          isReplay: item.isReplay,
          retryInMs: next === null ? 0 : Math.max(0, next.dueAt - now),
          health: outcome.kind === 'absent' || state.health.kind === 'held' ? null : storedHealth(health, now),
          outcome: outcome.kind === 'absent' ? null : outcome,
          readUpTo: readUpTo(after, lane.place, isOpenStill ? null : item.key),
        },
      },
    ],
  }
}

/** The next step of an event that was not delivered; null: it waits no more. */
function nextOf(
  item: Waiting,
  outcome: Extract<DeliveryEvent, { kind: 'ended' }>['outcome'],
  isProbe: boolean,
  now: number,
  random: number,
): Waiting | null {
  if (outcome.kind === 'delivered' || outcome.kind === 'absent') return null
  // A probe that failed says nothing of its event, and neither does an endpoint that is gone.
  if (outcome.kind === 'gone' || outcome.kind === 'aborted' || (isProbe && outcome.kind === 'endpoint')) return item
  const tries = item.tries + 1
  const wait = retryDelay(tries, outcome.retryAfterMs, random)
  return { ...item, event: null, tries, failure: outcome.kind, dueAt: now + wait }
}

function recorded(state: DeliveryState, name: string): DeliveryState {
  const lane = state.lanes.get(name)
  const settling = lane?.underWay?.settling
  if (lane?.underWay == null || settling == null) return state
  const { key } = lane.underWay.item
  const isOld = lane.underWay.round !== state.round
  const lanes = new Map(state.lanes)
  lanes.set(name, isOld ? { ...lane, underWay: null } : goOnWith({ ...lane, underWay: null }, settling.next))
  const gone = new Set(settling.givenUp)
  if (gone.size > 0)
    for (const [other, one] of lanes)
      if (one.waiting.some((item) => gone.has(item.key)))
        lanes.set(other, { ...one, waiting: one.waiting.filter((item) => !gone.has(item.key)) })
  const places = mapPlaces(state, (scan) =>
    scan.read === null ? scan : { ...scan, ended: [...scan.ended, ...(isOld ? [] : [key]), ...gone] },
  )
  return readSkipped({ ...state, lanes, places })
}

/** The event waits as if it had not gone out. */
function putBack(state: DeliveryState, name: string): DeliveryState {
  const lane = state.lanes.get(name)
  if (lane?.underWay == null) return state
  const { item, round } = lane.underWay
  const waiting = round === state.round && state.places.has(lane.place) ? [item, ...lane.waiting] : lane.waiting
  return withLane(state, name, { ...lane, waiting, underWay: null })
}
