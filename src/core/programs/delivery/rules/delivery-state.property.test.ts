import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChatKey, InstanceKey, JournalKey } from '../../../../contract/ids.ts'
import { sized } from '../../../testing/marathon.ts'
import type { FeedEvent } from '../../feed/tx/feed.ts'
import type { DeliveryOutcome } from './delivery-policy.ts'
import { newDelivery, step } from './delivery-state.ts'
import type { DeliveryEffect, DeliveryEvent, DeliveryRecord, DeliveryState } from './delivery-state.ts'

interface Row {
  state: 'done' | 'retrying' | 'deadLetter'
  tries: number
  failure: 'endpoint' | 'event' | null
  isReplay: boolean
}
interface Stored {
  round: number
  cursor: number
  rows: Map<number, Row>
  health: 'active' | 'failing' | 'paused' | 'stopped'
  failures: number
}
/** `round`: in which it went out. */
type Post = Extract<DeliveryEffect, { kind: 'post' }> & { readonly round: number }

/** Chats, requests at once, and events of a page: small, so that everything meets everything. */
const chats = 3
const inFlight = 2
const pageEvents = 2

/**
 * A journal, a store and an endpoint around the state machine, and the promise as a model: `owed` are events that have
 * to be delivered or given up, in order within their chat.
 */
function createWorld() {
  const journal: { readonly key: number; readonly chat: number }[] = []
  const outOfScope = new Set<number>()
  const stored: Stored = { round: 0, cursor: 0, rows: new Map(), health: 'active', failures: 0 }
  const owed = new Set<number>()
  const wrong: string[] = []
  let newest = 0
  let state: DeliveryState = newDelivery
  let now = 0
  let posts: Post[] = []
  /** Reads and writes of the store, each in two steps: what is read or written, and when the machine hears of it. */
  let reads: (() => () => DeliveryEvent)[] = []
  let answers: (() => DeliveryEvent)[] = []
  let writes: (() => DeliveryEvent)[] = []
  let written: DeliveryEvent[] = []
  let endpoint: DeliveryOutcome['kind'] = 'delivered'
  const refused = new Set<number>()
  /** Delivered, and nothing happened that may repeat it. */
  const delivered = new Set<number>()

  const feed = (key: number, chat: number): FeedEvent => ({
    ...{ key: key as JournalKey, position: key, instance: 1 as InstanceKey, idInstance: '1', typeWebhook: '' },
    ...{ sharedId: null, chat: chat as ChatKey, chatTitle: null, receivedAt: 0, raw: '{}' },
  })
  const isGiven = ({ chat }: { readonly chat: number }) => !outOfScope.has(chat)

  const loadNow = (): (() => DeliveryEvent) => {
    const retries = [...stored.rows].flatMap(([key, row]) =>
      row.state === 'retrying'
        ? [{ ...row, place: 0 as const, key: key as JournalKey, position: key, lane: laneOf(key), waitMs: 1000 }]
        : [],
    )
    const kind = stored.health === 'active' || stored.health === 'failing' ? stored.health : ('held' as const)
    const { round, failures, cursor } = stored
    const places = [{ place: 0 as const, cursor }]
    return () => ({ kind: 'loaded', now, round, health: { kind, failures, probeInMs: 1000 }, places, retries })
  }
  const chatOf = (key: number) => journal.find((one) => one.key === key)?.chat
  const laneOf = (key: number) => `c${chatOf(key) ?? 0}`
  const pageNow = (read: number, after: number): (() => DeliveryEvent) => {
    const { round, cursor, rows } = stored
    const fits = journal.filter((one) => one.key > after && isGiven(one) && !rows.has(one.key))
    const events = fits.slice(0, pageEvents).map(({ key, chat }) => feed(key, chat))
    const more = fits.length > pageEvents
    const scannedTo = more ? (events.at(-1)?.key ?? after) : Math.max(after, newest)
    return () => ({ kind: 'page', place: 0, read, round, cursor, events, scannedTo, more })
  }
  const write = (record: DeliveryRecord): void => {
    const { health } = record
    if (health !== null && stored.health !== 'paused' && stored.health !== 'stopped')
      Object.assign(stored, { health: health.state, failures: health.failures })
    if (record.round !== stored.round || record.became === 'left') return
    const { key, became, tries, isReplay, outcome } = record
    checkPassed(record.readUpTo)
    stored.cursor = Math.max(stored.cursor, record.readUpTo)
    const failure = outcome?.kind === 'endpoint' || outcome?.kind === 'event' ? outcome.kind : null
    if (became === 'dropped' || (became === 'done' && key <= record.readUpTo)) stored.rows.delete(key)
    else stored.rows.set(key, { state: became, tries, failure, isReplay })
    for (const [one, row] of stored.rows) {
      if (record.givenUp.includes(one as JournalKey) && row.state === 'retrying') row.state = 'deadLetter'
      if (row.state === 'deadLetter') owed.delete(one)
      if (row.state === 'done' && one <= stored.cursor) stored.rows.delete(one)
    }
  }
  /** Nothing that is owed lies below the cursor. */
  const checkPassed = (readUpTo: number) => {
    const passed = [...owed].filter(
      (key) => key <= readUpTo && key > stored.cursor && stored.rows.get(key) === undefined,
    )
    if (passed.length > 0) wrong.push(`passed over ${passed.join()}`)
  }
  const goOn = () => apply({ kind: 'go', now, inFlight, isOpen: () => true })
  const dispatch = (event: DeliveryEvent): void => {
    apply(event)
    goOn()
  }
  const apply = (event: DeliveryEvent): void => {
    const next = step(state, event)
    state = next.state
    for (const effect of next.effects) {
      if (effect.kind === 'load') reads.push(() => loadNow())
      else if (effect.kind === 'read') reads.push(() => pageNow(effect.read, effect.after))
      else if (effect.kind === 'post') {
        const { key, isReplay } = effect.item
        const before = [...owed].filter((one) => one < key && chatOf(one) === chatOf(key))
        const isOld = stored.round !== state.round || state.load !== 'done'
        if (!isReplay && !isOld && before.length > 0) wrong.push(`${key} before ${before.join()}`)
        if (!isReplay && !isOld && delivered.has(key)) wrong.push(`${key} twice`)
        posts.push({ ...effect, round: state.round })
        if (posts.length > inFlight) wrong.push(`${posts.length} requests at once`)
      } else if (effect.kind === 'record')
        writes.push(() => {
          write(effect.record)
          return { kind: 'recorded', lane: effect.lane }
        })
    }
  }
  /** Whoever changes the store is not the machine, which hears of it at some time. */
  const announceChange = () => answers.push(() => ({ kind: 'changed' }))
  const pick = <Item>(list: Item[], by: number): Item | undefined => list.splice(by % Math.max(1, list.length), 1)[0]
  const troubleOf = { at: 0, kind: 'status', status: 0, text: '' } as const

  const acts: readonly ((by: number) => void)[] = [
    function receive(by) {
      newest += 1
      const chat = by % chats
      journal.push({ key: newest, chat })
      if (by % 7 === 0) refused.add(newest)
      if (isGiven({ chat })) owed.add(newest)
      dispatch({ kind: 'news' })
    },
    function readStore(by) {
      const read = pick(reads, by)
      if (read !== undefined) answers.push(read())
    },
    function endRead(by) {
      const answer = pick(answers, by)
      if (answer !== undefined) dispatch(answer())
    },
    function writeStore() {
      const one = writes.shift()
      if (one !== undefined) written.push(one())
    },
    function endWrite() {
      const one = written.shift()
      if (one !== undefined) dispatch(one)
    },
    function answerPost(by) {
      const post = pick(posts, by)
      if (post === undefined) return
      const { key } = post.item
      const at = journal.find((one) => one.key === key)
      const random = (by % 10) / 10
      if (at === undefined || (post.item.event === null && !isGiven(at)))
        return dispatch({ kind: 'ended', lane: post.lane, now, outcome: { kind: 'absent' }, random })
      const kind = endpoint === 'delivered' && refused.has(key) ? 'event' : endpoint
      // What goes out when a person has begun again is a repetition.
      if (kind === 'delivered' && post.round === stored.round) {
        owed.delete(key)
        delivered.add(key)
      }
      const outcome: DeliveryOutcome =
        kind === 'delivered'
          ? { kind, status: 200 }
          : kind === 'gone'
            ? { kind, trouble: troubleOf }
            : { kind, trouble: troubleOf, retryAfterMs: null }
      dispatch({ kind: 'ended', lane: post.lane, now, outcome, random })
    },
    function moveClock(by) {
      now += (by % 40) * 60_000
      goOn()
    },
    function changeEndpoint(by) {
      endpoint = (['delivered', 'delivered', 'endpoint', 'event', 'gone'] as const)[by % 5] ?? 'delivered'
    },
    function seek(by) {
      const after = by % (newest + 1)
      Object.assign(stored, { round: stored.round + 1, cursor: after })
      for (const [key, row] of stored.rows) if (row.state !== 'deadLetter' || key > after) stored.rows.delete(key)
      owed.clear()
      delivered.clear()
      for (const one of journal) if (one.key > after && isGiven(one)) owed.add(one.key)
      announceChange()
    },
    function replay() {
      for (const row of stored.rows.values())
        if (row.state === 'deadLetter')
          Object.assign(row, { state: 'retrying', tries: 0, failure: null, isReplay: true })
      announceChange()
    },
    function changeScope(by) {
      const chat = by % chats
      if (!outOfScope.delete(chat)) outOfScope.add(chat)
      for (const one of journal) if (one.chat === chat) owed.delete(one.key)
      announceChange()
    },
    function clear(by) {
      for (const { key } of journal.splice(0, by % (journal.length + 1))) {
        owed.delete(key)
        stored.rows.delete(key)
      }
      announceChange()
    },
    function pauseOrResume(by) {
      stored.health = by % 3 === 0 ? 'paused' : 'active'
      stored.failures = 0
      announceChange()
    },
    function kill() {
      delivered.clear()
      posts = []
      reads = []
      answers = []
      writes = []
      written = []
      state = newDelivery
      dispatch({ kind: 'changed' })
    },
    function failWrite() {
      const at = writes.findIndex(() => true)
      const lanes = [...state.lanes].filter(([, { underWay }]) => underWay?.settling != null)
      const [lane] = lanes[0] ?? []
      // Writes of one desk fail together: the ones behind it as well.
      if (at === -1 || written.length > 0 || lane === undefined) return
      writes = []
      delivered.clear()
      for (const [name] of lanes) dispatch({ kind: 'unrecorded', lane: name })
    },
  ]
  /** Rare acts are rare. */
  const weights = [10, 9, 9, 9, 9, 12, 4, 2, 1, 2, 1, 1, 1, 1, 1]
  const wheel = acts.flatMap((act, index) => Array.from({ length: weights[index] ?? 1 }, () => act))

  const settle = () => {
    const [, readStore, endRead, writeStore, endWrite, answerPost, moveClock] = acts
    for (let round = 0; round < 2000 && owed.size > 0; round++) {
      const isQuiet = [reads, answers, writes, written, posts].every((list) => list.length === 0)
      for (const act of [readStore, endRead, writeStore, endWrite, answerPost]) act?.(0)
      if (isQuiet && stored.health !== 'active' && stored.health !== 'failing') break
      if (isQuiet) moveClock?.(1)
    }
  }

  return {
    act: (choice: number) => wheel[choice % wheel.length]?.(Math.floor(choice / wheel.length)),
    /** The endpoint takes everything, and a person lets it go on. */
    heal() {
      refused.clear()
      endpoint = 'delivered'
      settle()
      if (stored.health === 'active' || stored.health === 'failing') return
      Object.assign(stored, { health: 'active', failures: 0 })
      dispatch({ kind: 'changed' })
      settle()
    },
    owed: () => [...owed],
    wrong,
  }
}

test('whatever happens in whatever order, every event is delivered or given up, and in order within its chat', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 1_000_000 }), { minLength: 30, maxLength: 150 }), (choices) => {
      const world = createWorld()
      for (const choice of choices) world.act(choice)
      world.heal()
      expect({ wrong: world.wrong, owed: world.owed() }).toEqual({ wrong: [], owed: [] })
    }),
    { numRuns: sized(3000, 100_000) },
  )
})
