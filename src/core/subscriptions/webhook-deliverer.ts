import type { InstanceKey, ProgramKey } from '../../contract/ids.ts'
import type { ProgramTrouble } from '../../contract/programs.ts'
import { createTasks } from '../base/create-tasks.ts'
import type { UndiciHttpOptions } from '../http/undici-http.ts'
import type { DeliveryOutcome } from '../programs/rules/delivery-policy.ts'
import type { FeedEvent } from '../programs/tx/feed.ts'
import type { Program } from '../programs/tx/program-row.ts'
import type { CallLog } from './call-log.ts'
import { createWebhookPoster } from './post-webhook.ts'
import type { WebhookPoster } from './post-webhook.ts'
import { serve } from './program-desk.ts'
import type { ProgramDirectory } from './program-directory.ts'
import { callOf, postSigned } from './signed-post.ts'
import type { SubscriptionsBase } from './subscriptions-base.ts'
import { createCursorMover } from './cursor-mover.ts'
import type { CursorMover, TeamPlace } from './cursor-mover.ts'
import { createWebhookLanes } from './webhook-lanes.ts'
import type { Delivery, WebhookLanes } from './webhook-lanes.ts'
import type { WebhookSecrets } from './webhook-secrets.ts'

export interface DelivererDeps extends Pick<SubscriptionsBase, 'store' | 'clock' | 'ids' | 'logger'> {
  readonly directory: ProgramDirectory
  readonly calls: CallLog
  readonly secrets: WebhookSecrets
  readonly network: UndiciHttpOptions | undefined
  readonly onProgress: () => void
  /** Programs of the team of which a probe is on its way: their instances are delivered apart. */
  readonly probing: Set<ProgramKey>
}

/** Wait at most so long before looking again whether something can go out, ms. */
const recheckEveryMs = 60_000

/** After a failure of the store or of this program, ms. */
const blockedMs = 5000

/** Events of one read, and their bytes. */
const pageEvents = 200
const pageBytes = 4_000_000

/** What is delivered: the events of a program, or those of one instance to a webhook of the team. */
export interface DeliveryTarget {
  readonly program: ProgramKey
  /** Null: the program belongs to this desk. */
  readonly place: TeamPlace | null
}

/**
 * Posts the events of one program to its endpoint until `signal` aborts, at least once and in order within a chat
 * (docs/programs.md). Requests that are on their way then are aborted: they go out again with the next run, under the
 * same id. Rejects only for a defect.
 */
export async function deliverWebhooks(
  deps: DelivererDeps,
  { program: key, place }: DeliveryTarget,
  signal: AbortSignal,
): Promise<void> {
  const { store, clock, directory, logger } = deps
  const lanes = createWebhookLanes()
  const instance = place?.instance ?? null
  const mover =
    place === null
      ? null
      : createCursorMover(
          deps,
          { program: key, place, signal },
          () => {
            isStale = true
            isAsked = false
            wake()
          },
          () => wake(),
        )
  /** What the team's database has was read since the cursor stood elsewhere. */
  let isAsked = place === null
  /** Deliveries wait until then, by the monotonic clock: what they lead to can not be stored. */
  let blockedUntil = -Infinity
  const tasks = createTasks<Delivery>((error) => {
    if (signal.aborted) return
    logger.warn({ error }, 'a delivery to a program was not recorded')
    blockedUntil = clock.monotonic() + blockedMs
    isStale = true
    wake()
  })
  // A change that arrives while the store is read counts for the wait that follows.
  let isWoken = false
  let endWait = () => undefined as void
  const wake = () => {
    isWoken = true
    endWait()
  }
  const beginAnew = () => {
    isStale = true
    wake()
  }
  const woken = async (ms: number): Promise<void> => {
    if (!isWoken && !signal.aborted) {
      await new Promise<void>((resolve) => {
        // Of deliveries that ended at once, each may have read the retries before the other failed.
        const cancel = clock.setTimer(ms, beginAnew)
        endWait = () => {
          cancel()
          resolve()
        }
      })
    }
    isWoken = false
  }
  const stops = [
    store.onChanges((changes) => {
      // Entries of the team get their numbers later; where it lost some, or somebody began anew, the cursor moved.
      if (changes.some(({ kind }) => kind === (place === null ? 'journalRow' : 'journal'))) wake()
      if (place !== null && changes.some(({ kind }) => kind === 'programs')) beginAnew()
      mover?.noteJournal()
    }),
    directory.onChange(beginAnew),
    store.onState(() => wake()),
  ]
  signal.addEventListener('abort', wake, { once: true })
  let isStale = true
  /** Where the lanes began. */
  let base = 0
  const noteCursor = (cursor: number): boolean => {
    if (place === null || cursor >= base) return true
    isStale = true
    return false
  }
  let poster: { readonly settings: string; readonly poster: WebhookPoster } | undefined

  const posterFor = (program: Program): WebhookPoster | undefined => {
    const settings = JSON.stringify(program.webhook)
    if (poster?.settings === settings) return poster.poster
    poster?.poster.close()
    poster = undefined
    if (program.webhook === null) return undefined
    poster = { settings, poster: createWebhookPoster(program.webhook, deps.network) }
    return poster.poster
  }
  const begin = async () => {
    if (!isAsked && place !== null && mover !== null) {
      // What other desks delivered, and where a person began anew.
      await mover.hold(place.refresh)
      isAsked = true
    }
    for (;;) {
      const before = lanes.endings()
      const [after, retries] = await Promise.all([
        store.read('programs.cursor', { program: key, instance }),
        store.read('programs.retries', { program: key, instance }),
      ])
      // A delivery that ended meanwhile may still be among these retries, and would go out again.
      if (before !== lanes.endings()) continue
      base = after
      return lanes.reset(after, retries)
    }
  }

  try {
    while (!signal.aborted) {
      try {
        await store.whenOk(signal)
        if (signal.aborted) break
        if (isStale) {
          isStale = false
          await begin()
        }
        const blockedFor = blockedUntil - clock.monotonic()
        if (blockedFor > 0) {
          await woken(blockedFor)
          continue
        }
        const program = directory.get(key)
        const waitMs =
          program === undefined
            ? recheckEveryMs
            : await step({ ...deps, mover, noteCursor }, program, instance, lanes, posterFor, launch)
        if (!isStale) await woken(waitMs)
      } catch (error) {
        if (signal.aborted) break
        logger.warn({ error }, 'a webhook could not go on')
        isStale = true
        await woken(blockedMs)
      }
    }
    await tasks.ended()
    await mover?.ended()
  } finally {
    for (const stop of stops) stop()
    signal.removeEventListener('abort', wake)
    poster?.poster.close()
  }

  function launch(program: Program, to: WebhookPoster, delivery: Delivery): void {
    tasks.add(
      deliver({ ...deps, isOfTeam: mover !== null }, program, instance, to, lanes, delivery, signal).then((again) => {
        if (again) isStale = true
        mover?.noteDone()
        wake()
      }),
      delivery,
    )
  }
}

/** Starts what can go out now. Returns how long there is nothing more to do, ms. */
async function step(
  deps: DelivererDeps & {
    readonly mover: CursorMover | null
    /** False: the cursor went back, and everything begins anew. */
    readonly noteCursor: (cursor: number) => boolean
  },
  program: Program,
  instance: InstanceKey | null,
  lanes: WebhookLanes,
  posterFor: (program: Program) => WebhookPoster | undefined,
  launch: (program: Program, to: WebhookPoster, delivery: Delivery) => void,
): Promise<number> {
  const { store, clock, secrets, logger, mover } = deps
  if (program.state === 'paused' || program.state === 'stopped') return recheckEveryMs
  const secret = await secrets.state(program)
  // A colleague's desk may have it, and the passphrase may still be entered here.
  if (program.team !== null && program.team.heldSecret !== program.team.secretId) return recheckEveryMs
  if (secret === 'missing' && program.team === null) await stopWithoutSecret(deps, program)
  if (secret !== 'ready') return recheckEveryMs
  const poster = posterFor(program)
  if (poster === undefined) return recheckEveryMs
  let isEnd = false
  while (lanes.hasRoom() && !isEnd) {
    const page = await store.read('programs.feed', {
      program: program.key,
      after: lanes.scannedTo(),
      instance,
      limit: pageEvents,
      maxBytes: pageBytes,
    })
    if (!deps.noteCursor(page.cursor)) return 0
    // Deliveries that ended meanwhile may have moved the cursor beyond what is read here.
    lanes.add(
      page.events.filter(({ position }) => position > page.cursor),
      page.scannedTo,
    )
    isEnd = !page.more
  }
  if (mover?.mayDeliver() === false) return mover.againMs()
  // It may have stopped, or failed, while the journal was read.
  if (deps.directory.get(program.key)?.state !== program.state) return 0
  if (program.state === 'failing') {
    if (lanes.onItsWay() > 0 || deps.probing.has(program.key)) return recheckEveryMs
    const left = (program.nextProbeAt ?? 0) - clock.now()
    if (left > 0) return Math.min(left, recheckEveryMs)
    const probe = lanes.probe()
    if (probe === undefined) return recheckEveryMs
    if (mover !== null) deps.probing.add(program.key)
    logger.debug({ program: program.id }, 'the endpoint of a webhook is probed')
    launch(program, poster, probe)
    return recheckEveryMs
  }
  while (lanes.onItsWay() < (program.webhook?.inFlight ?? 1)) {
    const delivery = lanes.next(clock.now())
    if (delivery === undefined) break
    launch(program, poster, delivery)
  }
  const retryAt = lanes.nextRetryAt()
  return retryAt === null ? recheckEveryMs : Math.min(recheckEveryMs, Math.max(0, retryAt - clock.now()))
}

/** Nothing goes out unsigned: a person has to make a new secret. */
async function stopWithoutSecret({ store, clock, directory, onProgress }: DelivererDeps, program: Program) {
  const at = clock.now()
  const trouble: ProgramTrouble = { at, kind: 'secretMissing', status: null, text: '' }
  await store.write('programs.setState', { program: program.key, state: 'stopped' })
  await store.write('programs.recordContact', { program: program.key, at, trouble })
  await directory.load()
  onProgress()
}

/** Posts one event and stores what became of it. True: the lanes have to begin anew from the store. */
async function deliver(
  deps: DelivererDeps & { readonly isOfTeam: boolean },
  program: Program,
  instance: InstanceKey | null,
  poster: WebhookPoster,
  lanes: WebhookLanes,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<boolean> {
  const { store, ids, directory } = deps
  /** Delivered, retried later, or given up. */
  let isSettled = false
  let isDone = false
  let isChanged = false
  try {
    const event = delivery.event ?? (await store.read('programs.events', { events: [delivery.key] }))[0]
    if (event === undefined) {
      // The journal no longer has it, and a gap was recorded when it left.
      await store.write('programs.dropDelivery', { program: program.key, event: delivery.key }, { deferred: true })
      return true
    }
    const outcome = await post(deps, program, poster, event, delivery, signal)
    if (signal.aborted && outcome.kind !== 'delivered') return true
    await store.write(
      'programs.recordDelivery',
      {
        program: program.key,
        event: delivery.key,
        lane: delivery.lane,
        outcome,
        isProbe: delivery.isProbe,
        readUpTo: deps.isOfTeam ? null : lanes.readUpTo(delivery),
        random: ids.random(),
      },
      { deferred: true },
    )
    isDone = outcome.kind === 'delivered'
    isSettled = isDone || (outcome.kind !== 'gone' && !delivery.isProbe)
    isChanged = !isDone || program.state !== 'active' || program.failures > 0
  } finally {
    if (delivery.isProbe) deps.probing.delete(program.key)
    const resets = lanes.resets()
    const retries = await store.read('programs.retries', { program: program.key, instance }).catch(() => null)
    // Before its lane is free: the endpoint may be failing or gone.
    if (!isDone) await directory.load().catch(() => undefined)
    // Without the retries, or with older ones than the lanes began anew with, nobody knows which lanes wait.
    isChanged = resets !== lanes.resets() || isChanged || retries === null
    isChanged = lanes.ended(delivery, isSettled, retries ?? []) || isChanged
    if (isChanged) await directory.load().catch(() => undefined)
    deps.onProgress()
  }
  return isChanged
}

async function post(
  deps: DelivererDeps,
  program: Program,
  poster: WebhookPoster,
  event: FeedEvent,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  const { id, body } = serve(event, deps.directory.epoch())
  const started = deps.clock.monotonic()
  const extra = delivery.isReplay ? { 'webhook-replay': '1' } : {}
  const outcome = await postSigned(deps, program, poster, { id, body, extra }, signal)
  deps.calls.add(program.key, {
    ...callOf(deps, outcome, started),
    ...{ event: delivery.key, typeWebhook: event.typeWebhook, chatTitle: event.chatTitle, events: 1 },
    attempt: delivery.isProbe ? 0 : delivery.attempt,
  })
  return outcome
}
