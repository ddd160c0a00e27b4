import { expect, test } from 'vitest'
import type { ChatKey, InstanceKey, JournalKey } from '../../../../contract/ids.ts'
import type { FeedEvent } from '../../feed/tx/feed.ts'
import { waitUntil, type DeliveryOutcome } from './delivery-policy.ts'
import { newDelivery, step } from './delivery-state.ts'
import type { DeliveryEffect, DeliveryEvent, DeliveryState, Retried } from './delivery-state.ts'

type Kind = DeliveryOutcome['kind'] | 'absent' | 'aborted'
type Health = Extract<DeliveryEvent, { kind: 'loaded' }>['health']

const trouble = { at: 0, kind: 'status', status: 0, text: '' } as const
const outcomeOf = (kind: Kind): Extract<DeliveryEvent, { kind: 'ended' }>['outcome'] =>
  kind === 'delivered'
    ? { kind, status: 200 }
    : kind === 'endpoint' || kind === 'event'
      ? { kind, trouble, retryAfterMs: null }
      : kind === 'gone'
        ? { kind, trouble }
        : { kind }
const eventOf = (key: number, chat: number): FeedEvent => ({
  ...{ key: key as JournalKey, position: key, instance: 1 as InstanceKey, idInstance: '1', typeWebhook: '' },
  ...{ sharedId: null, chat: chat as ChatKey, chatTitle: null, receivedAt: 0, raw: '{}' },
})
const retryOf = (key: number, chat: number, more: Partial<Retried> = {}): Retried => ({
  ...{ place: 0, key: key as JournalKey, position: key, lane: `c${chat}`, tries: 1, failure: 'event' },
  ...{ isReplay: false, waitMs: 5000, ...more },
})

interface Stored {
  readonly retries: readonly Retried[]
  readonly health: Health
  readonly round: number
}

/** The machine with a journal and a store that do at once what it asks. */
function machine({
  journal = [],
  inFlight = 1,
  ...given
}: Partial<Stored> & { readonly journal?: readonly FeedEvent[]; readonly inFlight?: number }) {
  let stored: Stored = { retries: [], health: { kind: 'active', failures: 0, probeInMs: 0 }, round: 0, ...given }
  let state: DeliveryState = newDelivery
  let now = 0
  const posted: Extract<DeliveryEffect, { kind: 'post' }>[] = []
  const records: Extract<DeliveryEffect, { kind: 'record' }>['record'][] = []
  const ended = new Set<number>(stored.retries.map(({ key }) => key))
  let waitMs = Infinity
  const dispatch = (event: DeliveryEvent): void => {
    const next = step(state, event)
    state = next.state
    for (const effect of next.effects) {
      if (effect.kind === 'post') posted.push(effect)
      else if (effect.kind === 'wait') waitMs = effect.ms
      else if (effect.kind === 'load') dispatch({ kind: 'loaded', now, places: [{ place: 0, cursor: 0 }], ...stored })
      else if (effect.kind === 'read') {
        const events = journal.filter(({ key }) => key > effect.after && !ended.has(key))
        const scannedTo = journal.at(-1)?.key ?? 0
        dispatch({ ...effect, kind: 'page', round: stored.round, cursor: 0, events, scannedTo, more: false })
      } else {
        records.push(effect.record)
        if (effect.record.became !== 'left' && effect.record.round === stored.round) ended.add(effect.record.key)
        dispatch({ kind: 'recorded', lane: effect.lane })
      }
    }
    if (event.kind !== 'go') dispatch({ kind: 'go', now, inFlight, isOpen: () => true })
  }
  dispatch({ kind: 'changed' })
  return {
    /** Keys in the order in which they went out. */
    posted: () => posted.map(({ item }) => Number(item.key)),
    posts: () => posted,
    records: () => records,
    health: () => state.health,
    waitMs: () => waitMs,
    end(key: number, kind: Kind) {
      const lane = posted.findLast(({ item }) => item.key === key)?.lane ?? ''
      dispatch({ kind: 'ended', lane, now, outcome: outcomeOf(kind), random: 0.5 })
    },
    /** Answers each request as it goes out, for so long, ms. */
    answer(answer: (key: number) => Kind, ms = 0) {
      const until = now + ms
      for (let done = 0; ;) {
        for (; done < posted.length; done++) {
          const { key, tries } = posted[done]?.item ?? { key: 0, tries: 0 }
          if (
            [...state.lanes.values()].some(
              ({ underWay }) => underWay?.item.key === key && underWay.item.tries === tries,
            )
          )
            this.end(key, answer(key))
        }
        if (now + waitMs > until) break
        now += waitMs
        dispatch({ kind: 'news' })
      }
    },
    /** A person changed what is ended. Another round begins at the first event. */
    reload(change: Partial<Stored>) {
      if (change.round !== undefined) ended.clear()
      stored = { ...stored, ...change }
      dispatch({ kind: 'changed' })
    },
    advance(ms: number) {
      now += ms
      dispatch({ kind: 'news' })
    },
  }
}
const active = (failures: number): Health => ({ kind: 'active', failures, probeInMs: 0 })
const failing = (failures: number): Health => ({ kind: 'failing', failures, probeInMs: 0 })

/**
 * What an end leads to: the endpoint, what is stored of the event, and when the next request can go out, s. Two events
 * of one chat, the first of which goes out.
 */
const table: readonly (readonly [Health, Kind, string, string, number | null])[] = [
  [active(0), 'delivered', 'active 0', 'done', 0],
  [active(0), 'event', 'active 0', 'retrying', 5],
  [active(0), 'endpoint', 'active 1', 'retrying', 5],
  [active(0), 'gone', 'held', 'left', null],
  [active(0), 'absent', 'active 0', 'dropped', 0],
  [active(0), 'aborted', 'active 0', '', 0],
  [active(2), 'delivered', 'active 0', 'done', 0],
  [active(2), 'event', 'active 0', 'retrying', 5],
  [active(2), 'endpoint', 'failing 0', 'retrying', 5],
  [active(2), 'gone', 'held', 'left', null],
  [active(2), 'absent', 'active 2', 'dropped', 0],
  [failing(3), 'delivered', 'active 0', 'done', 0],
  [failing(3), 'event', 'active 0', 'retrying', 5],
  [failing(3), 'endpoint', 'failing 1', 'left', 30],
  [failing(3), 'gone', 'held', 'left', null],
  [failing(3), 'absent', 'failing 0', 'dropped', 0],
  [failing(4), 'endpoint', 'failing 2', 'left', 120],
  [failing(5), 'endpoint', 'failing 3', 'left', 300],
  [failing(90), 'endpoint', 'failing 88', 'left', 300],
]
const described = (health: DeliveryState['health']): string =>
  health.kind === 'held' ? 'held' : `${health.kind} ${health.kind === 'active' ? health.failures : health.probes}`

test.each(table)('%j, then %s: %s, the event is %s', (health, kind, then, became, nextS) => {
  const it = machine({ journal: [eventOf(1, 1), eventOf(2, 1)], health })
  expect(it.posted()).toEqual([1])
  it.end(1, kind)
  expect(described(it.health())).toBe(then)
  expect(it.records().map((record) => record.became)).toEqual(became === '' ? [] : [became])
  const soonest = nextS ?? Infinity
  const next = became === 'done' || became === 'dropped' ? 2 : 1
  it.advance(Math.min(3_600_000, Math.max(0, soonest * 1000 - 1)))
  expect(it.posted()).toEqual(soonest === 0 ? [1, next] : [1])
  it.advance(1)
  expect(it.posted()).toEqual(soonest === Infinity ? [1] : [1, next])
})

test('a program that is held, by a person or its endpoint, sends nothing', () => {
  const it = machine({ journal: [eventOf(1, 1)], health: { kind: 'held', failures: 0, probeInMs: 0 } })
  it.advance(3_600_000)
  expect(it.posted()).toEqual([])
})

test('two chats that are refused while the endpoint counts as failing keep no other chat waiting', () => {
  const journal = [1, 2, 3, 4].map((key) => eventOf(key, key))
  const it = machine({ journal, retries: [retryOf(1, 1), retryOf(2, 2)], health: failing(3) })
  it.answer((key) => (key <= 2 ? 'event' : 'delivered'))
  expect(it.posted()[0]).toBe(3)
  expect(it.posted()).toContain(4)
  expect(it.records().flatMap(({ givenUp }) => givenUp)).toEqual([1, 2])
  expect(it.health()).toEqual({ kind: 'active', failures: 0 })
})

test('probes go through the lanes in turn, those that were never tried before those that failed', () => {
  const journal = [1, 2, 3].map((key) => eventOf(key, key))
  const it = machine({ journal, retries: [retryOf(1, 1)], health: failing(3) })
  it.answer(() => 'endpoint', 600_000)
  expect(it.posted().slice(0, 4)).toEqual([2, 3, 1, 2])
})

test('twenty chats that are refused at once do not stop the healthy ones', () => {
  const journal = Array.from({ length: 40 }, (_, index) => eventOf(index + 1, index + 1))
  const it = machine({ journal, inFlight: 8 })
  it.answer((key) => (key <= 20 ? 'event' : 'delivered'))
  expect(new Set(it.posted())).toEqual(new Set(journal.map(({ key }) => key)))
  expect(it.records().flatMap(({ givenUp }) => givenUp)).toHaveLength(20)
})

test('of a thousand events in twenty chats exactly the four that are refused become dead letters, and all others go out', () => {
  const journal = Array.from({ length: 1000 }, (_, index) => eventOf(index + 1, index % 20))
  const isPoison = (key: number) => key % 250 === 7
  const it = machine({ journal, inFlight: 4 })
  it.answer((key) => (isPoison(key) ? 'event' : 'delivered'))
  expect(it.posted().toSorted((a, b) => a - b)).toEqual(journal.map(({ key }) => key))
  for (let chat = 0; chat < 20; chat++) {
    const own = it.posted().filter((key) => (key - 1) % 20 === chat)
    expect(own).toEqual(own.toSorted((a, b) => a - b))
  }
  const dead = it
    .records()
    .flatMap(({ key, became, givenUp }) => [...givenUp, ...(became === 'deadLetter' ? [key] : [])])
  expect(dead.map(Number).toSorted((a, b) => a - b)).toEqual([7, 257, 507, 757])
})

test('an endpoint that dies with eight requests under way is probed after five seconds', () => {
  const journal = Array.from({ length: 8 }, (_, index) => eventOf(index + 1, index + 1))
  const it = machine({ journal, inFlight: 8 })
  for (const { key } of journal) it.end(key, 'endpoint')
  expect(it.waitMs()).toBe(5000)
  expect(described(it.health())).toBe('failing 0')
})

test('an event that was refused is delivered before the newer ones of its chat, also those that came meanwhile', () => {
  const journal = [eventOf(1, 1), eventOf(2, 1)]
  const it = machine({ journal, inFlight: 2 })
  it.end(1, 'event')
  journal.push(eventOf(3, 1))
  it.advance(5000)
  it.end(1, 'delivered')
  journal.push(eventOf(4, 1))
  it.advance(0)
  it.answer(() => 'delivered')
  expect(it.posted()).toEqual([1, 1, 2, 3, 4])
})

test('hundreds of events behind one that was refused take no room from another chat', () => {
  const journal = Array.from({ length: 300 }, (_, index) => eventOf(index + 1, 1))
  const it = machine({ journal })
  it.end(1, 'event')
  journal.push(eventOf(301, 2))
  it.advance(0)
  expect(it.posted()).toEqual([1, 301])
})

test('an endpoint that is away for a day costs fewer than 320 requests and no event', () => {
  const it = machine({ journal: [eventOf(1, 1), eventOf(2, 2)] })
  it.answer(() => 'endpoint', 24 * 3_600_000)
  expect(it.posts().length).toBeLessThan(320)
  expect(it.records().filter(({ became, givenUp }) => became === 'deadLetter' || givenUp.length > 0)).toEqual([])
})

test('dead letters are sent once more ten a second, marked whatever becomes of them, beside new events of their chat', () => {
  const retries = [1, 2, 3].map((key) => retryOf(key, 1, { isReplay: true, tries: 0, failure: null, waitMs: 0 }))
  const it = machine({ journal: [eventOf(9, 1)], retries, inFlight: 8 })
  expect(it.posted().toSorted()).toEqual([1, 9])
  it.end(1, 'endpoint')
  expect(it.records()).toMatchObject([{ became: 'retrying', isReplay: true, lane: 'c1' }])
  it.advance(5000)
  expect(it.posts().at(-1)?.item).toMatchObject({ key: 1, isReplay: true })
  it.end(1, 'delivered')
  expect(it.waitMs()).toBe(100)
  it.advance(100)
  expect(it.posted().slice(2)).toEqual([1, 2])
})

test('an endpoint that said 410 and comes back gets what it refused, in order, and nothing before a person resumes', () => {
  const it = machine({ journal: [eventOf(1, 1), eventOf(2, 1), eventOf(3, 2)], inFlight: 8 })
  it.end(1, 'gone')
  it.end(3, 'delivered')
  it.advance(24 * 3_600_000)
  expect(it.posted()).toEqual([1, 3])
  it.reload({ health: active(0) })
  it.answer(() => 'delivered')
  expect(it.posted()).toEqual([1, 3, 1, 2])
  expect(it.records().map(({ key, became }) => [Number(key), became])).toEqual([
    [1, 'left'],
    [3, 'done'],
    [1, 'done'],
    [2, 'done'],
  ])
})

test('a replay from a time inside a replay begins again there, and the end of the first one counts for nothing', () => {
  const it = machine({ journal: [eventOf(1, 1), eventOf(2, 1)] })
  it.end(1, 'delivered')
  it.reload({ round: 1 })
  // Event 2 of the first round is still on its way: its chat waits for it.
  it.end(2, 'event')
  it.answer((key) => (key === 1 ? 'event' : 'delivered'))
  it.reload({ round: 2 })
  it.answer(() => 'delivered')
  expect(it.posted()).toEqual([1, 2, 1, 1, 2])
  expect(it.records().map(({ round, became }) => [round, became])).toEqual([
    [0, 'done'],
    [0, 'left'],
    [1, 'retrying'],
    [2, 'done'],
    [2, 'done'],
  ])
})

test('a dead letter that is replayed while its replay waits goes out once more at once, and once', () => {
  const replay = { isReplay: true, tries: 0, failure: null, waitMs: 0 } as const
  const it = machine({ retries: [retryOf(1, 1, replay)] })
  it.end(1, 'endpoint')
  it.reload({ retries: [retryOf(1, 1, replay)] })
  it.advance(100)
  it.end(1, 'delivered')
  it.advance(3_600_000)
  expect(it.posts().map(({ item }) => [Number(item.key), item.isReplay])).toEqual([
    [1, true],
    [1, true],
  ])
})

test('a scope that is taken away while an event is on its way ends its retries, and its chat goes on', () => {
  const journal = [eventOf(1, 1), eventOf(2, 1)]
  const it = machine({ journal })
  journal.shift()
  it.end(1, 'endpoint')
  it.advance(5000)
  it.end(1, 'absent')
  it.answer(() => 'delivered')
  expect(it.posted()).toEqual([1, 1, 2])
  expect(it.records().map(({ became }) => became)).toEqual(['retrying', 'dropped', 'done'])
})

test('each of several dead letters that are replayed goes out, though other events succeed before it', () => {
  const replay = { isReplay: true, tries: 0, failure: null, waitMs: 0 } as const
  const it = machine({ journal: [eventOf(9, 3)], retries: [retryOf(1, 1, replay), retryOf(2, 2, replay)], inFlight: 8 })
  it.end(1, 'delivered')
  it.end(9, 'delivered')
  it.advance(100)
  it.end(2, 'delivered')
  expect(it.posted()).toEqual([9, 1, 2])
  expect(it.records().map(({ became, givenUp }) => [became, givenUp])).toEqual(Array(3).fill(['done', []]))
})

const one = { kind: 'page', place: 0, read: 1, round: 0, cursor: 0, scannedTo: 1, more: false } as const
const loadOf = (round: number) =>
  ({ kind: 'loaded', now: 0, round, health: active(0), places: [{ place: 0, cursor: 0 }], retries: [] }) as const
const goNow = { kind: 'go', now: 0, inFlight: 1, isOpen: () => true } as const
const changed = { kind: 'changed' } as const
const ended = { kind: 'ended', lane: 'c1', now: 0, random: 0.5 } as const
const page = { ...one, events: [eventOf(1, 1)] }

/** Steps of the bare machine, and what it asks for at the last one: what comes late counts for nothing. */
const late: readonly (readonly [string, readonly DeliveryEvent[], readonly DeliveryEffect['kind'][]])[] = [
  ['a page of a round that is over', [changed, goNow, loadOf(1), goNow, page, goNow], ['load']],
  ['a page that a later read took over', [changed, goNow, loadOf(0), goNow, { ...page, read: 7 }, goNow], ['wait']],
  ['a load during which something changed', [changed, goNow, changed, loadOf(0), goNow], ['load']],
  [
    'the end of an event that went out before a person began anew',
    [
      changed,
      goNow,
      loadOf(0),
      goNow,
      page,
      goNow,
      changed,
      goNow,
      loadOf(1),
      goNow,
      { ...ended, outcome: { kind: 'aborted' } },
      goNow,
    ],
    ['wait'],
  ],
]
test.each(late)('%s leads to nothing that is not asked anew', (_what, events, kinds) => {
  let state: DeliveryState = newDelivery
  let effects: readonly DeliveryEffect[] = []
  for (const event of events) ({ state, effects } = step(state, event))
  expect(effects.map(({ kind }) => kind)).toEqual(kinds)
})

test('a wait that was stored is none by a clock that was set back, nor longer than any can be', () => {
  const hour = 3_600_000
  expect(waitUntil(1000, 400)).toBe(600)
  expect(waitUntil(1000, 5000)).toBe(0)
  expect(waitUntil(9 * hour, 2 * hour)).toBe(hour)
  expect(waitUntil(null, 5)).toBe(0)
})

test('what is sent once more holds the cursor at no event before it', () => {
  const it = machine({ journal: [eventOf(2, 2)], retries: [retryOf(1, 1, { isReplay: true, waitMs: 60_000 })] })
  it.end(2, 'delivered')
  expect(it.records().map(({ readUpTo }) => readUpTo)).toEqual([2])
})
