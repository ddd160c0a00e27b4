import type { InstanceKey, ProgramKey } from '../../../contract/ids.ts'
import type { ProgramCall, ProgramTrouble } from '../../../contract/programs.ts'
import { createTasks } from '../../base/create-tasks.ts'
import type { CancelTimer } from '../../base/ports.ts'
import type { DeliveryOutcome } from './rules/delivery-policy.ts'
import { recheckEveryMs, type Place } from './rules/delivery-lanes.ts'
import { newDelivery, step, type DeliveryEffect, type DeliveryEvent } from './rules/delivery-state.ts'
import type { FeedEvent } from '../feed/tx/feed.ts'
import type { Program } from '../identity/tx/program-row.ts'
import type { Scrubber } from '../../logging/scrubber.ts'
import type { OpenWebhookPoster, WebhookPoster } from './post-webhook.ts'
import { serve } from '../feed/rules/served-event.ts'
import type { ProgramDirectory } from '../identity/program-directory.ts'
import type { ProgramsBase } from '../programs-base.ts'
import { noEvent, type CallLog } from '../feed/call-log.ts'
import { signedHeaders, type WebhookSecrets } from './signing.ts'

export interface DelivererDeps extends Pick<ProgramsBase, 'store' | 'clock' | 'ids' | 'logger'> {
  readonly directory: ProgramDirectory
  readonly calls: CallLog
  readonly secrets: WebhookSecrets
  readonly scrubber: Pick<Scrubber, 'scrub'>
  readonly openPoster: OpenWebhookPoster
  readonly onProgress: () => void
}

/** The cursors of a webhook's events: those of this desk, or the team's for one instance. */
export interface Cursors {
  /** Null: this desk, with one cursor for all instances, which moves when outcomes are recorded. */
  readonly instance: InstanceKey | null
  /** Aborts when events are not delivered from here any more. */
  readonly signal: AbortSignal
  /** Learns where the cursor stands, before events are read. */
  read(): Promise<void>
  /** Something is done: the cursor can move. */
  move(): void
  /** Whether events may go out: nobody else delivers them at the same time, in another order. */
  fence(): boolean
}

export const ownCursors = (signal: AbortSignal): Cursors => ({
  instance: null,
  signal,
  read: async () => undefined,
  move: () => undefined,
  fence: () => true,
})

/** The delivery of one webhook, until its signal aborts. */
export interface WebhookDelivery {
  setCursors(cursors: readonly Cursors[]): void
  /** Something outside of the store changed: what is known is read again. */
  changed(): void
  /** Resolves when nothing of it is under way any more. Never rejects. */
  ended(): Promise<void>
}

/** After a failure of the store or of this program, ms. */
const blockedMs = 5000

/** Events of one read, and their bytes. */
const pageEvents = 200
const pageBytes = 4_000_000

/**
 * Posts the events of one program to its endpoint, at least once and in order within a chat (docs/programs.md). The
 * state machine decides (`delivery-state.ts`); here its effects meet store, network and clock. Requests that are on
 * their way when `signal` aborts go out again with the next run, under the same id.
 */
export function deliverWebhook(deps: DelivererDeps, key: ProgramKey, signal: AbortSignal): WebhookDelivery {
  const { store, clock, ids, directory, secrets, logger, onProgress } = deps
  let state = newDelivery
  let places: ReadonlyMap<Place, Cursors> = new Map()
  let program: Program | undefined
  /** The program as it was when its poster was opened: an Authorization goes to the address that it is for. */
  let poster: { readonly settings: string; readonly program: Program; readonly poster: WebhookPoster } | undefined
  let blockedUntil = -Infinity
  let cancelTimer: CancelTimer = () => undefined

  const dispatch = (event: DeliveryEvent): void => {
    apply(event)
    goOn()
  }
  const apply = (event: DeliveryEvent): void => {
    const next = step(state, event)
    state = next.state
    for (const effect of next.effects) perform(effect)
  }
  const goOn = (): void => {
    if (signal.aborted || store.state() !== 'ok' || places.size === 0) return
    const blockedFor = blockedUntil - clock.monotonic()
    if (blockedFor > 0) return wait(blockedFor, goOn)
    const inFlight = program?.webhook?.inFlight ?? 1
    apply({ kind: 'go', now: clock.monotonic(), inFlight, isOpen: (place) => places.get(place)?.fence() === true })
  }
  const wait = (ms: number, then: () => void): void => {
    cancelTimer()
    cancelTimer = clock.setTimer(ms, then)
  }
  const tasks = createTasks<DeliveryEvent>((error, event) => {
    if (!signal.aborted) logger.warn({ error }, 'a webhook could not go on')
    blockedUntil = clock.monotonic() + blockedMs
    dispatch(event)
  })

  function perform(effect: DeliveryEffect): void {
    switch (effect.kind) {
      case 'load':
        return tasks.add(load(), { kind: 'notLoaded' })
      case 'read':
        return tasks.add(readPage(effect), { kind: 'changed' })
      case 'post':
        return tasks.add(post(effect), { kind: 'unrecorded', lane: effect.lane })
      case 'record':
        return tasks.add(record(effect), { kind: 'unrecorded', lane: effect.lane })
      case 'wait':
        return wait(effect.ms, goOn)
    }
  }

  async function load(): Promise<void> {
    const read = [...places.values()]
    for (const cursors of read) await cursors.read()
    const instances = read.flatMap(({ instance }) => (instance === null ? [] : [instance]))
    const found = await store.read('programs.delivery', {
      program: key,
      instances: instances.length === 0 ? null : instances,
    })
    program = found.program
    const isReady = await prepare(found.program)
    const { state: kind, failures, round } = found.program
    const isHeld = !isReady || kind === 'paused' || kind === 'stopped'
    const health = { kind: isHeld ? 'held' : kind, failures, probeInMs: found.probeInMs } as const
    dispatch({ kind: 'loaded', now: clock.monotonic(), round, health, places: found.places, retries: found.retries })
    // A person may enter a passphrase, or a colleague's desk share a secret.
    if (!isReady) wait(recheckEveryMs, () => dispatch({ kind: 'changed' }))
  }

  /** Whether its events can be posted: signed, to an address that is allowed. */
  async function prepare(loaded: Program): Promise<boolean> {
    if (loaded.team !== null && loaded.team.heldSecret !== loaded.team.secretId) return false
    const secret = await secrets.state(loaded)
    if (secret === 'missing' && loaded.team === null && loaded.state !== 'stopped')
      await stopWithoutSecret(deps, loaded)
    if (secret !== 'ready' || loaded.webhook === null) return false
    const settings = JSON.stringify(loaded.webhook)
    if (poster?.settings === settings) poster = { ...poster, program: loaded }
    else {
      poster?.poster.close()
      poster = undefined
      poster = { settings, program: loaded, poster: deps.openPoster(loaded.webhook) }
    }
    return true
  }

  async function readPage({ place, read, after }: Extract<DeliveryEffect, { kind: 'read' }>): Promise<void> {
    const { round } = state
    const page = await store.read('programs.feed', {
      program: key,
      after: { key: after, round },
      instance: place === 0 ? null : place,
      limit: pageEvents,
      maxBytes: pageBytes,
    })
    dispatch({ ...page, kind: 'page', place, read })
  }

  async function post(effect: Extract<DeliveryEffect, { kind: 'post' }>): Promise<void> {
    const { lane, place, item } = effect
    const event = item.event ?? (await store.read('programs.event', { program: key, event: item.key }))
    const until = AbortSignal.any([signal, places.get(place)?.signal ?? AbortSignal.abort()])
    const outcome =
      event === null
        ? ({ kind: 'absent' } as const)
        : poster === undefined || until.aborted
          ? ({ kind: 'aborted' } as const)
          : await postEvent(poster.program, poster.poster, event, effect, until)
    const isUnknown = until.aborted && outcome.kind !== 'delivered'
    dispatch({
      kind: 'ended',
      lane,
      now: clock.monotonic(),
      outcome: isUnknown ? { kind: 'aborted' } : outcome,
      random: ids.random(),
    })
  }

  async function postEvent(
    to: Program,
    over: WebhookPoster,
    event: FeedEvent,
    { item, isProbe }: Extract<DeliveryEffect, { kind: 'post' }>,
    until: AbortSignal,
  ): Promise<DeliveryOutcome> {
    const { id, body } = serve(event, { epoch: directory.epoch(), round: to.round })
    const started = clock.monotonic()
    const extra = item.isReplay ? { 'webhook-replay': '1' } : {}
    const outcome = await postSigned(deps, to, over, { id, body, extra }, until)
    deps.calls.add(key, {
      ...callOf(deps, outcome, started),
      ...{ event: event.key, typeWebhook: event.typeWebhook, chatTitle: event.chatTitle, events: 1 },
      attempt: isProbe ? 0 : item.tries + 1,
    })
    return outcome
  }

  async function record({ lane, record: given }: Extract<DeliveryEffect, { kind: 'record' }>): Promise<void> {
    await store.write('programs.recordDelivery', { program: key, record: given }, { deferred: true })
    if (given.health !== null && given.health.state !== directory.get(key)?.state) await directory.load()
    places.get(given.place)?.move()
    onProgress()
    dispatch({ kind: 'recorded', lane })
  }

  const stops = [
    store.onChanges((changes) => {
      // Entries of the team get their numbers later than they come.
      const news = places.has(0) ? 'journalRow' : 'journal'
      if (changes.some(({ kind }) => kind === news)) dispatch({ kind: 'news' })
      if (changes.some((one) => one.kind === 'programs' && (one.program === undefined || one.program === key)))
        dispatch({ kind: 'changed' })
    }),
    store.onState(goOn),
  ]
  const end = new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  }).then(async () => {
    for (const stop of stops) stop()
    cancelTimer()
    await tasks.ended()
    cancelTimer()
    poster?.poster.close()
  })

  return {
    setCursors(cursors) {
      places = new Map(cursors.map((one) => [one.instance ?? 0, one]))
      dispatch({ kind: 'changed' })
    },
    changed: () => dispatch({ kind: 'changed' }),
    ended: () => end,
  }
}

/** Nothing goes out unsigned: a person has to make a new secret. */
async function stopWithoutSecret({ store, clock, directory, onProgress }: DelivererDeps, program: Program) {
  const trouble: ProgramTrouble = { at: clock.now(), kind: 'secretMissing', status: null, text: '' }
  await store.write('programs.setState', { program: program.key, state: 'stopped' })
  await store.write('programs.recordTrouble', { program: program.key, trouble })
  await directory.load()
  onProgress()
}

/** Posts a body with the headers of its webhook. */
async function postSigned(
  { clock, secrets, scrubber }: DelivererDeps,
  program: Program,
  poster: WebhookPoster,
  { id, body, extra }: { readonly id: string; readonly body: string; readonly extra: Readonly<Record<string, string>> },
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  const { signing, authorization } = await secrets.read(program)
  const headers = {
    ...signedHeaders(signing, id, body, clock.now()),
    ...(authorization === '' ? {} : { authorization }),
    ...extra,
  }
  const outcome = await poster.post(headers, body, () => clock.now(), signal)
  if (outcome.kind === 'delivered') return outcome
  // Some endpoints answer an error with the headers that they got; the window and viewers of a team see the answer.
  const text = scrubber.scrub(outcome.trouble.text)
  return { ...outcome, trouble: { ...outcome.trouble, text } }
}

/** A call as the window shows it. `started`: by the monotonic clock, ms. */
const callOf = ({ clock }: DelivererDeps, outcome: DeliveryOutcome, started: number) => ({
  at: clock.now(),
  outcome: outcome.kind === 'delivered' ? ('delivered' as const) : ('failed' as const),
  trouble: outcome.kind === 'delivered' ? null : outcome.trouble,
  status: outcome.kind === 'delivered' ? outcome.status : outcome.trouble.status,
  durationMs: clock.monotonic() - started,
})

/** Sends a test event, which no journal holds. Its outcome does not count. */
export async function sendTestEvent(deps: DelivererDeps, program: Program, signal: AbortSignal): Promise<ProgramCall> {
  if (program.webhook === null) throw new Error('only a webhook can be tested')
  const { clock, ids, calls } = deps
  const body = JSON.stringify({ typeWebhook: 'switchboardTest', timestamp: Math.floor(clock.now() / 1000) })
  const poster = deps.openPoster(program.webhook)
  const started = clock.monotonic()
  try {
    const outcome = await postSigned(deps, program, poster, { id: `test-${ids.uuid()}`, body, extra: {} }, signal)
    const call: ProgramCall = { ...callOf(deps, outcome, started), ...noEvent, events: 0, attempt: 0 }
    calls.add(program.key, call)
    return call
  } finally {
    poster.close()
  }
}
